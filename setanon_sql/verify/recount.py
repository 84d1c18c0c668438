"""Recount the tables of a release against a model: what a check finds, without looking at any promise about them."""

from dataclasses import replace

from setanon_sql.engine import Engine, scoped
from setanon_sql.query.templates import Table
from setanon_sql.registry import function
from setanon_sql.registry.parameters import ModelParameters
from setanon_sql.text import count_of
from setanon_sql.verify.classes import classes_of
from setanon_sql.verify.counted import ModelRecount, Recount
from setanon_sql.verify.inputs import VerificationInputs
from setanon_sql.verify.persons import counts_persons, persons_of_release, unknown_persons


@scoped
def recount(engine: Engine, lines: Table, model: ModelParameters, inputs: VerificationInputs | None = None) -> Recount:
    """Count a long release (``record_id, item``, and ``group_id`` where records are in groups) against its model.

    ``inputs`` is what is to be hidden, and whose records these are: without that a model of persons is
    counted over records, and that stays open. NULLs and duplicate rows are problems of their own; the model is counted
    over the rest.
    """
    rows, records, nulls, duplicates = engine.row("verify/equal_records/structure", lines=lines)
    counts = {"records": int(records), "rows": int(rows)}
    problems = [f"{count_of(int(nulls), 'row lacks', 'rows lack')} a record or an item"] if nulls else []
    problems += [f"{count_of(int(duplicates), 'row repeats', 'rows repeat')} an earlier row"] if duplicates else []
    whole = _distinct_lines(engine, lines, model) if problems else lines
    if model.columns:
        classes = classes_of(engine, lines, len(model.columns))
        problems += list(classes.problems)
        inputs = replace(inputs or VerificationInputs(), classes=classes.rows)
    more = _count_against(engine, whole, model, inputs)
    problems += [more.problem] if more.problem else []
    unknown = (*more.unknown, *unknown_persons(model, inputs))
    return Recount(counts | more.counts, tuple(problems), unknown=unknown)


def _distinct_lines(engine: Engine, lines: Table, model: ModelParameters) -> Table:
    """Return the rows that lack nothing, each once."""
    if model.records == "grouped":
        return engine.table("verify/equal_records/distinct_grouped_lines", lines=lines)
    return engine.table("verify/equal_records/distinct_lines", lines=lines)


def _count_against(
    engine: Engine, lines: Table, model: ModelParameters, inputs: VerificationInputs | None
) -> ModelRecount:
    """Count against the model as its room does."""
    persons = persons_of_release(engine, lines, inputs) if counts_persons(model) else None
    counted: ModelRecount = function(model.name, "recount", "count")(engine, lines, model, inputs, persons)
    return counted
