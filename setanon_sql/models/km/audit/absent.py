"""Who is told by what they lack: items that k hold, and an item or two that they do not, held and lacked so by fewer.

A threat is a set P of up to m items, which may be none, and one item, or two: of those who hold P (records, or persons
by some record of theirs) 1 to k-1 lack these beside it. It is minimal where no part of it is one, and k hold P: else
fewer than k match without what is lacked. Only sets that k hold are looked at, and of these only generators by records:
where a part of a set is in as many records, whoever holds the part holds the set. The steps: ``sql/km/6_absent.sql``.

By persons the number of those who lack b may grow with P: who has P and b in one record lacks it beside P alone. So
what is found of a part goes on to all sets over it, and all threats tell who is at risk, also those not minimal.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from setanon_sql.dataset import Dataset
from setanon_sql.engine import scoped
from setanon_sql.engine.workspace import Workspace
from setanon_sql.fields import LIKEWISE, Fields, Name
from setanon_sql.models.km.options import KmExtras
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.query.templates import Table, columns_of
from setanon_sql.text import count_of, share

#: No item has so high a number.
_BEYOND = (1 << 31) - 1
#: How many times records hold a set beside an item, of the sets that are counted together: some 2 GB.
_PORTION = 30_000_000


@dataclass(frozen=True)
class AbsentThreat(Fields):
    """A minimal threat: so many records hold the ``labels``, and lack what is absent."""

    labels: Annotated[tuple[str, ...], Name("itemset"), "what is there"]
    absent: Annotated[tuple[str, ...], ""]
    support: Annotated[int, "records (persons) that hold the one and lack the other"]


@dataclass(frozen=True)
class AbsentLevel:
    """The findings where so many items are known to be there.

    ``size``: present items of each threat, from 0 on. ``threats``: minimal ones of that size, with an absent item.
    ``at_risk``: records that somebody finds among fewer than k by up to so many items, whatever absent ones are known.
    ``persons_at_risk``: persons likewise. ``worst``: the threats of the fewest, where these are asked for.
    """

    size: int
    threats: int
    at_risk: int
    persons_at_risk: int = 0
    worst: tuple[AbsentThreat, ...] = ()


@dataclass(frozen=True)
class AbsentFigures(Fields):
    """Findings where absent items may be known, too, by the number of present ones."""

    absent_threats_by_size: Annotated[
        Mapping[int, int], "`--absent`: minimal threats with an absent item, by the number of present ones, from 0 on"
    ]
    absent_records_at_risk_by_size: Annotated[
        Mapping[int, int],
        "that somebody finds among fewer than k by at most so many present items, and absent ones",
    ]
    absent_persons_at_risk_by_size: Annotated[Mapping[int, int] | None, LIKEWISE] = None
    absent_unique_records_by_size: Annotated[Mapping[int, int] | None, "`--unicity`: that somebody finds alone so"] = (
        None
    )
    absent_unique_persons_by_size: Annotated[Mapping[int, int] | None, LIKEWISE] = None
    absent_worst: Annotated[tuple[AbsentThreat, ...], "`--worst`: likewise †"] = ()


@dataclass(frozen=True)
class AbsentRisk:
    """Findings where absent items may be known, too.

    ``records``: of the source. ``levels``: for each number of present items, from 0 on; fewer where no larger set is
    held by k. ``alone``: the same for k = 2; empty unless asked for. ``persons``: of the source, where k counts them.
    """

    records: int
    levels: tuple[AbsentLevel, ...]
    alone: tuple[AbsentLevel, ...] = ()
    persons: int | None = None

    @property
    def unit(self) -> str:
        """Return what k counts."""
        return "records" if self.persons is None else "persons"

    @property
    def whole(self) -> int:
        """Return how many of them there are."""
        return self.records if self.persons is None else self.persons

    @property
    def threats(self) -> int:
        """The number of minimal threats with an absent item."""
        return sum(level.threats for level in self.levels)

    def threats_by_size(self, most: int) -> dict[int, int]:
        """Minimal threats by the number of their present items, up to ``most``."""
        counts = {level.size: level.threats for level in self.levels}
        return {size: counts.get(size, 0) for size in range(most + 1)}

    def at_risk_by_size(self, most: int) -> dict[int, int]:
        """Return the records, or persons where these count, at risk by so many present items or fewer."""
        return _who(self.levels, most, by_person=self.persons is not None)

    def alone_by_size(self, most: int) -> dict[int, int]:
        """Return the records, or persons, that are found alone so (empty unless asked for)."""
        return _who(self.alone, most, by_person=self.persons is not None)

    def in_words(self, model: KmAnonymity, most: int) -> str:
        """Say who is at risk by the most that may be known."""
        alone = self.alone_by_size(most)
        singled_out = f"; {share(alone[most], self.whole)} stand alone in one" if alone else ""
        at_risk = share(self.at_risk_by_size(most)[most], self.whole)
        return (
            f"{at_risk} of {self.unit} are found among fewer than {model.k} by at most "
            f"{count_of(most, 'item')} and what they lack, {count_of(model.absent, 'item')} at most{singled_out}."
        )

    def figures(self, most: int) -> AbsentFigures:
        """Return its keys of ``--json``, for up to ``most`` present items."""
        persons = self.persons is not None

        def who(levels: tuple[AbsentLevel, ...], *, by_person: bool) -> dict[int, int] | None:
            return _who(levels, most, by_person=by_person) if levels and (persons or not by_person) else None

        return AbsentFigures(
            self.threats_by_size(most), _who(self.levels, most, by_person=False), who(self.levels, by_person=True),
            who(self.alone, by_person=False), who(self.alone, by_person=True),
            tuple(threat for level in self.levels for threat in level.worst),
        )  # fmt: skip


def absent_risk(dataset: Dataset, rows: Table, model: KmAnonymity, labels: Table, extras: KmExtras) -> AbsentRisk:
    """Count who is at risk where absent items may be known, and what else is asked for.

    ``rows``: ``record_id, item``, what may be known of the records of a dataset. ``labels``: ``item, label``.
    """
    dataset.engine.trace.begin_phase("counting who lacks an item")
    levels = absent_levels(dataset, rows, model, labels, worst=extras.worst)
    alone = absent_levels(dataset, rows, replace(model, k=2)) if extras.unicity else ()
    return AbsentRisk(dataset.records, levels, alone, dataset.n_persons if dataset.persons else None)


@scoped
def absent_levels(
    dataset: Dataset, rows: Table, model: KmAnonymity, labels: Table | None = None, *, worst: int = 0
) -> tuple[AbsentLevel, ...]:
    """Count the threats with an absent item, for 0 to m present ones; fewer where no larger set is held by k.

    ``dataset``: all of its records are looked at. ``rows``: ``record_id, item``, what may be known of them.
    ``labels`` (``item, label``): where the ``worst`` of each size are to be listed.

    Cost: one absent item costs about what one more present item does in an audit.
    """
    assert model.m is not None
    run = _AbsentCount(dataset, rows, model)
    run.labels = labels
    run.worst = worst
    return tuple(run.levels(model.m))


class _AbsentCount:
    """Sets of present items, size by size."""

    labels: Table | None = None
    worst: int = 0

    def __init__(self, dataset: Dataset, rows: Table, model: KmAnonymity) -> None:
        self.engine = dataset.engine
        self.persons = dataset.persons
        self.pairs = model.absent > 1
        self.space = Workspace(self.engine, k=model.k, beyond=_BEYOND)
        self.space["item_rows"] = self._with_holders(rows)
        self.space["all_rows"] = self._with_holders(dataset.transactions)
        self.space.run("km/absent/all_records", into="held")
        self.space.run("km/absent/no_items", into="sets")
        self.space["parts"] = self.engine.empty("parts", "set_id", "part_id")
        self.space["found"] = self.engine.empty("found", "set_id", "item", "second")
        self.space["at_risk"] = self.engine.empty("at_risk", "record_id")
        self.space["members"] = self.engine.empty("members", "set_id", "item")

    def _with_holders(self, rows: Table) -> Table:
        """Return ``record_id, item, holder``: the holder is the person, or the record itself."""
        if self.persons is None:
            return self.engine.view(columns_of(rows, record_id="record_id", item="item", holder="record_id"))
        return self.engine.table("sets/matching/persons", transactions=rows, persons=self.persons)

    def levels(self, m: int) -> Iterator[AbsentLevel]:
        """Yield what is found for each number of present items, up to where no set is left."""
        yield self._level(0)
        for size in range(1, m + 1):
            self._grow()
            yield self._level(size)
            if not self.space.count("sets"):
                break

    def _level(self, size: int) -> AbsentLevel:
        """Count the threats of one size, and note who is at risk by them."""
        space = self.space
        space["minimal"] = self.engine.empty("minimal", "set_id", "item", "second", "support")
        space.run("km/absent/portions", most=_PORTION)
        space.run("km/absent/inherited")
        last = space.number("km/absent/last_portion")
        for portion in range(last + 1):
            with space.inner() as part:
                if last:
                    part.run("km/absent/held_portion", into="held", portion=portion)
                self._count(part)
        space.run("km/absent/found")
        records = space.number("rules/risk/persons")
        tables = {"at_risk": space["at_risk"], "persons": self.persons}
        persons = self.engine.number("counting/persons/at_risk_persons", **tables) if self.persons else 0
        return AbsentLevel(size, space.count("minimal"), records, persons, self._worst())

    def _count(self, part: Workspace) -> None:
        """Count the threats of some sets."""
        covered = "covered_by_records" if self.persons is None else "covered_by_persons"
        part.run(f"km/absent/{covered}", into="covered")
        part.run("km/absent/cells")
        part.append("minimal", "km/absent/minimal")
        part.append("at_risk", "km/absent/lacking")
        if self.pairs:
            part.run("km/absent/firsts", "km/absent/without_first", "km/absent/second_cells")
            part.append("minimal", "km/absent/minimal_seconds")
            part.append("at_risk", "km/absent/lacking", cells=part["second_cells"])

    def _worst(self) -> tuple[AbsentThreat, ...]:
        """Return the threats of the present size that the fewest hold."""
        if self.labels is None or not self.worst:
            return ()
        binds = self.space.binds("km/absent/worst", labels=self.labels, most=self.worst)
        threats: dict[tuple[int, int], tuple[list[str], list[str]]] = {}
        for support, threat, lacked, label in self.engine.rows("km/absent/worst", **binds):
            threats.setdefault((support, threat), ([], []))[lacked].append(label)
        return tuple(AbsentThreat(tuple(a), tuple(b), support) for (support, _), (a, b) in threats.items())

    def _grow(self) -> None:
        """Go on to the sets of one item more; note who holds one that is too rare."""
        with self.space.inner() as step:
            step.run("km/absent/unions")
            step.append("at_risk", "km/absent/rare_records")
            step.run("km/absent/larger", "km/absent/parts", "km/absent/members")
            step.run("km/absent/larger_held", into="held")
            step["sets"] = step["larger"]
            step.hand_out("sets", "held", "parts", "members")


def _who(levels: Sequence[AbsentLevel], most: int, *, by_person: bool) -> dict[int, int]:
    counts = {level.size: level.persons_at_risk if by_person else level.at_risk for level in levels}
    return {size: counts.get(size, counts[levels[-1].size]) for size in range(most + 1)} if levels else {}
