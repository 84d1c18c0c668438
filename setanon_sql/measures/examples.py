"""A few records as they were in the source, and as they are in the release: for the data's owner alone.

Which record is which is not published. It is known where the release is being made, where record ids were kept, and by
the ledger. Without these it can still be told where each item has one label in all records, and no record lost an item
that others kept.

A record's loss is the share of its information that is lost (NCP of its items). Of a release in pieces, where items
stay as they are, it is the share of the pairs of its items that no longer stand together in a piece. Examples are told
in that order, from the record that lost most to the one that lost least, in equal steps; a single one is the median.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Annotated

from setanon_sql.dataset import Dataset
from setanon_sql.engine import scoped
from setanon_sql.errors import BadInput, BadParameter
from setanon_sql.fields import LIKEWISE, ComputedKey, Fields, Name
from setanon_sql.numbers import whole_of
from setanon_sql.query.templates import Table
from setanon_sql.text import count

#: How a piece of a release in pieces is called that is the list of terms of a cluster.
TERMS = "terms"


@dataclass(frozen=True)
class Became(Fields):
    """An item of a record, before and after."""

    item: Annotated[str, ""]
    released_as: Annotated[str | None, ""]
    part: Annotated[
        str, "released in pieces: the piece it is in: cluster, chunk, subrecord, or the terms of a cluster"
    ] = ""


@dataclass(frozen=True)
class Example(Fields):
    """A record before and after; its items, the most frequent first. ``rank``: 1 lost most."""

    rank: Annotated[int, ""]
    of: Annotated[int, "records that hold an item"]
    record: Annotated[str, "its id in the source †"]
    loss: Annotated[
        float,
        "share of the information in its items that is lost; released in pieces: of the pairs of its items that no "
        "longer stand together",
    ]
    items: Annotated[tuple[Became, ...], Name("became"), "its items †"]
    number_of_items = ComputedKey[int]("it had", lambda example: len(example.items), Name("items"))
    unchanged = ComputedKey[int](
        "released as they were; not released",
        lambda example: sum(became.released_as == became.item for became in example.items),
        Name("items_unchanged"),
    )
    items_gone = ComputedKey[int](LIKEWISE, lambda example: sum(became.released_as is None for became in example.items))

    @property
    def parts(self) -> list[tuple[str, list[str]]]:
        """Return the labels of each part, the parts with most labels first, and terms last."""
        labels_of: dict[str, list[str]] = {}
        for became in self.items:
            if became.released_as is not None and became.released_as not in labels_of.setdefault(became.part, []):
                labels_of[became.part].append(became.released_as)
        return sorted(labels_of.items(), key=lambda part: (part[0].startswith(TERMS), -len(part[1]), part[0]))


@dataclass(frozen=True)
class ExampleRequest:
    """Number of examples, and tables that join the records of source and release.

    ``release``: ``record_id, item`` (label), with the record numbers of the source. ``changes``: the rows of the ledger
    (``record_id, item, action, label, cause``) in the numbers of the source. None: not known.
    """

    number: int
    release: Table | None = None
    changes: Table | None = None


def example_request(number: int) -> ExampleRequest | None:
    """Return what so many examples need, as far as that is known; None for none. Raises BadParameter below 0."""
    number = whole_of("<examples>", number, "say how many records to tell of", least=0)
    return ExampleRequest(number) if number else None


@dataclass(frozen=True)
class Labels:
    """Meaning of the labels of a release: tables of :mod:`setanon_sql.measures.records`, and all leaves."""

    recoded: Table
    published: Table
    originals: Table
    leaves: int
    grouped: bool


@scoped
def examples_of_rows(source: Dataset, labels: Labels, how: ExampleRequest) -> tuple[Example, ...]:
    """Return examples of a release of one table; raises BadParameter where nobody knows which record is which."""
    became = _outcomes(source, labels, how)
    losses = source.engine.table("measures/examples/losses", became=became, leaves=labels.leaves)
    return _examples_at_places(source, became, losses, how.number)


@scoped
def examples_of_pieces(source: Dataset, how: ExampleRequest) -> tuple[Example, ...]:
    """Return examples of a release in pieces, whose ``changes`` are known."""
    assert how.changes is not None
    engine = source.engine
    became = engine.table("measures/examples/in_pieces", changes=how.changes, items=source.items)
    return _examples_at_places(
        source, became, engine.table("measures/examples/losses_in_pieces", became=became), how.number
    )


def release_by_kept_ids(source: Dataset, release: Table) -> Table:
    """Return the rows of a ``release`` whose record ids were kept, by the numbers of the source; raises BadInput."""
    engine = source.engine
    names = source.names()
    rows = engine.table("measures/examples/kept_records", release=release, record_ids=names)
    if engine.count(rows) != engine.count(release):
        raise BadInput("record ids of the release are not in the source", "is this the source it was made from?")
    return rows


def changes_of(source: Dataset, ledger: Table) -> Table:
    """Return the rows of a ``ledger`` in the numbers of the source, for :class:`ExampleRequest`; raises BadInput."""
    engine = source.engine
    changes = engine.table("measures/examples/changes", ledger=ledger, record_ids=source.names(), items=source.items)
    if engine.count(changes) != engine.count(ledger) - 1:  # its first row holds the seed
        raise BadInput(*OTHER_LEDGER)
    return changes


def check_pieces(source: Dataset, changes: Table, subrecords: Table) -> None:
    """Raise BadInput where a ledger's ``changes`` name an item of a subrecord that the release does not have."""
    tables = {"changes": changes, "items": source.items, "subrecords": subrecords}
    if source.engine.number("measures/examples/other_pieces", **tables):
        raise BadInput(*OTHER_LEDGER)


