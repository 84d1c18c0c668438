"""How useful is a disassociated release still? Measures against its source.

=============== =================================================================================================
``tkd``         share of the 1000 most frequent itemsets of the source that are not among the 1000 most frequent
                of a made-up original
``tkd_a``       likewise, counting only what is certain: itemsets inside of subrecords, and single terms
``tkd_ml2``     as ``tkd``, over all nodes of a taxonomy
``re``          mean relative error (0..2) of the supports of pairs of the 200th to 220th most frequent items, in one
                made-up original or on average over several; pairs that neither side holds do not count
``re_a``        likewise, counting only what is certain
``re_top``      as ``re`` and ``re_a`` for the 20 most frequent items
``re_a_top``
``tlost``       share of the items in more than k records that are in term chunks only
``kept_share``  share of the occurrences of the source that are in record or shared chunks
=============== =================================================================================================

Source: Terrovitis et al., sections 6 and 7.1.
"""

from dataclasses import dataclass
from typing import Protocol

from setanon_sql.counting.itemsets import top_itemsets
from setanon_sql.dataset import Dataset
from setanon_sql.engine import Engine
from setanon_sql.inference.reconstruct import prepare, reconstructions
from setanon_sql.query.templates import Table
from setanon_sql.verify.disassociation import FolderTables

TOP = 1000
RANKS = (200, 220)
LEADING = 20


class Ancestors(Protocol):
    """What the measures need of a taxonomy: ``ancestors`` is ``item, node``, each item its own ancestor, too."""

    @property
    def ancestors(self) -> Table:
        """Each item with the nodes at or over it."""
        ...


@dataclass(frozen=True)
class Compared:
    """How to compare: so many made-up originals, by this seed; ``top`` itemsets."""

    samples: int = 1
    seed: str = "0"
    top: int = TOP


def folder_utility(
    source: Dataset, release: FolderTables, k: int, taxonomy: Ancestors | None = None, how: Compared | None = None
) -> dict[str, float]:
    """Return every measure that applies, by name."""
    engine, how = source.engine, how or Compared()
    made = reconstructions(engine, prepare(engine, release), how.samples, how.seed)
    drawn = engine.table(
        "measures/disassociated/numbered_samples", samples=made, items=source.items, sample_count=how.samples
    )
    certain = engine.table(
        "measures/disassociated/certain_rows", subrecords=release.subrecords, terms=release.terms, items=source.items
    )
    rows = engine.table(
        "measures/disassociated/compared_rows", originals=source.transactions, drawn=drawn, certain=certain
    )
    measures = _lost_itemsets(engine, rows, {1: "tkd", 2: "tkd_a"}, how.top)
    if taxonomy is not None:
        measures |= _lost_generalized(engine, source.transactions, drawn, taxonomy, how.top)
    measures |= _errors(engine, rows, how.samples)
    measures |= _kept(source, release, k)
    engine.drop(made, drawn, certain, rows)
    return measures


def _lost_itemsets(
    engine: Engine, rows: Table, names: dict[int, str], top: int, related: Table | None = None
) -> dict[str, float]:
    """``names``: of the measure for each draw of ``rows`` that is compared with draw 0."""
    found = top_itemsets(engine, rows, top, related)
    common = {draw: int(n) for draw, n in engine.rows("counting/top_itemsets/common", found=found)}
    engine.drop(found)
    return {name: 1 - common.get(draw, 0) / common[0] for draw, name in names.items() if common.get(0)}


def _lost_generalized(engine: Engine, source: Table, drawn: Table, taxonomy: Ancestors, top: int) -> dict[str, float]:
    over = taxonomy.ancestors
    related = engine.table("measures/disassociated/related_nodes", ancestors=over)
    both = [engine.table("km/audit/generalized", transactions=rows, ancestors=over) for rows in (source, drawn)]
    rows = engine.table("counting/top_itemsets/side_by_side", originals=both[0], drawn=both[1])
    measures = _lost_itemsets(engine, rows, {1: "tkd_ml2"}, top, related)
    engine.drop(related, *both, rows)
    return measures


def _errors(engine: Engine, rows: Table, samples: int) -> dict[str, float]:
    pairs = engine.table("measures/disassociated/pair_supports", rows=rows, top=LEADING, first=RANKS[0], last=RANKS[1])
    errors = engine.rows("measures/disassociated/relative_error", pair_supports=pairs, samples=samples)
    engine.drop(pairs)
    names = {1: "re", 2: "re_a"}
    return {names[draw] + ("_top" if band else ""): float(error) for draw, band, error in errors}


def _kept(source: Dataset, release: FolderTables, k: int) -> dict[str, float]:
    engine = source.engine
    frequent, lost = engine.row(
        "measures/disassociated/terms_lost", items=source.items, subrecords=release.subrecords, k=k
    )
    share = {"kept_share": engine.count(release.subrecords) / source.rows} if source.rows else {}
    return share | ({"tlost": lost / frequent} if frequent else {})
