"""Write a taxonomy in each form, and draw it."""

import csv
import io
from collections.abc import Iterator, Mapping

from setanon_sql.errors import BadParameter
from setanon_sql.taxonomy.tree import Taxonomy
from setanon_sql.text import count_of, label_text

FORMS = ("arx", "edges", "dimension")


def convert(taxonomy: Taxonomy, form: str, sep: str = "") -> str:
    """Return the text of a taxonomy file in one of the ``FORMS``; reading it gives the same tree.

    ``sep`` is ``;`` for the ARX form and ``,`` for the others where it is not given. In forms with levels, a leaf that
    is nearer to the root is repeated. Raises BadParameter for a form that does not exist.
    """
    if form not in FORMS:
        raise BadParameter("there is no such form of a taxonomy", f"it is one of {', '.join(FORMS)}")
    text = io.StringIO()
    writer = csv.writer(text, delimiter=sep or (";" if form == "arx" else ","), lineterminator="\n")
    writer.writerows(_edges(taxonomy) if form == "edges" else _levels(taxonomy, numbered=form == "dimension"))
    return text.getvalue()


def _edges(taxonomy: Taxonomy) -> Iterator[tuple[str, ...]]:
    yield ("child", "parent")
    for label in sorted(taxonomy.parent):
        yield label, taxonomy.parent[label]


def _levels(taxonomy: Taxonomy, *, numbered: bool) -> Iterator[tuple[str, ...]]:
    """Return the lines from the leaf up to the root; where levels are numbered, after the leaf from the root down."""
    height = max(taxonomy.depth.values())
    if numbered:
        yield ("item", *(f"level{level}" for level in range(1, height + 1)))
    for leaf in taxonomy.leaves:
        path = taxonomy.path(leaf)
        above = ((leaf,) * (height + 1 - len(path)) + path)[1:]
        yield (leaf, *(reversed(above) if numbered else above))


def show(taxonomy: Taxonomy, depth: int | None = None, supports: Mapping[str, int] | None = None) -> str:
    """Return the tree as indented text, down to ``depth``, each inner node with its number of leaves.

    ``supports`` (label to number of records) is added where it is given.
    """
    lines = []
    stack = [taxonomy.root]
    while stack:
        label = stack.pop()
        level = taxonomy.depth[label]
        lines.append("  " * level + label_text(label) + _counts_text(taxonomy, label, supports or {}))
        if depth is None or level < depth:
            stack.extend(reversed(taxonomy.children.get(label, ())))
    return "\n".join(lines) + "\n"


def _counts_text(taxonomy: Taxonomy, label: str, supports: Mapping[str, int]) -> str:
    counts = []
    if label in taxonomy.children:
        counts.append(count_of(taxonomy.leaf_count[label], "leaf", "leaves"))
    if label in supports:
        counts.append(count_of(supports[label], "record"))
    return f"  ({', '.join(counts)})" if counts else ""
