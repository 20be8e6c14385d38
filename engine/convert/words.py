"""The words of a revision with everything that each is to a table, collected before the tree is built."""

from collections.abc import Iterable, Iterator
from decimal import Decimal
from functools import lru_cache

from engine.config.conversion import Conversion, Second
from engine.config.language import Language
from engine.config.vocabulary import Vocabulary
from engine.convert.classwords import around, joining
from engine.convert.normal import NormalText
from engine.convert.spelling import Spellings
from engine.convert.tables import Pair, Table
from engine.convert.word import MeaningClass, Word
from engine.convert.wordtree import NUMBER_MARK, WordTree

_NORMAL_KEPT = 10 * 1000


@lru_cache(maxsize=_NORMAL_KEPT)
def _normal(written: str, spellings: Spellings) -> NormalText:
    """A word as it compares: those of the revision before are mostly those of the next."""
    return NormalText(written, spellings)


class WordBook:
    """One `Word` for each spelling. Where two tables give one spelling a meaning, the word has both."""

    def __init__(self, spellings: Spellings) -> None:
        self._spellings = spellings
        self._words: dict[tuple[str, bool], Word] = {}
        self._written: dict[str, Word] = {}
        self._letters: dict[int, str] = {}
        self._refers: tuple[str, ...] = ()

    def tree(self) -> WordTree:
        """All words as one tree. Homes with a particle, where that is a word of its own, are homes too."""
        tree = WordTree()
        particles = [word.text for word in self._words.values() if word.particle]
        homes = [word.text for word in self._words.values() if word.home]
        for text in (home + particle for home in homes for particle in particles):
            if (text, False) in self._words:
                self._words[text, False].home = True
        for word in self._words.values():
            word.refers = bool(word.after) and word.text.startswith(self._refers)
            word.close()
            if word.text:
                tree.add(self._letters[id(word)], word)
        return tree

    def of_tables(self) -> Iterator[Word]:
        """Words that mean something to an amount, a choice or a term: those worth reading when misspelt."""
        for word in self._words.values():
            if word.units or word.labels or word.changes or word.before or word.choices or word.terms:
                yield word

    def add_table(self, conversion: Conversion, table: Table) -> None:
        """The words of a table of amounts or of choices."""
        for word, factor in conversion.units.items():
            self._word(word).units[table.scale] = Decimal(factor)
        for word, value in conversion.numerals.items():
            self._word(word).numerals[table.scale] = value
        for word in self._all(conversion.labels):
            word.labels.add(table.index)
        for word in self._all(conversion.counters):
            word.counters.add(table.index)
        if conversion.two_digits is not None:
            for word in self._all(conversion.two_digits.before):
                word.centuries.add(table.index)
        for parameter, values in conversion.with_words.items():
            for value, words in values.items():
                for word in self._all(words):
                    word.adds[table.index] = (parameter, value)
        for choice in conversion.choices:
            values = (choice.value,) if isinstance(choice.value, str) else choice.value
            for word in self._all(choice.words):
                word.choices[table.index] = values
        for word in self._all(conversion.ignore.words):
            word.hides = True
        self._add_classes(conversion, table.index)

    def _add_classes(self, conversion: Conversion, table: int) -> None:
        for meaning, _, words in around(conversion, "after"):
            for word in self._all(words):
                word.after[table] = meaning
        for meaning, _, words in around(conversion, "before"):
            for word in self._all(words):
                word.before[table] = meaning
        for joined, words in joining(conversion):
            for word in self._all(words):
                word.joins.setdefault(table, set()).add(joined)
        for word, (first, last) in conversion.band.parts.items():
            self._word(word).parts[table] = (first, last)
        for word, (first, last) in conversion.band.parts_before.items():
            self._word(word).parts_before[table] = (first, last)
        self._add_second(conversion.second, table)

    def _add_second(self, second: Second, table: int) -> None:
        """What words of the table may mean besides; a word that it does not have gets nothing."""
        others: tuple[tuple[MeaningClass, Iterable[str]], ...] = (
            ("at_most", second.at_most),
            ("below", second.below),
            ("at_least", second.at_least),
            ("above", second.above),
        )
        for name, words in others:
            for word in self._all(words):
                if table in word.after or table in word.before:
                    word.second[table] = name
        for written, (first, last) in second.band.parts.items():
            word = self._word(written)
            if table in word.parts:
                word.second_parts[table] = (first, last)

    def add_pair(self, conversion: Conversion, pair: Pair) -> None:
        """The words that join a pair's amounts."""
        for word in self._all(conversion.pair.join if conversion.pair else ()):
            word.pairs.add(pair.index)

    def add_language(self, language: Language) -> None:
        """Numerals, particles, clause ends and masks."""
        numerals = language.numerals
        for word, value in numerals.digits.items():
            self._word(word).digit = value
        for word, value in numerals.times.items():
            self._word(word).times = value
        for word, value in numerals.native.items():
            self._word(word).native = value
        for word, (low, high) in numerals.pairs.items():
            self._word(word).pair = (low, high)
        for word in self._all(numerals.point):
            word.point = True
        for word in self._all(numerals.half):
            word.half = True
        for word in self._all(language.particles):
            word.particle = True
        for word in self._all(language.clause_ends):
            word.clause_end = True
        for word in self._all(language.homes):
            word.home = True
        self._refers = tuple(_normal(word, self._spellings).chars for word in language.clauses.refers)
        for mask in language.masks:
            self._mask(mask).mask = True

    def add_vocabulary(self, vocabulary: Vocabulary) -> None:
        """Terms, households, cues and wishes, and what makes a name without its suffix a place."""
        for index, term in enumerate(vocabulary.terms):
            for word in self._all(term.words):
                word.terms.append(index)
        for index, household in enumerate(vocabulary.households):
            for word in self._all(household.words):
                word.households.append(index)
        for index, cue in enumerate(vocabulary.cues):
            for word in self._all(cue.starts):
                (word.cue_starts if cue.ends else word.cues_behind).add(index)
            for word in self._all(cue.ends):
                (word.cue_ends if cue.starts else word.cues_before).add(index)
            for word in self._all(cue.with_later):
                word.cue_with.add(index)
            for word in self._all(cue.not_past):
                word.cue_stops.add(index)
        for word in self._all(vocabulary.refusals.words):
            word.refuses = True
        for word in self._all(vocabulary.wishes):
            word.wish = True
        for word in self._all(vocabulary.places.near):
            word.near_place = True
        for word in self._all(vocabulary.places.context):
            word.follows_place = True
        for word in self._all(vocabulary.places.where):
            word.says_where = True

    def add_home_kinds(self, words: Iterable[str]) -> None:
        """Nouns for a home of another document: 20년 넘은 빌라."""
        for word in self._all(words):
            word.home_kind = True

    def add_asking(self, words: Iterable[str]) -> None:
        """How words begin that ask for something: right behind an amount they leave it as it is."""
        for word in self._all(words):
            word.asks = True

    def add_known(self, words: Iterable[str]) -> None:
        """Words that mean nothing here but are no unknown letters."""
        self._all(words)

    def _all(self, words: Iterable[str]) -> list[Word]:
        return [found for word in words if (found := self._word(word)).text]

    def _word(self, written: str) -> Word:
        """The word of a spelling; a word in capitals (M, A) is one, another's capitals mean nothing."""
        word = self._written.get(written)
        if word is None:
            text = _normal(written, self._spellings)
            cased = text.cased != text.chars and text.cased.isupper()
            word = self._written[written] = self._entry(text.chars, text.cased if cased else None)
            word.gaps.update(self._gaps(text))
        return word

    @staticmethod
    def _gaps(text: NormalText) -> Iterator[int]:
        return (at for at in range(1, len(text)) if text.spaced[at])

    def _mask(self, written: str) -> Word:
        pieces = [NormalText(piece, self._spellings).chars for piece in written.split(NUMBER_MARK)]
        letters = pieces[0]
        for before, piece in zip(written.split(NUMBER_MARK)[1:], pieces[1:], strict=True):
            letters += NUMBER_MARK + (" " if before.startswith(" ") else "") + piece
        word = self._entry(letters, None)
        if len(pieces) == 1:
            word.gaps.update(self._gaps(NormalText(written, self._spellings)))
        return word

    def _entry(self, letters: str, cased: str | None) -> Word:
        key = (cased or letters, cased is not None)
        word = self._words.get(key)
        if word is None:
            word = self._words[key] = Word(text=letters, cased=cased)
            self._letters[id(word)] = letters
        return word
