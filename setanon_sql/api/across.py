"""Several releases of the same people: what two of them tell together, and what the next one may not add."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from setanon_sql.api.opening import Tree, one_state, tree_of
from setanon_sql.dataset import Dataset
from setanon_sql.engine import DuckDBEngine, Warehouse
from setanon_sql.errors import BadInput, BadParameter, NotReached
from setanon_sql.inference.across import AcrossAttack, labels_of, labels_of_pieces, side
from setanon_sql.inference.across import attack_across as attack
from setanon_sql.layout import Destination
from setanon_sql.models import Disassociation, KmAnonymity
from setanon_sql.query.templates import Table
from setanon_sql.release import Pieces, Published
from setanon_sql.release.long import record_places
from setanon_sql.release.options import WriteOptions
from setanon_sql.release.places import Content
from setanon_sql.sources import SourceOptions, open_source
from setanon_sql.sources.frames import Frame, is_local, without_index
from setanon_sql.verify import read
from setanon_sql.verify.promise import AnyPromise

#: Who is who in two releases: a file, the name of a table, or a frame.
Link = str | Path | Frame

#: Nobody has as many equal ids as this by chance: of two random orders one in 3 million (1 / 10!).
EQUAL_IDS = 10

#: Items that are known where nothing else is said.
KNOWN = 2

#: The columns of a link.
OLD, NEW, PERSON = "old_record_id", "new_record_id", "person_id"


def compare(
    engine: DuckDBEngine | Warehouse,
    releases: Sequence[Destination],
    link: Link,
    db: str,
    *,
    m: int,
    k: int | None,
    taxonomy: Tree | None,
) -> AcrossAttack:
    """Attack two releases where they stand; see :func:`setanon_sql.api.releases.attack_across`."""
    with one_state(engine, link, taxonomy):
        both = [_release(engine, where) for where in releases]
        known = k or least_k(*(promise.model for _, promise in both))
        pieces = not all(promise.shape.single for _, promise in both)
        persons, count = read_link(engine, link, db, pieces=pieces)
        tree = None if taxonomy is None else tree_of(engine, taxonomy, SourceOptions(db=db))
    old, new = (
        labels_of(engine, side(persons, which), tables) for which, (tables, _) in zip(("old", "new"), both, strict=True)
    )
    engine.trace.doing("counting who is left with few candidates by both releases together")
    return attack(engine, count, old, new, k=known, m=m, taxonomy=tree)


def _release(engine: DuckDBEngine | Warehouse, where: Destination) -> tuple[Mapping[str, Table], AnyPromise]:
    """Read a release; raises BadInput for lines, which have no record ids."""
    if where.lines:
        raise BadInput("a release of basket lines has no record ids", "anonymize to .parquet, .csv or .tsv")
    return read(engine, where)


def least_k(*models: object) -> int:
    """Return the smallest k that any of some models promises; raises BadParameter where none does."""
    promised = [model.k for model in models if isinstance(model, KmAnonymity | Disassociation)]
    if not promised:
        raise BadParameter("neither release promises a k", "say with --k how many candidates are enough")
    return min(promised)


def read_link(engine: DuckDBEngine | Warehouse, link: Link, db: str, *, pieces: bool = False) -> tuple[Table, int]:
    """Read who is who in both releases: ``person, old_id, new_id``, and how many they are.

    ``pieces``: one of the releases is disassociated; its ids are clusters, and the link also names persons.
    Raises BadInput where a person is linked twice.
    """
    if not isinstance(engine, Warehouse) and is_local(link):
        db = ""
    if pieces:
        old, new = (_opened(engine, link, db, PERSON, column) for column in (OLD, NEW))
        persons = engine.table(
            "inference/across/persons",
            old_rows=old.transactions, old_persons=_ids(old), old_ids=old.items,
            new_rows=new.transactions, new_persons=_ids(new), new_ids=new.items,
        )  # fmt: skip
        twice = old.rows - old.records + new.rows - new.records
    else:
        both = _opened(engine, link, db, OLD, NEW)
        persons = engine.table(
            "inference/across/pairs", transactions=both.transactions, record_ids=_ids(both), items=both.items
        )
        twice = 2 * both.rows - both.records - both.distinct_items
    if twice:
        raise BadInput(f"the link names {twice:,} records twice", "each person has one record in each release")
    return persons, engine.count(persons)


def _opened(engine: DuckDBEngine | Warehouse, link: Link, db: str, record_id: str, item: str) -> Dataset:
    """Open two columns of a link; a person without a record in one of the releases is not in both."""
    engine.trace.doing("reading who is who")
    try:
        found = open_source(engine, without_index(link), SourceOptions(db, "long", record_id, item, on_null="drop"))
    except BadInput as error:
        columns = f"it has the columns {OLD} and {NEW}, and {PERSON} where a release is disassociated"
        raise BadInput(f"the link cannot be read: {error.shell_message}", columns, error.details) from error
    for note in found.notes:
        engine.trace.note(f"link: {note}")
    return found


def _ids(dataset: Dataset) -> Table:
    assert dataset.record_ids is not None
    return dataset.record_ids


@dataclass(frozen=True)
class Previous:
    """An earlier release of the same people, which the next one must not undo.

    ``where``: where it stands. ``link``: its record ids, and those of the source. ``db``: the database of the link.
    ``keep``, ``linkable``: the next release keeps record ids, and may although this one did. ``taxonomy``: says which
    labels of both fit each other.
    """

    where: Destination
    link: Link
    db: str
    keep: bool
    linkable: bool
    taxonomy: Tree | None = None
    #: What :meth:`read_link` found, once it is read.
    linked: list[tuple[Table, int]] = field(default_factory=list, compare=False, repr=False)

    def read_link(self, engine: DuckDBEngine | Warehouse) -> None:
        """Read who is who, in the state in which the source is read."""
        _, promise = _release(engine, self.where)
        self.linked[:] = [read_link(engine, self.link, self.db, pieces=not promise.shape.single)]

    def check_ids(self, engine: DuckDBEngine | Warehouse) -> None:
        """Raise BadParameter, before the work, where both releases would have the record ids of the source."""
        _, promise = _release(engine, self.where)
        if self.keep and promise.shape.single and not promise.claims.random_ids and not self.linkable:
            raise BadParameter(
                "the previous release kept its record ids, and this one would, too: anybody can put them together",
                "leave --record-ids out, or say --linkable",
            )

    def check_new_ids(self, content: Content, options: WriteOptions, *, lines: bool) -> None:
        """Raise NotReached where the new record ids are those of the previous release, for more than chance explains.

        ``options``: how it is about to be written; ``lines``: as basket lines, whose numbers are the ids.
        """
        if self.linkable or not isinstance(content, Published):
            return
        engine = content.engine
        assert isinstance(engine, DuckDBEngine | Warehouse)
        tables, promise = _release(engine, self.where)
        if not promise.shape.single:
            return
        persons, count = read_link(engine, self.link, self.db)
        places, names = record_places(content, options, lines=lines), content.source.names()
        of_both = {"places": places, "record_ids": names, "release": tables[""]}
        equal = engine.number("inference/across/equal_ids", persons=persons, **of_both)
        if equal >= EQUAL_IDS or (self.keep and equal == count > 1):
            raise NotReached(
                f"{equal:,} of {count:,} persons would have the record id of the previous release: anybody can put "
                "both together; nothing was published",
                "leave --seed and --record-ids out, so that new ids are made, or say --linkable",
            )

    def check(self, content: Content) -> None:
        """Raise NotReached where a person would be left with fewer than k candidates by both releases together."""
        engine = content.engine
        assert isinstance(engine, DuckDBEngine | Warehouse)
        assert isinstance(content, Published | Pieces)
        tables, promise = _release(engine, self.where)
        k, m = least_k(content.model, promise.model), content.model.m or KNOWN
        ((persons, count),) = self.linked
        old = labels_of(engine, side(persons, "old"), tables)
        tree = None if self.taxonomy is None else tree_of(engine, self.taxonomy, SourceOptions(db=self.db))
        engine.trace.doing("counting who is left with few candidates by both releases together")
        found = attack(engine, count, old, _new(content, side(persons, "new")), k=k, m=m, taxonomy=tree)
        engine.trace.note(f"with the previous release: {_told(found)}")
        if found.persons_at_risk:
            raise NotReached(
                f"by this and the previous release together, {_told(found)}; nothing was published",
                "use a larger --k or --m, coarser labels (a taxonomy), or for km the --mapping of the previous release",
            )


def _new(content: Published | Pieces, persons: Table) -> Table:
    """The labels of each person in the release to be; raises BadInput where nobody of the link is in the source."""
    found = _of_cut_records(content, persons) if isinstance(content, Pieces) else _of_records(content, persons)
    if not content.engine.count(found):
        raise BadInput(f"no {NEW} of the link is in the source", "the link has the record ids of the source")
    return found


def _of_cut_records(content: Pieces, persons: Table) -> Table:
    assert content.record_clusters is not None
    among = {"persons": persons, "record_clusters": content.record_clusters}
    return labels_of_pieces(
        content.engine, content.engine.table("inference/across/in_clusters", **among), vars(content.tables)
    )


def _of_records(content: Published, persons: Table) -> Table:
    engine, source = content.engine, content.source
    ids = source.names()
    tables = {"record_ids": ids, "published": content.rows, "labels": content.labels}
    return engine.table("inference/across/published_labels", persons=persons, **tables)


def _told(found: AcrossAttack) -> str:
    sizes = ", ".join(f"{size}: {n:,}" for size, n in found.sets_by_size.items())
    left_out = f"; {found.not_in_both:,} in the link are not in both" if found.not_in_both else ""
    return (
        f"{found.persons_at_risk:,} of {found.persons:,} persons are left with fewer than {found.k} candidates, by "
        f"{found.sets:,} minimal sets of known items (by size: {sizes}){left_out}"
    )