def _outcomes(source: Dataset, labels: Labels, how: ExampleRequest) -> Table:
    engine = source.engine
    nodes = {"published_nodes": labels.published}
    if how.release is not None:
        return engine.table(
            "measures/examples/by_release", transactions=source.transactions, release=how.release,
            recoded=labels.recoded, leaves=labels.leaves, **nodes,
        )  # fmt: skip
    if how.changes is not None:
        became = engine.table(
            "measures/examples/by_changes", transactions=source.transactions, items=source.items,
            changes=how.changes, leaves=labels.leaves, **nodes,
        )  # fmt: skip
        if engine.number("measures/examples/other_labels", became=became, **nodes):
            raise BadInput(*OTHER_LEDGER)
        return became
    if labels.grouped or engine.number("measures/examples/partly_suppressed", originals=labels.originals, **nodes):
        raise BadParameter("which record of the release is which cannot be told: its record ids are new", NEEDED)
    return engine.table(
        "measures/examples/by_label", transactions=source.transactions, recoded=labels.recoded, leaves=labels.leaves,
        **nodes,
    )  # fmt: skip


NEEDED = "give the <ledger> that was written with it, or say <examples> when the release is made"
OTHER_LEDGER = (
    "the ledger is not that of this release",
    "each release has a ledger of its own: <ledger> when it is made",
)


def _examples_at_places(source: Dataset, became: Table, losses: Table, number: int) -> tuple[Example, ...]:
    engine = source.engine
    ranked = engine.table("measures/examples/ranked", losses=losses)
    records = engine.count(ranked)
    places = engine.load("places", {"rank": int}, [places_of(records, number)])
    rows = engine.rows(
        "measures/examples/listed", ranked=ranked, places=places, became=became, items=source.items,
        record_ids=source.names(),
    )  # fmt: skip
    return tuple(
        Example(int(rank), records, str(name), float(loss), tuple(Became(*row[3:]) for row in of_record))
        for (rank, name, loss), of_record in groupby(rows, itemgetter(0, 1, 2))
    )


def places_of(records: int, number: int) -> Sequence[int]:
    """Return the places of so many examples among ``records``: from first to last in equal steps; one: the median."""
    if number == 1 or records < 2:
        return [(records + 1) // 2] if records else []
    steps = min(number, records) - 1
    return [1 + (2 * step * (records - 1) + steps) // (2 * steps) for step in range(steps + 1)]


def ranking_text(examples: Sequence[Example]) -> str:
    """Say which records these are, and what they are measured by."""
    of = count(examples[0].of)
    which = (
        f"The record in the middle of {of}, by what they lost."
        if len(examples) == 1
        else f"{count(len(examples))} of {of} records, from the one that lost most to the one that lost least, "
        "in equal steps."
    )
    in_pieces = any(item.part for example in examples for item in example.items)
    lost = "pairs of its items that no longer stand together in a piece" if in_pieces else "information in its items"
    return f"{which} Lost is the share of the {lost}."


def release_text(example: Example) -> str:
    """Say what a record is in the release: its labels, or its pieces."""
    pieces = [
        f"among the terms of its cluster: {', '.join(labels)}" if part.startswith(TERMS) else
        (" + " if part else ", ").join(labels)
        for part, labels in example.parts
    ]  # fmt: skip
    return " | ".join(pieces) or "nothing"
