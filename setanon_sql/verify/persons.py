"""Whose are the released records? Only their owner can say; what is counted of persons is counted by that."""

from dataclasses import dataclass
from typing import Any

from setanon_sql.engine import Engine, scoped
from setanon_sql.errors import BadInput
from setanon_sql.query.templates import Table
from setanon_sql.text import count_of
from setanon_sql.verify.claims import PERSON_SHARES, PERSONS, PERSONS_AND_SHARES
from setanon_sql.verify.inputs import VerificationInputs


@dataclass(frozen=True)
class Persons:
    """The person of each released record: ``rows`` (``record_id`` as it is released, ``person``), and their number."""

    rows: Table
    count: int


def counts_persons(model: Any) -> bool:
    """Return whether a model counts persons in place of records."""
    return bool(model.parameters.get("person"))


def unknown_persons(model: Any, inputs: VerificationInputs | None) -> tuple[str, ...]:
    """Return what stays open where a model counts persons, and nobody told who they are."""
    if not counts_persons(model) or (inputs and inputs.knows_persons):
        return ()
    if "k" not in model.parameters:
        return (PERSON_SHARES,)
    return (PERSONS_AND_SHARES if "h" in model.parameters else PERSONS,)


def refuse_new_ids(inputs: VerificationInputs) -> None:
    """Raise BadInput where record ids are new and only the persons of the source's ids are known."""
    if inputs.source_persons is not None and inputs.ledger is None and inputs.persons is None:
        raise BadInput(
            "the release has new record ids: the source alone does not tell whose records these are",
            "give the <ledger> that was written with it, or a table with <link>",
        )


def persons_of_release(engine: Engine, lines: Table, inputs: VerificationInputs | None) -> Persons | None:
    """Return whose the records of ``lines`` (``record_id, item``) are; None where nobody told.

    Raises BadInput where a record has no person, or several.
    """
    if inputs is None or not inputs.knows_persons:
        return None
    under_released_ids = _under_released_ids(engine, inputs)
    rows = engine.table("verify/persons/of_records", lines=lines, persons=under_released_ids)
    without, several, count = engine.answer("verify/persons/faults", of_records=rows)
    if without or several:
        raise BadInput(
            f"{count_of(without, 'released record has', 'released records have')} no person in what tells whose they "
            f"are, {count_of(several, 'has', 'have')} another one",
            "is it the link, or the ledger, of this release?",
        )
    return Persons(rows, count)


def _under_released_ids(engine: Engine, inputs: VerificationInputs) -> Table:
    """Return ``record_id`` (of the release, as text), ``person``."""
    if inputs.persons is not None:
        return inputs.persons
    assert inputs.source_persons is not None
    if inputs.ledger is None:
        return inputs.source_persons
    named = {"source_persons": inputs.source_persons, "ledger": inputs.ledger}
    return engine.table("verify/persons/through_ledger", **named)


@dataclass(frozen=True)
class DistinctRecords:
    """Distinct records: ``transactions``, and ``light_holders``, the persons of those that fewer than k have."""

    transactions: Table
    light_holders: Table


@scoped
def distinct_records(engine: Engine, coded: Table, persons: Table, k: int) -> DistinctRecords:
    """Return the distinct records of ``coded`` rows, whose weight is the number of ``persons`` who have them."""
    members = engine.table("verify/equal_records/members", coded=coded)
    holders = engine.table("verify/sets_of_persons/holders", members=members, persons=persons)
    transactions = engine.table("verify/sets_of_persons/transactions", coded=coded, holders=holders)
    light_holders = engine.table(
        "verify/sets_of_persons/light_holders", k=k, holders=holders, transactions=transactions
    )
    return DistinctRecords(transactions, light_holders)


def rare_sets(engine: Engine, sets: Table, occurrences: Table, distinct: DistinctRecords, k: int) -> Table:
    """Return ``set_id, item`` of the ``sets`` that fewer than k persons hold; where they occur is ``occurrences``."""
    doubtful = engine.table("verify/sets_of_persons/doubtful", extensions=sets, k=k)
    tables = {"transactions": distinct.transactions, "light_holders": distinct.light_holders}
    return engine.table("verify/sets_of_persons/rare_sets", doubtful=doubtful, occurrences=occurrences, k=k, **tables)
