"""What releases of the same people tell together: the intersection attack, as their owner can count it.

Somebody knows up to m items of a person who is in all releases. In each release these leave some candidates; whoever
is a candidate in all is one. The owner knows who is who, and counts. The plan:

1. The labels of each person in each release. Of a release in pieces: the labels that a record of the person's
   cluster may hold, by the chunks of the cluster, of the joint clusters over it, and its term chunk. Who has no label
   in one of the releases is not in all, and is no candidate.
2. What may be known of a person is a label of one record, or one item that shows in several: as the same label, or
   (with a taxonomy) as labels of which one is over the other. So a fact is labels of releases that all fit each other.
3. Sets of up to m of these that some persons fit, but fewer than k, are mined as minimal threats.

Where a person may have several records in each release, those who are linked are the rows of the link: what may be
known of one record in each release. k counts the persons behind the rows that fit (``whose``).

Columns beside the items are known of all releases: facts are counted among those who are alike in all of these.

That is an upper bound of what can be known from releases of records: an adversary may not know which label an item
has, and cannot put together the candidates of several releases where record ids are random. It is none where a release
is in pieces: the room ``originals`` computes what two of them leave. docs/several-releases.md has the definitions,
and what holds for each pair of kinds of releases.

Source: Ganta, Kasiviswanathan and Smith (KDD 2008), section 3 (intersection attack).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial, reduce
from typing import Annotated, Literal

from setanon_sql.columns.classes import rows_by_class
from setanon_sql.counting import Level, mine, mine_persons
from setanon_sql.display import Listing, Summary
from setanon_sql.engine import Engine, scoped
from setanon_sql.errors import BadInput
from setanon_sql.fields import ABSENT, ALWAYS, LIKEWISE, ComputedKey, Fields, Name
from setanon_sql.inference.facts import ReleasedLabels
from setanon_sql.inference.originals import CommonOriginals
from setanon_sql.query.templates import Table, columns_of
from setanon_sql.results import Result
from setanon_sql.taxonomy import Taxonomy

#: Clusters that may be over one another; a release whose clusters never end is damaged.
_HIGHEST = 1_000

#: What is not computed of two releases.
Gap = Literal["confidence", "labels", "persons"]
_GAPS: Mapping[Gap, str] = {
    "confidence": "How surely a sensitive item follows from both releases together is not computed.",
    "labels": "Without a taxonomy an item that has another label in the other release is counted as two items.",
    "persons": "How many persons the originals leave that both releases allow is not computed: only how many records.",
}


@dataclass(frozen=True)
class AcrossParameters(Fields):
    """The question of an attack."""

    k: Annotated[int, "fewer candidates are too few"]
    m: Annotated[int, "known items"]


@dataclass(frozen=True)
class AcrossAttack(Result):
    """Persons who are left with fewer than ``k`` candidates by two or more ``releases`` together.

    Up to ``m`` items are known. Each row of the link is a person, where ``unit`` does not say otherwise.
    ``hidden_by_new``: labels of linked persons in the first release that fit none in a later one; ``hidden_by_old``:
    those in a later one that fit none in any other. ``labels_apart``: two releases each have labels that fit none in
    the other.
    """

    k: int
    m: int
    persons: Annotated[int, "linked, with a record in each release"]
    persons_at_risk_by_size: Annotated[Mapping[int, int], "the same by the number of known items, at most"]
    sets_by_size: Annotated[Mapping[int, int], ""]
    hidden_by_new: Annotated[tuple[str, ...], ALWAYS, Name("labels_hidden_by_new"), "†"] = ()
    hidden_by_old: Annotated[tuple[str, ...], ALWAYS, Name("labels_hidden_by_old"), "†"] = ()
    not_in_both: Annotated[
        int,
        "linked (with `--person`: rows of the link), with none in one of them: it was suppressed as a whole, or never "
        "was there",
    ] = 0
    originals: Annotated[
        CommonOriginals | None,
        "where a release is in pieces: the originals that both allow; absent for one such release and `--m 1`, where "
        "candidates tell all",
    ] = None
    not_computed: Annotated[
        tuple[Gap, ...],
        ALWAYS,
        "what was not: `confidence` (how surely a sensitive item follows), `labels` (without a taxonomy: which labels "
        "are one item), `persons` (with `--person`: how many of them the originals leave that two releases in pieces "
        "allow)",
    ] = ()
    unit: Annotated[
        str, "`person`, with `--person`: then persons and candidates are those whom the column of the link names"
    ] = ""
    releases: int = 2
    columns: Annotated[tuple[str, ...], ABSENT, "beside the items of a release, which are known, too"] = ()
    labels_apart: bool = False
    parameters = ComputedKey[AcrossParameters]("", lambda attack: AcrossParameters(attack.k, attack.m))
    more_releases = ComputedKey[int | None](
        "how many, where they are more than two",
        lambda attack: attack.releases if attack.releases > 2 else None,
        ABSENT,
        Name("releases"),
    )
    persons_at_risk = ComputedKey[int](
        "left with fewer than k candidates", lambda attack: attack.persons_at_risk_by_size[attack.m]
    )
    sets = ComputedKey[int](
        "minimal sets of known items that leave somebody fewer than k candidates",
        lambda attack: sum(attack.sets_by_size.values()),
    )
    hidden_labels_by_new = ComputedKey[int](
        "labels of linked persons in the first release that fit none of another",
        lambda attack: len(attack.hidden_by_new),
        Name("hidden_by_new"),
    )
    hidden_labels_by_old = ComputedKey[int](LIKEWISE, lambda attack: len(attack.hidden_by_old), Name("hidden_by_old"))
    complete = ComputedKey[bool](
        "was everything computed that both may tell? If not, and nobody was found at risk, the exit code is 2",
        lambda attack: not attack.not_computed and (attack.originals is None or attack.originals.complete),
    )

    @property
    def broken(self) -> bool:
        """Return whether anybody has fewer than k candidates, or fewer than k hold a set in every original."""
        return bool(self.persons_at_risk or (self.originals and self.originals.sets_broken))

    @property
    def sentences(self) -> tuple[str, ...]:
        """Return what was found, and what is not known, in words."""
        at_risk = f"{self.persons_at_risk:,} of {self.persons:,} persons are left with fewer than {self.k} candidates"
        which = "both" if self.releases == 2 else f"all {self.releases}"
        by = "by the items of their clusters" if self.originals else f"by {which} releases together"
        linked = "rows of" if self.unit else "persons in"
        left_out = f"{self.not_in_both:,} of the {linked} the link are not in {which} releases: they are left out."
        return (
            f"{at_risk} {by}.",
            *([left_out] if self.not_in_both else []),
            *([f"Known besides: {', '.join(self.columns)}."] if self.columns else []),
            *self.further_sentences,
        )

    @property
    def further_sentences(self) -> tuple[str, ...]:
        """Return what was found beside candidates, and what is not known."""
        originals = self.originals.sentences(self.k) if self.originals else ()
        return (*originals, *(_GAPS[gap] for gap in self.not_computed))

    def summary(self) -> Summary:
        """Return a row for each number of known items."""
        at_risk = self.persons_at_risk_by_size
        rows = tuple((size, sets, at_risk[size]) for size, sets in self.sets_by_size.items())
        listing = Listing(("items_known", "sets", "persons_at_risk"), rows)
        satisfied = None if not self.broken and not self.complete else not self.broken
        which = "Both" if self.releases == 2 else f"All {self.releases}"
        return Summary(f"{which} releases together", listing, satisfied, self.sentences)


def side_persons(persons: Table, which: str) -> Table:
    """Return ``person, released_id`` of the link (``person, old_id, new_id``) for one release, ``old`` or ``new``."""
    return replace(persons, columns={"person": "person", "released_id": f"{which}_id"})


def labels_of(engine: Engine, persons: Table, tables: Mapping[str, Table]) -> Table:
    """Return ``person, label`` of a release that was read; see the module.

    ``persons``: ``person, released_id``: the record id, or of a release in pieces the simple cluster.
    Raises BadInput where no person is in the release, or where clusters are over each other.
    """
    if "" in tables:
        labels = engine.table("inference/across/record_labels", persons=persons, release=tables[""])
    else:
        labels = labels_of_pieces(engine, persons, tables)
    if not engine.count(labels):
        raise BadInput(
            "no id of the link is in the release", "the link has the ids of the releases, and of a folder its clusters"
        )
    return labels


@scoped
def labels_of_pieces(engine: Engine, persons: Table, tables: Mapping[str, Table]) -> Table:
    """Return ``person, label`` of a release in pieces; ``persons``: ``person, released_id`` (simple clusters)."""
    clusters = tables["clusters"]
    paths = level = engine.table(columns_of(clusters, cluster_id="cluster_id", over_id="cluster_id"))
    for _ in range(_HIGHEST):
        above = engine.table("inference/across/clusters_over", paths=level, clusters=clusters)
        level = above
        if not engine.count(level):
            break
        engine.append(paths, columns_of(level, "cluster_id", "over_id"))
    else:
        raise BadInput("the clusters of the release are over each other", "it may be damaged; get the release again")
    labels = engine.table(
        "inference/across/cluster_labels", paths=paths, subrecords=tables["subrecords"], terms=tables["terms"]
    )
    return engine.table("inference/across/piece_labels", persons=persons, cluster_labels=labels)


@scoped
def attack_across(
    engine: Engine,
    linked: int,
    sides: Sequence[Table],
    *,
    k: int,
    m: int,
    taxonomy: Taxonomy | None = None,
    whose: Table | None = None,
    placed: bool = False,
    classes: Table | None = None,
) -> AcrossAttack:
    """Count who is left with fewer than ``k`` candidates; see the module for the plan.

    ``linked``: how many rows the link has. ``sides``: ``person, label`` in each release, the oldest first.
    ``taxonomy``: says which labels fit each other; None: only equal ones do. ``whose`` (``record_id, person``): who is
    behind each row, which is what ``sides`` call a person; None: each is one. ``placed``: labels that the taxonomy does
    not have stand right below its root. ``classes`` (``person, class``): of those who are alike in the columns of all
    releases; None: none has columns.

    Cost: that of counting the sets of known items in records that hold the labels of all releases, and those that fit.
    Raises BadInput where nobody is in all.
    Source: Ganta et al., section 3.
    """
    sides = _of_all(engine, sides)
    in_all = engine.number("inference/across/persons_in", held=sides[0])
    if not in_all:
        raise BadInput(
            f"no person of the link is in {'both' if len(sides) == 2 else 'all'} releases",
            "the link has the ids of the releases, and of a folder its clusters",
        )
    labels = ReleasedLabels.read(engine, sides, taxonomy, placed=placed)
    facts = labels.facts(engine, sides)
    risk = dict.fromkeys(range(1, m + 1), 0)
    sets = dict.fromkeys(range(1, m + 1), 0)
    alike = None if classes is None else rows_by_class(engine, facts.rows, _of_records(classes))
    for level in _threats(engine, alike.rows if alike else facts.rows, whose, k, m):
        assert level.items is not None
        of_facts = alike.items_of(engine, level.items) if alike else level.items
        sets[level.size] = level.threats - facts.said_twice(engine, of_facts)
        risk |= dict.fromkeys(range(level.size, m + 1), level.persons_at_risk if whose else level.at_risk)
        engine.drop(level.items)
    by_new, by_old = labels.hidden()
    unit = "person" if whose else ""
    persons = _persons_in(engine, sides[0], whose) if whose else in_all
    return AcrossAttack(
        k, m, persons, risk, sets, by_new, by_old, linked - in_all,
        unit=unit, releases=len(sides), labels_apart=labels.apart(),
    )  # fmt: skip


def joint_classes(engine: Engine, classes: Sequence[Table]) -> Table | None:
    """Return ``person, class`` by the columns of all releases (``person, class`` of each that has some)."""
    if not classes:
        return None
    return reduce(
        lambda joint, others: engine.table("inference/across/joint_classes", classes=joint, others=others), classes
    )


def _of_records(classes: Table) -> Table:
    """Return ``record_id, class`` of those who count as records here."""
    return replace(classes, columns={"record_id": "person", "class": "class"})


def _threats(engine: Engine, knowable: Table, whose: Table | None, k: int, m: int) -> Iterator[Level]:
    """Mine the sets of known items that fewer than k fit: of those who are linked, or of the persons behind them."""
    if whose is None:
        return mine(engine, knowable, k, m, keep=True)
    return mine_persons(engine, knowable, whose, k, m, keep=True)


def _persons_in(engine: Engine, labels: Table, whose: Table) -> int:
    """Return how many persons are behind those who have labels."""
    return engine.number("inference/across/persons_behind", held=labels, whose=whose)


def _of_all(engine: Engine, sides: Sequence[Table]) -> list[Table]:
    """Return the labels of those who are in all releases, of whom only these are candidates."""
    for at in range(len(sides)):
        others = [side for other, side in enumerate(sides) if other != at]
        sides = [*sides[:at], reduce(partial(_of_both, engine), others, sides[at]), *sides[at + 1 :]]
    return [*sides]


def _of_both(engine: Engine, labels: Table, others: Table) -> Table:
    return engine.table("inference/across/of_both", held=labels, others=others)
