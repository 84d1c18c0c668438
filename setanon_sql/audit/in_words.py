"""What the audits of all models say in words, for a terminal: whose records these are, categories, caps."""

from collections.abc import Mapping
from typing import Any, Protocol

from setanon_sql.audit.who import CategoryRisk
from setanon_sql.text import count, count_of, label_text, share, table


class MayCountPersons(Protocol):
    """The findings of an audit that counts persons where it is asked to."""

    @property
    def persons(self) -> int | None:
        """Return how many there are; None where records are counted."""


class ByCategory(MayCountPersons, Protocol):
    """The findings of an audit that tells where in a taxonomy the risk lies."""

    @property
    def records(self) -> int:
        """Return how many records were looked at."""

    @property
    def by_category(self) -> tuple[CategoryRisk, ...]:
        """Return the risk below each label of a level."""


def of_persons(audit: MayCountPersons) -> str:
    """Return whose records these are, where persons are counted."""
    return "" if audit.persons is None else f" of {count(audit.persons)} persons"


def category_table(audit: ByCategory, threats: str, show_values: bool) -> list[str]:
    """Return the risk by category of a taxonomy."""
    if not audit.by_category:
        return []
    named = "category" if show_values else "category (by the alphabet)"
    names = [category.label if show_values else f"#{category.category}" for category in audit.by_category]
    persons = audit.persons
    heads = ["records at risk", *([] if persons is None else ["persons at risk"]), "share", threats]
    rows = [_category(category, audit.records, persons) for category in audit.by_category]
    listed = [[name, *row] for name, row in zip(names, rows, strict=True)]
    return [f"Risk by category:\n{table([named, *heads], listed, left_columns=1)}"]


def _category(category: CategoryRisk, records: int, persons: int | None) -> list[str]:
    at_risk = count(category.records_at_risk)
    if persons is None or category.persons_at_risk is None:
        return [at_risk, share(category.records_at_risk, records), count(category.threats)]
    return [
        at_risk, count(category.persons_at_risk), share(category.persons_at_risk, persons), count(category.threats)
    ]  # fmt: skip


def cap_sentences(fields: Mapping[str, Any]) -> list[str]:
    """Return what caps cost, a sentence each; a manifest tells it in steps of k."""
    sentences = []
    if cap := fields.get("cap"):
        lost, touched = (_steps(cap, name) for name in ("rows_dropped", "records_touched"))
        limit = f"At most {count_of(cap['items'], 'item')} of each record were read"
        sentences.append(f"{limit}: {lost} rows of {touched} records were left out by lot.")
    if cap := fields.get("cap_records"):
        records, rows, persons = (_steps(cap, name) for name in ("records_dropped", "rows_dropped", "persons_touched"))
        limit = f"At most {count_of(cap['records'], 'record')} of each person were read"
        sentences.append(f"{limit}: {records} records ({rows} rows) of {persons} persons were left out by lot.")
    for kind in fields.get("personal_items", []):
        name = kind["kind"].replace("_", " ")
        labels = f": {', '.join(map(label_text, kind['labels']))}" if "labels" in kind else ""
        records = f"{count(kind['records'])} {'record holds' if kind['records'] == 1 else 'records hold'} one"
        sentences.append(f"Labels that look like data of persons: {count(kind['items'])} × {name}; {records}{labels}.")
    if control := fields.get("control"):
        records, rows = (_steps(control, name) for name in ("records", "rows"))
        sentences.append(f"{records} records ({rows} rows) were held out by lot, as a control group.")
    return sentences


def _steps(cap: Mapping[str, int], name: str) -> str:
    return f"{count(cap[name])} or more" if name in cap else "few or no"
