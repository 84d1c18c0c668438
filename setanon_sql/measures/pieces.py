"""How useful is a release in pieces still? Measures against its source.

What each measure is: :class:`setanon_sql.measures.results.Measures`. Itemsets are compared with those of a made-up
original, and with what is certain: itemsets inside of subrecords, and single terms. Relative errors are those in one
made-up original, or on average over several; pairs that neither side holds do not count.

Source: Terrovitis et al., sections 6 and 7.1.
"""

from dataclasses import dataclass
from typing import Protocol

from setanon_sql.counting.itemsets import top_itemsets
from setanon_sql.dataset import Dataset
from setanon_sql.engine import Engine, scoped
from setanon_sql.inference.reconstruct import prepare, reconstructions
from setanon_sql.measures.details import ItemFate
from setanon_sql.measures.results import Measures
from setanon_sql.query.templates import Table, all_rows
from setanon_sql.verify.pieces import FolderTables

TOP = 1000
RANKS = (200, 220)
LEADING = 20


class Ancestors(Protocol):
    """Part of a taxonomy that the measures need: ``ancestors`` is ``item, node``, each item its own ancestor, too."""

    @property
    def ancestors(self) -> Table:
        """Return each item with the nodes at or over it."""
        ...


@dataclass(frozen=True)
class Compared:
    """Parameters of comparing: so many made-up originals, by this seed; ``top`` itemsets.

    ``leading``: those of the source, as draw 0, where they were counted before. ``drawn``: the originals, where they
    were made up before (:func:`drawn_originals`).
    """

    samples: int = 1
    seed: str = "0"
    top: int = TOP
    leading: Table | None = None
    drawn: Table | None = None


@scoped
def drawn_originals(source: Dataset, release: FolderTables, how: Compared) -> Table:
    """Return made-up originals of a release as ``record_id, item`` with the item numbers of the source."""
    engine = source.engine
    samples = reconstructions(engine, prepare(engine, release), how.samples, how.seed)
    return engine.table(
        "measures/pieces/numbered_samples", samples=samples, items=source.items, sample_count=how.samples
    )


@scoped
def folder_utility(
    source: Dataset, release: FolderTables, k: int, taxonomy: Ancestors | None = None, how: Compared | None = None
) -> Measures:
    """Return every measure of a release in pieces that applies, against its source.

    ``source``: the data as they were, in an engine. ``release``: its three tables in the same engine.
    ``k``: the release's; items of more than k records count for ``tlost``.
    ``taxonomy``: adds ``tkd_ml2``.
    ``how``: how many originals are made up, from which seed, and how many itemsets are compared.

    Cost: that of making up the originals, and of finding the most frequent itemsets of two or three datasets; both grow
    with the rows, the second also with the length of records.
    Raises BadParameter for fewer than one original.
    Source: Terrovitis et al., sections 6 and 7.1.
    """
    engine = source.engine
    how = how or Compared()
    drawn = how.drawn or drawn_originals(source, release, how)
    certain = engine.table(
        "measures/pieces/certain_rows", subrecords=release.subrecords, terms=release.terms, items=source.items
    )
    rows = engine.table("measures/pieces/compared_rows", originals=source.transactions, drawn=drawn, certain=certain)
    lost = _lost_itemsets(engine, rows, how.top, leading=how.leading)
    measures = Measures(tkd=lost.get(1), tkd_a=lost.get(2))
    if taxonomy is not None:
        measures |= _lost_generalized(engine, source.transactions, drawn, taxonomy, how.top)
    measures |= _errors(engine, rows, how.samples)
    measures |= _kept_shares(source, release, k)
    return measures


@scoped
def _lost_itemsets(
    engine: Engine, rows: Table, top: int, related: Table | None = None, leading: Table | None = None
) -> dict[int, float]:
    """Return the share of the most frequent itemsets of draw 0 that each other draw of ``rows`` lacks, by number.

    ``leading``: those of draw 0, where they were counted before.
    """
    if leading:
        rows = engine.view("measures/pieces/without_source", rows=rows)
    itemsets = top_itemsets(engine, rows, top, related)
    if leading:
        engine.append(itemsets, all_rows(leading))
    common = {draw: int(n) for draw, n in engine.rows("counting/top_itemsets/common", found=itemsets)}
    return {draw: 1 - common.get(draw, 0) / common[0] for draw in (1, 2)} if common.get(0) else {}


@scoped
def _lost_generalized(engine: Engine, source: Table, drawn: Table, taxonomy: Ancestors, top: int) -> Measures:
    over = taxonomy.ancestors
    related = engine.table("measures/pieces/related_nodes", ancestors=over)
    both = [engine.table("sets/audit/generalized", transactions=rows, ancestors=over) for rows in (source, drawn)]
    rows = engine.table("counting/top_itemsets/side_by_side", originals=both[0], drawn=both[1])
    lost = _lost_itemsets(engine, rows, top, related)
    return Measures(tkd_ml2=lost.get(1))


@scoped
def _errors(engine: Engine, rows: Table, samples: int) -> Measures:
    pairs = engine.table("measures/pieces/pair_supports", rows=rows, top=LEADING, first=RANKS[0], last=RANKS[1])
    errors = engine.rows("measures/pieces/relative_error", pair_supports=pairs, samples=samples)
    error_of = {(draw, bool(band)): float(error) for draw, band, error in errors}
    drawn = 1
    certain = 2
    return Measures(
        re=error_of.get((drawn, False)),
        re_a=error_of.get((certain, False)),
        re_top=error_of.get((drawn, True)),
        re_a_top=error_of.get((certain, True)),
    )


def top_items_in_pieces(source: Dataset, subrecords: Table, most: int) -> tuple[ItemFate, ...]:
    """Return how often the most frequent items stand in record and shared chunks (``subrecords``: labels)."""
    rows = source.engine.rows("measures/pieces/top_items", items=source.items, subrecords=subrecords, most=most)
    return tuple(
        ItemFate(rank, str(label), int(support), "kept", str(label), float(n))
        for rank, (label, support, n) in enumerate(rows, 1)
    )


def _kept_shares(source: Dataset, release: FolderTables, k: int) -> Measures:
    engine = source.engine
    frequent, lost = engine.row("measures/pieces/terms_lost", items=source.items, subrecords=release.subrecords, k=k)
    return Measures(
        kept_share=engine.count(release.subrecords) / source.rows if source.rows else None,
        tlost=lost / frequent if frequent else None,
    )
