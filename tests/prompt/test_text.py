import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.prompt.text import fill, fold, linked, placeholders, plain, with_particle


@pytest.mark.parametrize(
    ("word", "pair", "joined"),
    [
        ("강남역", "은/는", "강남역은"),
        ("판교", "은/는", "판교는"),
        ("서울", "으로/로", "서울로"),
        ("강남역", "으로/로", "강남역으로"),
        ("판교", "으로/로", "판교로"),
        ("서울", "이/가", "서울이"),
        ("상계주공5", "은/는", "상계주공5는"),
        ("래미안 1", "으로/로", "래미안 1로"),
        ("래미안 3", "으로/로", "래미안 3으로"),
        ("LH", "은/는", "LH는"),
        ("‘강남역’", "을/를", "‘강남역’을"),
        ("東京", "은/는", "東京은(는)"),
        ("", "은/는", "은(는)"),
    ],
)
def test_the_particle_fits_the_last_sound(word: str, pair: str, joined: str) -> None:
    assert with_particle(word, pair) == joined


def test_gaps_are_filled_once_and_values_are_never_read_for_gaps() -> None:
    assert fill("{a:은/는} {b} {a}", {"a": "{b}역", "b": "{a}"}) == "{b}역은 {a} {b}역"
    assert placeholders("{a:은/는} {b} { c }") == {"a", "b"}


def test_a_gap_without_a_value_is_an_error() -> None:
    with pytest.raises(KeyError):
        fill("{nobody}", {})


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("[a](http://b.c)", "\\[a\\](http\\://b.c)"),
        ("<b>&lt;", "&lt;b&gt;&amp;lt;"),
        ("A&B 아파트", "A&B 아파트"),
        ("한\n줄\r\n로\t접힘", "한 줄 로 접힘"),
        ("# 제목", "\\# 제목"),
        ("1. 목록", "1\\. 목록"),
        ("- 목록", "\\- 목록"),
        ("e편한세상-2", "e편한세상-2"),
        ("www.example.org a@b.c", "www\\.example.org a＠b.c"),
        ("2~3억 ~~x~~", "2∼3억 ∼∼x∼∼"),
        ("`a` *b* _c_ d|e", "\\`a\\` \\*b\\* \\_c\\_ d\\|e"),
    ],
)
def test_plain_text_means_nothing_to_markdown(text: str, shown: str) -> None:
    assert plain(text) == shown


def test_a_long_text_is_cut_with_an_ellipsis() -> None:
    assert fold("가" * 300, 10) == "가" * 9 + "…"


@given(st.text(max_size=60))
def test_any_text_becomes_one_harmless_line(text: str) -> None:
    shown = plain(text)
    assert "\n" not in shown
    assert "<" not in shown
    assert all(mark.isprintable() for mark in shown)
    assert fold(fold(text)) == fold(text)


def test_a_link_needs_a_plain_http_address() -> None:
    assert (
        linked("A [단지]", "https://homes.example/complex/A1?x=1")
        == "[A \\[단지\\]](https://homes.example/complex/A1?x=1)"
    )
    for url in ("javascript:alert(1)", "https://a b", "https://a)(b", "http://a/<b>", "", None):
        assert linked("A", url) == "A"
