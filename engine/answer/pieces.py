"""A stream of text cut into sentences, letter by letter, so that no chunking changes where."""

ENDS = frozenset(".!?…。！？")
CLOSERS = frozenset("*_\"'”’)]」』）")
_LIST_NUMBER_AT_MOST = 12
_LIST_MARKS = " \t*_>-+"


class Pieces:
    """Sentences of a stream of Markdown, each with the white space behind it; together they are the stream.

    A new line ends a sentence, and so does a full stop, also behind closing marks, before white space. The
    point of a figure, of an address and of a list number ("1. ") ends none.
    """

    def __init__(self) -> None:
        self._letters: list[str] = []
        self._line: list[str] = []
        self._is_full = False  # the last letter may be the last of a sentence
        self._is_over = False  # it was, and white space stands behind it

    @property
    def held(self) -> int:
        """How many letters of the sentence that is not over are held back."""
        return len(self._letters)

    def feed(self, piece: str) -> list[str]:
        """The sentences that are over with this piece."""
        over: list[str] = []
        for letter in piece:
            is_space = letter.isspace()
            if self._is_over and not is_space:
                over.append(self.rest())
            self._letters.append(letter)
            self._read(letter, is_space)
        return over

    def rest(self) -> str:
        """What is held back, which is held back no longer."""
        text = "".join(self._letters)
        self._letters.clear()
        self._is_full = self._is_over = False
        return text

    def _read(self, letter: str, is_space: bool) -> None:
        if letter == "\n":
            self._is_over = True
            self._line.clear()
            return
        if is_space:
            self._is_over = self._is_over or self._is_full
        elif letter in ENDS:
            self._is_full = letter != "." or not self._is_list_number()
        elif letter not in CLOSERS:
            self._is_full = False
        if len(self._line) < _LIST_NUMBER_AT_MOST:
            self._line.append(letter)

    def _is_list_number(self) -> bool:
        """Whether nothing but a number stands on the line so far."""
        is_short = len(self._line) < _LIST_NUMBER_AT_MOST
        return is_short and "".join(self._line).strip(_LIST_MARKS).isdigit()
