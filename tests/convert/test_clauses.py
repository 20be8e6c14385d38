"""Where the clauses of a text begin and end."""

from engine.config.revision import Revision
from engine.convert.clauses import spaced_words, things_in
from engine.convert.compile import rulebook
from engine.convert.lexer import lex
from engine.convert.normal import NormalText
from engine.convert.places import place_names
from engine.convert.scanner import Scanner


def clauses(text: str, revision: Revision, *names: str) -> list[str]:
    book = rulebook(revision)
    normal = NormalText(text, book.spellings)
    tokens = lex(Scanner(normal, book, place_names(revision, book, frozenset(names))))
    found: dict[int, list[str]] = {}
    for word in spaced_words(tokens, normal, book.clauses, things_in(tokens, normal, ())):
        found.setdefault(word.clause, []).append(word.text)
    return [" ".join(words) for words in found.values()]


def test_a_verb_ending_a_mark_and_an_opening_word_part_clauses(revision: Revision) -> None:
    assert clauses("집이 좁은데 팔고, 지금은 급해요. 희망 25평", revision) == [
        "집이 좁은데",
        "팔고",
        "지금은 급해요",
        "희망 25평",
    ]


def test_a_particle_that_ends_like_a_verb_parts_nothing(revision: Revision) -> None:
    assert clauses("빌라에서 3년 살았고 이제 나가요", revision) == ["빌라에서 3년 살았고", "이제 나가요"]


def test_what_lists_names_parts_no_clause(revision: Revision) -> None:
    assert clauses("마포역하고 공덕역 보고", revision, "마포역", "공덕역") == ["마포역하고 공덕역 보고"]
    assert clauses("마포역, 공덕역 보고", revision, "마포역", "공덕역") == ["마포역 공덕역 보고"]


def test_a_stroke_between_spaces_parts_clauses(revision: Revision) -> None:
    assert clauses("거주 24평 / 25평", revision) == ["거주 24평", "25평"]
    assert clauses("보증금 1000/50", revision) == ["보증금 1000 50"]
