"""The few building blocks of the page; every text is escaped here and nowhere else."""

from collections.abc import Iterable, Sequence
from html import escape


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


def text(value: object) -> Markup:
    """Return any value as escaped text; markup stays what it is."""
    return value if isinstance(value, Markup) else Markup(escape(str(value)))


def join(parts: Iterable[object]) -> Markup:
    """Put parts together."""
    return Markup("\n".join(text(part) for part in parts))


def tag(name: str, *content: object, kind: str = "") -> Markup:
    """Return an element; ``kind`` is its class."""
    mark = f' class="{escape(kind)}"' if kind else ""
    return Markup(f"<{name}{mark}>{join(content)}</{name}>")


def section(title: str, *content: object) -> Markup:
    """Return a titled card."""
    return tag("section", tag("h2", title), *content)


def bullets(items: Iterable[object]) -> Markup:
    """Return a list."""
    return tag("ul", *(tag("li", item) for item in items))


def facts(pairs: Iterable[tuple[str, object]]) -> Markup:
    """Return terms with what they mean; pairs without a value are left out."""
    return tag("dl", *(part for name, value in pairs if value for part in (tag("dt", name), tag("dd", value))))


def table(heads: Sequence[str], rows: Iterable[Sequence[object]], numbers: frozenset[int] = frozenset()) -> Markup:
    """Return a table whose first column names the row; the columns ``numbers`` are aligned right."""
    kinds = ["number" if at in numbers else "" for at in range(len(heads))]
    head = tag("tr", *(tag("th", name, kind=kind) for name, kind in zip(heads, kinds, strict=True)))
    body = [
        tag(
            "tr",
            tag("th", row[0]),
            *(tag("td", cell, kind=kind) for cell, kind in zip(row[1:], kinds[1:], strict=True)),
        )
        for row in rows
    ]
    return tag("div", tag("table", tag("thead", head), tag("tbody", *body)), kind="scroll")


def bar(percent: float) -> Markup:
    """Return a bar that is filled to ``percent``; the number stands beside it as text, so it is hidden from readers."""
    return Markup(
        f'<span class="bar" aria-hidden="true"><i style="width:{max(0.0, min(100.0, percent)):.2f}%"></i></span>'
    )
