"""Which setting? For each aim of an analyst the strongest one that serves it, in a sentence.

Guarantees against different attacks are not compared: some models keep somebody from finding a record, others from
inferring what is sensitive, or from both where nothing sensitive is known; and ``dp`` hides whether a record was there.
Within such a family the strongest setting is taken whose error for the aim is at most :data:`CLOSE`; of equally strong
ones the nearest. Where none is, the one with the least error.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Annotated

from setanon_sql import registry
from setanon_sql.comparing.results import Row
from setanon_sql.comparing.settings import Setting, strength
from setanon_sql.fields import ComputedKey, Fields
from setanon_sql.text import share

#: An aim is served where its error is at most this.
CLOSE = 0.1

#: What analysts want, with the figure that tells how far off a release is.
AIMS = {"counts of items": "item_error", "pairs of items": "together_error", "categories": "category_error"}

#: Models that protect against the same attack.
FAMILIES = (*registry.families(), ("dp",))


@dataclass(frozen=True, kw_only=True)
class Answer(Fields):
    """The setting for an aim, in a ``row``."""

    aim: Annotated[str, "`counts of items`, `pairs of items` or `categories`"]
    row: Row
    setting = ComputedKey[str]("", lambda answer: answer.row.setting.name)
    error: Annotated[float, "`item_error`, `together_error` or `category_error` of that setting"]
    close: Annotated[bool, "is that at most 0.1? Then it is the strongest such setting, else the nearest"]

    @property
    def sentence(self) -> str:
        """Return which setting it is, and why."""
        why = "the strongest that is" if self.close else "the nearest, but none is"
        off = f"{share(self.error, 1)} off"
        return f"For {self.aim} {self.row.setting.name}: {why} at most {100 * CLOSE:g} % off ({off})."


def answers(rows: Sequence[Row]) -> tuple[Answer, ...]:
    """Return for each aim, and each kind of protection, the setting to take; aims that nothing was counted for lack.

    Settings that were tried on a sample, too, are judged by all records.
    """
    exact = {row.setting for row in rows if not row.sampled}
    judged = [row for row in rows if row.reached and not (row.sampled and row.setting in exact)]
    every = [
        _answer(aim, [row for row in judged if row.setting.model in family]) for aim in AIMS for family in FAMILIES
    ]
    return tuple(answer for answer in every if answer)


def open_settings(rows: Sequence[Row]) -> list[Setting]:
    """Return the settings that have to be tried on all records before the answers of ``rows`` hold.

    A sample shows more loss than all records do. So these are the answers that were tried on a sample alone, and the
    next stronger settings of their kind, until one is not close; where no answer is, the weakest settings.
    """
    exact = {row.setting for row in rows if not row.sampled}
    needed = [setting for answer in answers(rows) for setting in (answer.row.setting, *_next(answer, rows, exact))]
    return [setting for setting in dict.fromkeys(needed) if setting not in exact]


def _next(answer: Answer, rows: Sequence[Row], exact: Collection[Setting]) -> list[Setting]:
    """Return the weakest setting that may serve the aim of an answer better, since all records show less loss.

    None that is as strong as one that is too far off on all records, and reached in the same way.
    """
    (family,) = (family for family in FAMILIES if answer.row.setting.model in family)
    errors = {
        row.setting: error
        for row in sorted(rows, key=lambda row: not row.sampled)
        if row.reached and row.setting.model in family and (error := getattr(row.figures, AIMS[answer.aim])) is not None
    }
    least = strength(answer.row.setting)
    too_far = [setting for setting in exact if errors.get(setting, 0.0) > CLOSE]
    others = [
        setting
        for setting in errors
        if setting not in exact
        and (not answer.close or strength(setting) > least)
        and not any(setting.way == failed.way and setting.as_strong_as(failed) for failed in too_far)
    ]
    return sorted(others, key=lambda setting: (strength(setting), errors[setting]))[:1]


def _answer(aim: str, rows: Sequence[Row]) -> Answer | None:
    errors = {at: error for at, row in enumerate(rows) if (error := getattr(row.figures, AIMS[aim])) is not None}
    if not errors:
        return None
    near = [at for at, error in errors.items() if error <= CLOSE]
    if near:
        best = max(near, key=lambda at: (strength(rows[at].setting), -errors[at]))
    else:
        best = min(errors, key=lambda at: errors[at])
    return Answer(aim=aim, row=rows[best], error=errors[best], close=bool(near))
