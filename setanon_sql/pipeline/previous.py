"""Several releases of the same people: what two of them tell together, and what the next one may not add."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import log
from typing import Any

from setanon_sql import registry
from setanon_sql.dataset import Dataset
from setanon_sql.engine import DuckDBEngine, Warehouse
from setanon_sql.errors import BadInput, BadParameter, NotReached
from setanon_sql.inference.across import AcrossAttack, Gap, joint_classes, labels_of, side_persons
from setanon_sql.inference.across import attack_across as attack
from setanon_sql.inference.earlier import Earlier, Knowledge
from setanon_sql.inference.originals import CommonOriginals, decide
from setanon_sql.layout import Destination
from setanon_sql.options.reading import AS_IT_STANDS, DimensionFields
from setanon_sql.options.releases import KNOWN, SECONDS
from setanon_sql.options.words import RecordIds
from setanon_sql.pipeline.links import (
    Link,
    read_link,
    read_whose,
    records_linked,
    refuse_shared,
    warn_of_lacking_rows,
    with_further,
)
from setanon_sql.pipeline.opening import Tree, one_state, tree_of
from setanon_sql.pipeline.sides import Side, classes_in, side_of, side_to_be
from setanon_sql.query.templates import Table, columns_of
from setanon_sql.registry.parameters import BoundsConfidence, ModelParameters
from setanon_sql.registry.pieces import PiecesParameters
from setanon_sql.release import LongRelease, Pieces
from setanon_sql.release.long import record_places
from setanon_sql.release.options import WriteOptions
from setanon_sql.release.writer import ReleaseContent
from setanon_sql.sources import SourceOptions
from setanon_sql.taxonomy import Taxonomy
from setanon_sql.verify import read
from setanon_sql.verify.promise import AnyPromise

#: Nobody has as many equal ids as this by chance: of two random orders one in 3 million (1 / 10!).
EQUAL_IDS = 10
#: So improbable is that, as a Chernoff bound: the exponent of 10 where 1 is expected.
_IMPROBABLE = 14


@dataclass(frozen=True)
class AcrossRequest:
    """A question: of ``m`` known items, fewer than ``k`` candidates are too few; ``seconds`` to look for an answer.

    ``k`` None: the smaller one of those that the releases promise. ``taxonomy``: says which labels fit each other.
    ``person``: the column of the link that names who is behind each row; empty: each row is a person. ``tree``: how the
    taxonomy is read.
    """

    k: int | None
    m: int
    taxonomy: Tree | None = None
    seconds: float = SECONDS
    person: str = ""
    tree: DimensionFields = AS_IT_STANDS


def compare(
    engine: DuckDBEngine | Warehouse, releases: Sequence[Destination], link: Link, db: str, request: AcrossRequest
) -> AcrossAttack:
    """Attack releases where they stand; see :func:`setanon_sql.api.releases.attack_across`."""
    with one_state(engine, link, request.taxonomy):
        read_releases = [_release(engine, where) for where in releases]
        request = replace(request, k=request.k or least_k(*(promise.model for _, promise in read_releases)))
        pieces = [not promise.shape.single for _, promise in read_releases]
        if any(pieces) and len(releases) > 2:
            raise BadParameter(
                "what a disassociated release adds to two others is not computed",
                "attack it with each of them; leave it out here",
            )
        persons, count = read_link(engine, link, db, pieces=pieces[:2], several=bool(request.person))
        linked = [side_persons(persons, which) for which in ("old", "new")]
        for _ in range(2, len(releases)):
            linked = with_further(engine, link, db, linked, several=bool(request.person))
            count = engine.count(linked[0])
        whose = read_whose(engine, link, db, request.person, linked, pieces=pieces) if request.person else None
        if whose and not any(pieces) and len(releases) == 2:
            warn_of_lacking_rows(engine, persons, whose)
        reading = SourceOptions(db=db, tree=request.tree)
        tree = None if request.taxonomy is None else tree_of(engine, request.taxonomy, reading)
    sides = [side_of(engine, ids, *release) for ids, release in zip(linked, read_releases, strict=True)]
    return _attack(engine, sides, (persons, count), tree, request, whose=whose)


def _attack(
    engine: DuckDBEngine | Warehouse,
    sides: Sequence[Side],
    link: tuple[Table, int],
    tree: Taxonomy | None,
    request: AcrossRequest,
    *,
    whose: Table | None = None,
) -> AcrossAttack:
    """Count candidates, and what the originals tell that two releases allow.

    ``link``: ``person, old_id, new_id`` (of a release in pieces the cluster), and how many persons it names.
    ``whose``: ``record_id, person``, whose record each of these is, where k counts persons.
    """
    k = request.k
    m = request.m
    assert k is not None
    engine.trace.begin_phase("counting persons left with few candidates by all releases together")
    placed = request.tree.missing != "error"
    labels = [side.labels for side in sides]
    classes = joint_classes(engine, [side.classes for side in sides if side.classes])
    how: dict[str, Any] = {"taxonomy": tree, "whose": whose, "placed": placed, "classes": classes}
    counted = attack(engine, link[1], labels, k=k, m=m, **how)
    gaps = _gaps(sides, counted, taxonomy=tree is not None)
    columns = tuple(dict.fromkeys(column for side in sides for column in side.model.columns))
    return replace(counted, columns=columns, originals=_originals(engine, sides, link[0], request), not_computed=gaps)


def _gaps(sides: Sequence[Side], counted: AcrossAttack, *, taxonomy: bool) -> tuple[Gap, ...]:
    """Return what both releases may tell besides, by their kinds."""
    gaps: list[Gap] = []
    if any(isinstance(side.model, BoundsConfidence) for side in sides):
        gaps.append("confidence")
    if not taxonomy and any(_may_rename(side, counted) for side in sides):
        gaps.append("labels")
    if counted.unit and all(side.pieces for side in sides):
        gaps.append("persons")
    return tuple(gaps)


def _may_rename(release: Side, counted: AcrossAttack) -> bool:
    """Say whether an item may have another label in another release, so that it takes a taxonomy to tell.

    Where one cut holds for all records it does not if the labels of one release are all among those of the other.
    """
    apart = counted.labels_apart or release.model.recodes_locally
    return apart and release.model.is_generalized(release.method)


def _originals(
    engine: DuckDBEngine | Warehouse, sides: Sequence[Side], persons: Table, request: AcrossRequest
) -> CommonOriginals | None:
    """Return what the originals tell that both releases allow; None where the candidates tell all."""
    models = [side.model for side in sides if isinstance(side.model, PiecesParameters)]
    old, new, *more = (side.pieces for side in sides)
    if more or not old or not new:
        return CommonOriginals(request.m, reason="mixed") if models and request.m > 1 else None
    if any(model.safe for model in models):
        return CommonOriginals(request.m, reason="safe")
    assert request.k is not None
    engine.trace.begin_phase("looking for originals that both releases allow")
    knowledge = {"k": request.k, "m": request.m}
    return decide(engine, old, new, persons, **knowledge, seconds=request.seconds)


def _release(engine: DuckDBEngine | Warehouse, where: Destination) -> tuple[Mapping[str, Table], AnyPromise]:
    """Read a release; raises BadInput for lines, which have no record ids."""
    if where.lines:
        raise BadInput("a release of basket lines has no record ids", "anonymize to .parquet, .csv or .tsv")
    return read(engine, where)


def least_k(*models: ModelParameters) -> int:
    """Return the smallest k that any of some models promises; raises BadParameter where none does."""
    counting = [model for model in models if registry.model(model.name).protects_from == "singling out"]
    promised = [int(model.parameters["k"]) for model in counting if "k" in model.parameters]
    if not promised:
        raise BadParameter("neither release promises a k", "say with <k> how many candidates are enough")
    return min(promised)


@dataclass(frozen=True)
class Previous:
    """An earlier release of the same people, which the next one must not undo.

    ``where``: where it stands. ``link``: its record ids, and those of the source. ``db``: the database of the link.
    ``record_ids``: what the next release does with them. ``linkable``: it may keep them, or make them with a key,
    although this one did. ``taxonomy``: says which labels of both fit each other. ``by_person``: the next release
    counts persons.
    """

    where: Destination
    link: Link
    db: str
    record_ids: RecordIds
    linkable: bool
    taxonomy: Tree | None = None
    by_person: bool = False
    #: How the taxonomy is read, and what the source calls the column of the item.
    tree: DimensionFields = AS_IT_STANDS
    item: str = "item"
    #: What :meth:`read_link` found, once it is read.
    linked: list[tuple[Table, int]] = field(default_factory=list, compare=False, repr=False)

    @property
    def _keep(self) -> bool:
        return self.record_ids == "keep"

    def read_link(self, engine: DuckDBEngine | Warehouse) -> None:
        """Read the link, in the state in which the source is read."""
        _, promise = _release(engine, self.where)
        pieces = (not promise.shape.single, False)
        self.linked[:] = [read_link(engine, self.link, self.db, pieces=pieces, several=self.by_person)]

    def check_persons(self, source: Dataset) -> None:
        """Raise BadInput, before the work, where the link gives a record of the previous release to several persons."""
        engine = source.engine
        assert isinstance(engine, DuckDBEngine | Warehouse)
        _, promise = _release(engine, self.where)
        ((persons, _),) = self.linked
        whose = _whose(source, persons)
        if whose is not None and promise.shape.single:
            refuse_shared(engine, side_persons(persons, "old"), whose)
            warn_of_lacking_rows(engine, persons, whose)

    def check_ids(self, engine: DuckDBEngine | Warehouse) -> None:
        """Raise BadParameter, before the work, where both releases would have the record ids of the source.

        And where the previous one counts persons, and this one does not.
        """
        _, promise = _release(engine, self.where)
        if bool(promise.model.parameters.get("person")) and not self.by_person:
            raise BadParameter(
                "the previous release counts persons, and this one would count records",
                "name with <person> the column of the source that names persons",
            )
        if promise.claims.keyed_ids and self.record_ids == "keyed" and not self.linkable:
            raise BadParameter(
                "the record ids of the previous release were made with a key, and those of this one would be, too: if "
                "it is the same, anybody can put both together",
                "leave <record_ids> out, or say <linkable>",
            )
        if self._keep and promise.shape.single and not promise.claims.new_ids and not self.linkable:
            raise BadParameter(
                "the previous release kept its record ids, and this one would, too: anybody can put them together",
                "leave <record_ids> out, or say <linkable>",
            )

    def check_new_ids(self, content: ReleaseContent, options: WriteOptions, *, lines: bool) -> None:
        """Raise NotReached where the new record ids are those of the previous release, for more than chance explains.

        ``options``: how it is about to be written; ``lines``: as basket lines, whose numbers are the ids.
        """
        if self.linkable or not isinstance(content, LongRelease):
            return
        engine = content.engine
        assert isinstance(engine, DuckDBEngine | Warehouse)
        tables, promise = _release(engine, self.where)
        if not promise.shape.single:
            return
        ((persons, rows),) = self.linked
        count = records_linked(engine, persons, rows)
        places = record_places(content, options, lines=lines)
        names = content.source.names()
        of_both = {"places": places, "record_ids": names, "release": tables[""]}
        equal = engine.number("inference/across/equal_ids", persons=persons, **of_both)
        if more_than_chance(equal, rows / max(count, 1)) or (self._keep and equal == count > 1):
            raise NotReached(
                f"{equal:,} of {count:,} linked records would have the record id of the previous release: anybody can "
                "put both together; nothing was published",
                "leave <seed> and <record_ids> out, so that new ids are made, or say <linkable>",
            )

    def earlier(self, dataset: Dataset, model: ModelParameters, m: int) -> Earlier | None:
        """Return what the labels of a release can be found beside, where ``m`` items may be known of both releases.

        None where it is not known what both would tell (:meth:`check` says so).
        """
        engine = dataset.engine
        assert isinstance(engine, DuckDBEngine | Warehouse)
        tables, promise = _release(engine, self.where)
        if isinstance(promise.model, BoundsConfidence) or (not promise.shape.single and m > 1):
            return None
        ((persons, _),) = self.linked
        labels = labels_of(engine, side_persons(persons, "old"), tables)
        linked = engine.view(columns_of(persons, "person", "new_id"))
        knowledge: Knowledge = "placed" if self.tree.missing != "error" else "taxonomy"
        knowledge = "nothing" if self.taxonomy is None else knowledge
        classes = classes_in(engine, side_persons(persons, "old"), tables, promise)
        whose = _whose(dataset, persons)
        return Earlier(labels, linked, whose, least_k(model, promise.model), m, knowledge, classes=classes)

    def check(self, content: ReleaseContent) -> None:
        """Raise NotReached where both releases together leave somebody at risk, or where that is not known."""
        engine = content.engine
        assert isinstance(engine, DuckDBEngine | Warehouse)
        assert isinstance(content, LongRelease | Pieces)
        tables, promise = _release(engine, self.where)
        k = least_k(content.model, promise.model)
        m = content.model.parameters.get("m") or KNOWN
        ((persons, count),) = self.linked
        whose = None if isinstance(content, Pieces) else _whose(content.source, persons)
        old = side_of(engine, side_persons(persons, "old"), tables, promise)
        new, persons = side_to_be(content, persons)
        reading = SourceOptions(db=self.db, item=self.item, tree=self.tree)
        tree = None if self.taxonomy is None else tree_of(engine, self.taxonomy, reading)
        request = AcrossRequest(k, m, self.taxonomy, tree=self.tree)
        attack = _attack(engine, (old, new), (persons, count), tree, request, whose=whose)
        engine.trace.note(f"with the previous release: {_sentence(attack)}")
        _refuse(attack)


def more_than_chance(equal: int, expected: float) -> bool:
    """Return whether more ids are equal than chance makes so; ``expected`` is the mean, 1 if each is linked once."""
    if equal < max(EQUAL_IDS, expected):
        return False
    return equal * log(equal / expected) - equal + expected >= _IMPROBABLE


def _refuse(attack: AcrossAttack) -> None:
    """Raise NotReached where two releases leave somebody at risk, or where that is not known."""
    if attack.broken:
        raise NotReached(
            f"by this and the previous release together, {_sentence(attack)}; nothing was published",
            f"use a larger <k> or <m>, coarser labels (a taxonomy), or for {' and '.join(registry.taking('mapping'))} "
            "the <mapping> of the previous release",
        )
    if not attack.complete:
        raise NotReached(
            "what this and the previous release tell together is not known; nothing was published: "
            f"{_sentence(attack)}",
            "docs/several-releases.md says which releases can be compared; without <previous> nobody looks",
        )


def _whose(source: Dataset, persons: Table) -> Table | None:
    """Return who is behind each row of the link (``record_id``: what it calls ``person``); None where records count."""
    if source.persons is None:
        return None
    tables = {"record_ids": source.names(), "source_persons": source.persons}
    return source.engine.table("inference/across/whose", persons=side_persons(persons, "new"), **tables)


def _sentence(attack: AcrossAttack) -> str:
    """Return in one sentence what both releases tell together."""
    sizes = ", ".join(f"{size}: {n:,}" for size, n in attack.sets_by_size.items())
    rows = "rows of" if attack.unit else "in"
    left_out = f"; {attack.not_in_both:,} {rows} the link are not in both" if attack.not_in_both else ""
    more = "".join(f"; {sentence.rstrip('.')}" for sentence in attack.further_sentences)
    return (
        f"{attack.persons_at_risk:,} of {attack.persons:,} persons are left with fewer than {attack.k} candidates, by "
        f"{attack.sets:,} minimal sets of known items (by size: {sizes}){left_out}{more}"
    )
