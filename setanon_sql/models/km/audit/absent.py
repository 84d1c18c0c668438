"""Who is told by what they lack: the findings of an audit (:mod:`setanon_sql.models.km.lacking` counts)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from setanon_sql.dataset import Dataset
from setanon_sql.engine import scoped
from setanon_sql.fields import LIKEWISE, Fields, Name
from setanon_sql.models.km.lacking import LackCount, with_holders
from setanon_sql.models.km.options import KmExtras
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.query.templates import Table
from setanon_sql.text import count_of, share


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
        return _risk_by_size(self.levels, most, by_person=self.persons is not None)

    def alone_by_size(self, most: int) -> dict[int, int]:
        """Return the records, or persons, that are found alone so (empty unless asked for)."""
        return _risk_by_size(self.alone, most, by_person=self.persons is not None)

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

        def risk_by_size(levels: tuple[AbsentLevel, ...], *, by_person: bool) -> dict[int, int] | None:
            return _risk_by_size(levels, most, by_person=by_person) if levels and (persons or not by_person) else None

        return AbsentFigures(
            self.threats_by_size(most), _risk_by_size(self.levels, most, by_person=False),
            risk_by_size(self.levels, by_person=True),
            risk_by_size(self.alone, by_person=False), risk_by_size(self.alone, by_person=True),
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
    persons = dataset.persons
    all_rows = with_holders(dataset.engine, dataset.transactions, persons)
    run = LackCount(dataset.engine, all_rows, model, risk=True)
    run.begin(with_holders(dataset.engine, rows, persons))
    levels = []
    for size in run.sizes():
        threats = run.count()
        who = run.at_risk(persons)
        levels.append(AbsentLevel(size, threats, *who, _worst(run, labels, worst)))
    return tuple(levels)


def _worst(run: LackCount, labels: Table | None, most: int) -> tuple[AbsentThreat, ...]:
    """Return the threats of the present size that the fewest hold."""
    if labels is None or not most:
        return ()
    threats: dict[tuple[int, int], tuple[list[str], list[str]]] = {}
    for support, threat, lacked, label in run.worst(labels, most):
        threats.setdefault((support, threat), ([], []))[lacked].append(label)
    return tuple(AbsentThreat(tuple(a), tuple(b), support) for (support, _), (a, b) in threats.items())


def _risk_by_size(levels: Sequence[AbsentLevel], most: int, *, by_person: bool) -> dict[int, int]:
    counts = {level.size: level.persons_at_risk if by_person else level.at_risk for level in levels}
    return {size: counts.get(size, counts[levels[-1].size]) for size in range(most + 1)} if levels else {}
