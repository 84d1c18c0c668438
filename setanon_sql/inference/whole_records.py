"""What a release of whole records tells about itemsets of its source, where items may be generalized.

1. Which labels of the release may stand for each item that is asked for, or for one under a label that is? The meaning
   table tells. A label over all of the taxonomy may also stand for items that the taxonomy does not have.
2. A record holds an itemset for certain where all its items stand there themselves (of a label: it, or what is under
   it), and perhaps where labels stand there that may stand for them.
3. Expected is what :func:`setanon_sql.measures.workload.expected_supports` expects: a label stands for one item under
   it, for each with the same chance. Where items were lifted by secret floors, the public probability of a step says
   how many of the rows of a label are of the items that are shown under it, and in which proportion.

What was taken out of the data before they were generalized (rules, a part of the source) is not counted.
"""

from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction

from setanon_sql.engine import DuckDBEngine, scoped
from setanon_sql.errors import BadInput
from setanon_sql.query.templates import Table, columns_of
from setanon_sql.verify.label_table import FoundLabels
from setanon_sql.verify.promise import AnyPromise
from setanon_sql.verify.reader_base import ReleaseReader


@dataclass(frozen=True)
class WholeRecords:
    """A release of whole records: ``lines`` (``record_id, item``: a label); ``meaning`` (``label, item, share``);
    ``roots`` (``label``): those over all of the taxonomy. ``under`` (``node, label``): what is at a label or over it.
    ``is_local``: an item may have another label in another record.
    """

    lines: Table
    meaning: Table
    roots: Table
    under: Table
    is_local: bool


def read_whole_records(engine: DuckDBEngine, reader: ReleaseReader, promise: AnyPromise) -> WholeRecords:
    """Return a release with what its labels mean; raises BadInput where that does not stand beside it."""
    if not promise.model.shows_whole_records:
        raise BadInput(
            f"a release of {promise.model.name} tells no expected supports",
            "count the rows of it: each count is a lower bound (docs/asking.md)",
        )
    lines = reader.read(promise.shape, promise.separator)[""]
    if promise.labels is None:
        meaning = engine.table("inference/estimate/own_meaning", lines=lines)
        roots = engine.load("roots", {"label": str}, [[]])
        return WholeRecords(lines, meaning, roots, engine.empty("under", "node", "label"), False)
    labels = reader.labels(promise.labels.levels)
    meanings = reader.meaning() if promise.meaning else None
    if meanings is None or meanings.rows is None or labels is None or labels.labels is None:
        raise BadInput(
            "the release has no label table and meaning table, which tell what its labels stand for",
            "they stand beside a release that is made with <meaning>",
        )
    pairs = engine.load_rows("pairs", {"label": str, "item": str}, [row[:2] for row in meanings.rows])
    meaning = engine.table("release/labels/meaning", label_items=pairs)
    if promise.model.may_leave_out:
        engine.trace.note("occurrences that are gone are in no count: the manifest says about how many these are")
    release = WholeRecords(lines, meaning, _roots(engine, labels), _under(engine, labels), promise.recodes_locally)
    return _with_floors(engine, release, labels, promise.model.floor) if promise.model.floor else release


def _with_floors(engine: DuckDBEngine, release: WholeRecords, labels: FoundLabels, floor: Fraction) -> WholeRecords:
    """Return a release whose labels stand for shown items as often as secret floors lift these."""
    rows = [(str(row[0]), int(str(row[1]))) for row in labels.rows or ()]
    depths = engine.load_rows("depths", {"label": str, "depth": int}, rows)
    tables = {"lines": release.lines, "meaning": release.meaning, "depths": depths}
    return replace(
        release,
        meaning=engine.table(
            "inference/estimate/with_floors", floor=Decimal(floor.numerator) / floor.denominator, **tables
        ),
    )


def _under(engine: DuckDBEngine, labels: FoundLabels) -> Table:
    """Return the labels of a release with what is at or over each, but for the root of the taxonomy."""
    rows = [[str(value) for value in row[:-2] if value not in (None, "")] for row in labels.rows or ()]
    pairs = sorted({(node, label) for label, _, *path in rows for node in (label, *path)})
    return engine.load_rows("under", {"node": str, "label": str}, pairs)


def _roots(engine: DuckDBEngine, labels: FoundLabels) -> Table:
    """Return the labels that stand over all of the taxonomy."""
    return engine.load("roots", {"label": str}, [[str(row[0]) for row in labels.rows or () if str(row[1]) == "0"]])


@scoped
def estimate_whole(engine: DuckDBEngine, release: WholeRecords, itemsets: Table) -> Table:
    """Return ``itemset_id, certain, expected, at_most`` of itemsets (``itemset_id, item``: one, or a label).

    Cost: joins the itemsets with the rows of the release.
    """
    meaning = {"itemsets": itemsets, "meaning": release.meaning}
    covered = engine.table("inference/estimate/covered", under=release.under, **meaning)
    tables = {"covered": covered, "roots": release.roots}
    outside = engine.table("inference/estimate/outside", is_local=release.is_local, **tables, **meaning)
    reach = engine.table("inference/estimate/label_reach", outside=outside, **tables, **meaning)
    chances = engine.table("inference/estimate/known_chances", reach=reach)
    requested = engine.table(columns_of(itemsets, query_id="itemset_id", item="item"))
    expected = engine.table("measures/workload/expected", asked=requested, reach=chances, release=release.lines)
    parts = {"itemsets": itemsets, "reach": reach, "release": release.lines, "expected": expected}
    return engine.table("inference/estimate/whole_records", **parts)
