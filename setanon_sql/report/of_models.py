"""What a report says of a model: who is at risk by its audit, its lists, its words; each room extends this."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from setanon_sql.audit.who import CategoryRisk
from setanon_sql.registry import part
from setanon_sql.report.pictures import category_name
from setanon_sql.settings import Settings
from setanon_sql.text import count
from setanon_sql.verify import Verification


@dataclass(frozen=True)
class Risk:
    """Records at risk in a table, as far as an audit counted them.

    ``records``: of the table. ``at_risk``, ``unique``: records that hold a threat, or that are singled out, by the
    largest number of known items. ``persons``: records of which too much follows (k-anonymity: that too
    few are equal to, and ``alone``: none; coherence: that hold a mole), ``rules``: those too sure, by the number of
    known items, ``highest``, ``percentile``: the highest confidence, and the one that 95 % of records stay at or under;
    None where that was not counted. ``complete``: no number of known items is missing. ``unit``: ``person`` where
    persons were counted: what is said here of records is then said of these. ``hint``: what to say of a column that may
    name them.
    """

    records: int
    at_risk: Mapping[int, int] = field(default_factory=dict)
    unique: Mapping[int, int] = field(default_factory=dict)
    persons: int | None = None
    alone: int | None = None
    rules: Mapping[int, int] = field(default_factory=dict)
    highest: float | None = None
    percentile: float | None = None
    complete: bool = True
    unit: str = "record"
    hint: str = ""


@dataclass(frozen=True)
class ListTable:
    """A list: its ``caption``, the heads of its columns, its rows as text, a ``note`` below.

    ``texts``: so many columns hold words.
    """

    caption: str
    heads: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    texts: int = 1
    note: str = ""


@dataclass(frozen=True)
class MatchingTexts:
    """The ``maximum`` and the ``average`` risk as text; empty where they were not counted, or are not for all."""

    maximum: str = ""
    average: str = ""


class ModelReport:
    """The part of a report that a model has for itself, as far as it is not what most say.

    ``template``: the file whose macros say it in words, in HTML.
    """

    template: Path

    @property
    def folders(self) -> Sequence[Path]:
        """Return where its template is, and those that it imports."""
        rooms = [room for room in type(self).__mro__ if issubclass(room, ModelReport) and hasattr(room, "template")]
        return [room.template.parent for room in rooms]

    def risk(self, audit: Any) -> Risk:
        """Return who is at risk by an audit of the model."""
        return Risk(audit.records, persons=audit.at_risk)

    def lists(self, audit: Any, where: str, *, shows_items: bool) -> list[ListTable]:
        """Return the lists that an audit holds; ``where``: in the source, or in the release."""
        return []

    def risk_kept(self, whole: int, unit: str, before: Risk | None, answer: Verification) -> Risk:
        """Return what an audit of a release counts that keeps its promise: nobody of ``whole`` records or persons."""
        return Risk(whole, persons=0, unit=unit)

    def matching_before(self, audit: Any) -> MatchingTexts:
        """Return the risk as one over the records that match, in the source."""
        return MatchingTexts()

    def matching_after(self, answer: Verification) -> MatchingTexts:
        """Return the same in a release that keeps its promise, as far as a recount tells it."""
        return MatchingTexts()

    def of_release(self, release: Any, db: str, settings: Settings) -> dict[str, Any]:
        """Return further parts of a report on a release, which is read for that: none. ``db``: of its tables."""
        return {}

    def highest(self, audit: Any) -> float | None:
        """Return the highest confidence of a sensitive item after; None where it was not counted in full."""
        return None


def report_of_model(name: str) -> ModelReport:
    """Return what a report says of a model."""
    report: ModelReport = part(name, "report").REPORT
    return report


def risk_of(audit: Any) -> Risk:
    """Return who is at risk by an audit of any model."""
    return report_of_model(audit.model.name).risk(audit)


def risk_by_category(risks: Sequence[CategoryRisk], where: str, threats: str, shows_items: bool) -> ListTable:
    """Return the risk by category of a taxonomy."""
    rows = [
        (category_name(risk, f"No. {risk.category} by the alphabet", shows_items),
         count(risk.records_at_risk if risk.persons_at_risk is None else risk.persons_at_risk), count(risk.threats))
        for risk in risks
    ]  # fmt: skip
    by_person = any(risk.persons_at_risk is not None for risk in risks)
    heads = ("Category", "Persons at risk" if by_person else "Records at risk", threats)
    return ListTable(f"Risk by category {where}", heads, rows)


def matching_texts(maximum: float, average: float) -> MatchingTexts:
    """Return a maximum and an average risk as text."""
    return MatchingTexts(risk_text(maximum), risk_text(average))


def risk_text(value: float) -> str:
    """Return a risk with four digits, rounded up: none reads as lower than it is."""
    steps = -int(-round(value * 10_000, 6) // 1)
    return f"{steps / 10_000:.4f}".rstrip("0").rstrip(".")
