"""A picture of a few records before and after, as SVG: what the demo shows at a glance."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape

#: Of a panel: its width, the height of a line of items, and how wide a letter is; in pixels.
_PANEL = 440
_LINE = 30
_LETTER = 7.0
_BEFORE = ("#fdecea", "#b3261e")
_AFTER = ("#e6f4ea", "#1e6e3a")

Record = Sequence[str]
#: The items of a record, in lines that fit a panel.
Rows = list[list[str]]


def before_and_after(records: Sequence[Record], labels: Mapping[str, str], sentences: tuple[str, str]) -> str:
    """Return an SVG of ``records`` as they are and as they are published.

    ``labels`` holds what stands for an item in the release (an item that is not in it stays as it is). ``sentences``
    has one for each panel.
    """
    after = [list(dict.fromkeys(labels.get(item, item) for item in record)) for record in records]
    sides = [[_rows(record) for record in side] for side in (records, after)]
    heights = [_LINE * max(map(len, pair)) + 8 for pair in zip(*sides, strict=True)]
    lines = [*_head(10, "Before", sentences[0]), *_boxes(10, sides[0], heights, _BEFORE)]
    lines += [*_head(_PANEL + 30, "After", sentences[1]), *_boxes(_PANEL + 30, sides[1], heights, _AFTER)]
    width = 2 * _PANEL + 40
    height = 82 + sum(heights) + 10 * len(heights)
    body = "\n".join(lines)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height:g}" width="{width}" height="{height:g}" '
        f'font-family="system-ui, sans-serif" font-size="13">\n'
        f'<rect width="{width}" height="{height:g}" fill="white"/>\n{body}\n</svg>\n'
    )


def _head(x: float, title: str, sentence: str) -> Iterable[str]:
    yield _text(x, 28, title, 'font-size="18" font-weight="bold"')
    yield _text(x, 50, sentence, 'fill="#555"')


def _boxes(x: float, side: Sequence[Rows], heights: Sequence[float], colours: tuple[str, str]) -> Iterable[str]:
    top = 72.0
    for rows, height in zip(side, heights, strict=True):
        yield f'<rect x="{x:g}" y="{top:g}" width="{_PANEL}" height="{height:g}" rx="8" fill="#f6f6f6"/>'
        for at, row in enumerate(rows):
            yield from _pills(x + 8, top + 6 + at * _LINE, row, colours)
        top += height + 10


def _rows(record: Record) -> Rows:
    """Break the items of a record into lines that fit a panel."""
    rows: Rows = [[]]
    for item in record:
        if rows[-1] and sum(map(_width, [*rows[-1], item])) + 6 * len(rows[-1]) > _PANEL - 16:
            rows.append([])
        rows[-1].append(item)
    return rows


def _pills(x: float, top: float, items: Iterable[str], colours: tuple[str, str]) -> Iterable[str]:
    fill, ink = colours
    for item in items:
        width = _width(item)
        yield f'<rect x="{x:g}" y="{top:g}" width="{width:g}" height="24" rx="12" fill="{fill}"/>'
        yield _text(x + 10, top + 17, item, f'fill="{ink}"')
        x += width + 6


def _width(item: str) -> float:
    return len(item) * _LETTER + 20


def _text(x: float, base: float, text: str, more: str) -> str:
    return f'<text x="{x:g}" y="{base:g}" {more}>{escape(text)}</text>'
