"""The cells of a table of counts: sets of labels, and which of them lie in which."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import count

from setanon_sql.count_tables.reading import CountLines
from setanon_sql.engine import Engine, scoped
from setanon_sql.errors import BadInput
from setanon_sql.query.templates import Bind, Table, all_rows, columns_of
from setanon_sql.text import count_of

#: So many parts of totals that are not shown are looked at.
MOST_PARTS = 5_000_000


@dataclass(frozen=True)
class Cells:
    """The cells of a table of counts.

    ``shown``: ``node, n``: each cell, and what it shows; missing where that is not shown. ``nodes``: ``node, parent,
    label``: the sets of labels, from the empty one (0) down; ``depth``: labels of the largest one. ``labels``: ``label,
    place, name``. ``set_labels``: ``node, label``. ``pairs``: ``holder, node``: a cell and each one around it, itself
    too. ``subsets``: ``node, part, items, groups``: those around it that have no label but its own, and how many fewer.
    ``sets``: ``line, node``: the cell of each line. ``asked``: ``node``: those that were asked for, and are less than
    k. ``all_parts``: whether the parts of all totals are among the cells.
    """

    shown: Table
    nodes: Table
    labels: Table
    set_labels: Table
    pairs: Table
    subsets: Table
    sets: Table
    depth: int
    asked: Table | None = None
    all_parts: bool = True


@scoped
def cells_of(engine: Engine, table: CountLines, tree: Iterable[tuple[str, str]] = ()) -> Cells:
    """Return the cells of a table, and the parts of its totals that are not shown.

    ``tree``: an item, or a label, and one over it. Raises BadInput where a cell shows two counts.
    """
    tree = tuple(tree)
    labels = engine.table("count_tables/cells/labels", line_labels=table.labels)
    table, all_parts = _with_hidden_parts(engine, table, labels)
    members = engine.table("count_tables/cells/members", line_labels=table.labels, labels=labels)
    nodes, sets, depth = _sets(engine, table, members)
    shown = engine.table("count_tables/cells/cells", sets=sets, line_counts=table.counts)
    _refuse_conflicts(engine, shown)
    set_labels = engine.table("count_tables/cells/set_labels", sets=sets, members=members)
    upwards = engine.load_rows("tree", {"name": str, "upper": str}, tree)
    above = engine.table("count_tables/cells/above", labels=labels, tree=upwards)
    held = engine.table("count_tables/wider/held", set_labels=set_labels, above=above)
    start = engine.table("count_tables/wider/start", cells=shown)
    pairs = held_cells(engine, start, held, SetNodes(nodes, shown, depth))
    sizes = engine.table("count_tables/cells/sizes", cells=shown, set_labels=set_labels, labels=labels)
    if tree:
        subsets = engine.table("count_tables/wider/subsets", pairs=pairs, set_labels=set_labels, sizes=sizes)
    else:
        subsets = engine.table("count_tables/wider/subsets_without_tree", pairs=pairs, sizes=sizes)
    asked = None
    if table.asked is not None:
        asked = engine.table("count_tables/cells/asked", sets=sets, asked_lines=table.asked)
    return Cells(shown, nodes, labels, set_labels, pairs, subsets, sets, depth, asked, all_parts)


@dataclass(frozen=True)
class SetNodes:
    """The nodes of sets of labels (``node, parent, label``), those of ``cells`` (``node``), and the largest's size."""

    nodes: Table
    cells: Table
    depth: int


@scoped
def held_cells(engine: Engine, start: Table, held: Table, sets: SetNodes) -> Table:
    """Return ``holder, node``: the cells all of whose labels a holder has (``held``: ``holder, label``).

    ``start``: ``holder, node``, all holders at the empty set.
    """
    reached, cells, nodes = start, sets.cells, sets.nodes
    among = engine.table("count_tables/wider/cells_among", reached=reached, cells=cells)
    for _ in range(sets.depth):
        reached = engine.table("count_tables/wider/step", reached=reached, held=held, nodes=nodes)
        engine.append(among, "count_tables/wider/cells_among", reached=reached, cells=cells)
    return among


def _with_hidden_parts(engine: Engine, table: CountLines, labels: Table) -> tuple[CountLines, bool]:
    """Return the table with lines for the parts of totals that it has none for; and whether these are all."""
    if not table.columns:
        return table, True
    tables = {"line_labels": table.labels, "line_counts": table.counts, "labels": labels}
    parts = engine.table("count_tables/cells/parts_of_totals", **tables)
    if engine.count(parts) > MOST_PARTS:
        return table, False
    numbered = engine.table("count_tables/cells/numbered_parts", parts=parts, last=engine.count(table.lines))
    texts = engine.table(all_rows(table.labels))
    engine.append(texts, "count_tables/cells/labels_of_parts", line_labels=table.labels, parts=numbered)
    lines = engine.table(columns_of(table.lines, "line"))
    engine.append(lines, columns_of(numbered, "part"))
    return replace(table, lines=lines, labels=texts), True


def _sets(engine: Engine, table: CountLines, members: Table) -> tuple[Table, Table, int]:
    """Return the nodes of all sets, the node of each line (``line, node``), and how many labels the largest has."""
    nodes = engine.empty("nodes", "node", "parent", "label")
    sets = engine.table("count_tables/cells/without_labels", lines=table.lines, line_labels=table.labels)
    standing = engine.table("count_tables/cells/all_at_root", lines=table.lines)
    for rank in count(1):
        where: dict[str, Bind] = {"standing": standing, "members": members, "rank": rank}
        children = engine.table("count_tables/cells/children", last=engine.count(nodes), **where)
        if not engine.count(children):
            return nodes, sets, rank - 1
        engine.append(nodes, all_rows(children))
        standing = engine.table("count_tables/cells/steps", children=children, **where)
        engine.append(sets, "count_tables/cells/ended", standing=standing, members=members, rank=rank)
    raise AssertionError


def _refuse_conflicts(engine: Engine, cells: Table) -> None:
    if conflicts := engine.number("count_tables/cells/conflicts", cells=cells):
        raise BadInput(
            f"{count_of(conflicts, 'cell shows', 'cells show')} several counts",
            "name all columns of groups in <by>, and what stands for a total in <total>",
        )
