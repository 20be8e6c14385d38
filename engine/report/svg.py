"""A curve as a small SVG picture, readable on a light page and on a dark one."""

from collections.abc import Iterator, Sequence
from html import escape
from math import floor, log10

WIDTH, HEIGHT = 480, 240
_LEFT, _RIGHT, _TOP, _BOTTOM = 48, 16, 32, 44
_GREY, _BLUE, _ORANGE = "#808080", "#2f6fd0", "#c26a00"


def curve_svg(
    title: str, unit: str, x: Sequence[float], y: Sequence[float], unknown: float | None = None
) -> str:
    """The points as a line, `y` in [0, 1]; `unknown` as a dashed line where it is more than 0."""
    low, high = x[0], x[-1]

    def across(value: float) -> float:
        return round(_LEFT + (value - low) / ((high - low) or 1.0) * (WIDTH - _LEFT - _RIGHT), 1)

    def down(value: float) -> float:
        return round(HEIGHT - _BOTTOM - value * (HEIGHT - _TOP - _BOTTOM), 1)

    path = " ".join(f"{across(a):g},{down(b):g}" for a, b in zip(x, y, strict=True))
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
        f'font-size="12" fill="{_GREY}" role="img" aria-label="{escape(title)}">',
        f'<text x="{_LEFT}" y="18" font-size="14">{escape(title)}</text>',
    ]
    for value in (0.0, 0.5, 1.0):
        lines += _level(down(value), f"{value:g}")
    for place in _ticks(low, high):
        anchor = f'x="{across(place):g}" y="{HEIGHT - _BOTTOM + 16}" text-anchor="middle"'
        lines.append(f"<text {anchor}>{place:g}</text>")
    lines.append(f'<text x="{WIDTH - _RIGHT}" y="{HEIGHT - 8}" text-anchor="end">{escape(unit)}</text>')
    if unknown:
        dashed = f'x1="{_LEFT}" x2="{WIDTH - _RIGHT}" y1="{down(unknown):g}" y2="{down(unknown):g}"'
        lines.append(f'<line {dashed} stroke="{_ORANGE}" stroke-dasharray="5 4"/>')
        told = f'x="{WIDTH - _RIGHT}" y="{down(unknown) - 4:g}" text-anchor="end" fill="{_ORANGE}"'
        lines.append(f"<text {told}>unknown {unknown:g}</text>")
    lines.append(f'<polyline points="{path}" fill="none" stroke="{_BLUE}" stroke-width="2"/>')
    return "\n".join([*lines, "</svg>"]) + "\n"


def _level(y: float, label: str) -> Iterator[str]:
    ends = f'x1="{_LEFT}" x2="{WIDTH - _RIGHT}" y1="{y:g}" y2="{y:g}"'
    yield f'<line {ends} stroke="{_GREY}" stroke-opacity="0.4"/>'
    yield f'<text x="{_LEFT - 8}" y="{y + 4:g}" text-anchor="end">{label}</text>'


def _ticks(low: float, high: float) -> Iterator[float]:
    """Four to nine round numbers between the ends."""
    span = (high - low) or 1.0
    step = 10.0 ** floor(log10(span / 4))
    step *= next(times for times in (1, 2, 5, 10) if span / (step * times) <= 8)
    place = -(-low // step) * step
    while place <= high + step * 1e-9:
        yield round(place, 9)
        place += step
