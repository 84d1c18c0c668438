"""Which columns of a dimension table make a taxonomy: proposed where the table as it stands makes none.

A column is a level where it has fewer labels than half of the leaves, and the coarser ones nearly always follow from
it (:func:`~setanon_sql.taxonomy.dimension.lambda_of`). Of all chains of such columns the longest is proposed.
"""

from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from setanon_sql.spelling import said
from setanon_sql.taxonomy.dimension import chosen_columns, dimension_tree, lambda_of

#: The least lambda of a level, given the next finer one.
_LEAST = 0.75

Cells = Sequence[str | None]


@dataclass(frozen=True)
class Proposal:
    """Options that make a dimension table a taxonomy, and what it then is.

    ``levels``, ``qualify``, ``missing``: the options. ``roots``: of the tree, one always. ``leaves``: of the tree.
    ``items_without_place``: items of the data that it does not have; None: no data were given.
    """

    levels: tuple[str, ...]
    qualify: bool
    missing: str
    leaves: int
    items_without_place: int | None = None
    roots: int = 1

    def to_json(self) -> dict[str, Any]:
        """Return the object of ``docs/json.md``."""
        return asdict(self) | {"levels": list(self.levels)}

    def sentence(self) -> str:
        """Return the options and the numbers, in the words of whoever reads them."""
        options = [f"<levels={','.join(map(_quoted, self.levels))}>", *(["<qualify>"] if self.qualify else [])]
        options += [f"<missing={self.missing}>"] if self.missing != "error" else []
        numbers = f"one root, {self.leaves:,} leaves"
        if self.items_without_place is not None:
            numbers += f", {self.items_without_place:,} items without a place"
        return said(f"with {' '.join(options)}: {numbers}")


def _quoted(name: str) -> str:
    return f'"{name}"' if "," in name else name


def proposal_of(
    header: Sequence[str], rows: Sequence[Cells], labels: Collection[str] | None, item: str
) -> Proposal | None:
    """Return what makes a taxonomy of a dimension table; None where no choice of columns does.

    ``labels``: the items of the data. ``item``: the column of the leaf, if it is called so.
    Cost: linear in the rows for each pair of columns.
    """
    leaf = chosen_columns(header, (), item).at[0]
    levels = _levels(header, rows, leaf)
    if not levels:
        return None
    columns = chosen_columns(header, levels, item)
    for qualify in (False, True):
        tree, _ = dimension_tree(columns, rows, qualify=qualify)
        if tree is not None:
            placeless = None if labels is None else sum(label not in tree.depth for label in labels)
            return Proposal(levels, qualify, "root" if placeless else "error", len(tree.leaves), placeless)
    return None


def _levels(header: Sequence[str], rows: Sequence[Cells], leaf: int) -> tuple[str, ...]:
    """Return the longest chain of columns, from coarse to fine, each of which tells the one before it."""
    values = {at: [_cell(row, at) for row in rows] for at in range(len(header)) if at != leaf}
    sizes = {at: len({cell for cell in cells if cell}) for at, cells in values.items()}
    most = len({_cell(row, leaf) for row in rows}) / 2
    ordered = sorted((at for at in values if 1 < sizes[at] <= most), key=lambda at: (sizes[at], at))
    chains: dict[int, tuple[int, ...]] = {}
    for fine in ordered:
        above = [
            chain for chain in chains.values() if all(lambda_of(values[at], values[fine]) >= _LEAST for at in chain)
        ]
        chains[fine] = (*max(above, key=len, default=()), fine)
    return tuple(header[at] for at in max(chains.values(), key=len, default=()))


def _cell(row: Cells, at: int) -> str:
    return (row[at] or "").strip() if at < len(row) else ""
