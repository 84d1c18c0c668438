"""Recount the rows of a release against a model: what a check finds, without looking at any promise about them."""

from dataclasses import dataclass

from setanon_sql.engine import Engine
from setanon_sql.models import KmAnonymity
from setanon_sql.sql import Table
from setanon_sql.verify.km import count_km


@dataclass(frozen=True)
class Recount:
    """What is there: ``counts`` by name, and a sentence for each thing that breaks the structure or the model."""

    counts: dict[str, int]
    problems: tuple[str, ...]


def recount(engine: Engine, lines: Table, model: KmAnonymity) -> Recount:
    """Count a long release (``record_id, item``) against its model.

    NULLs and duplicate rows are problems of their own; the model is counted over the rest.
    """
    rows, records, nulls, duplicates = engine.row("verify/structure", lines=lines)
    counts = {"records": int(records), "rows": int(rows)}
    problems = [f"{int(nulls)} rows lack a record or an item"] if nulls else []
    problems += [f"{int(duplicates)} rows repeat an earlier row"] if duplicates else []
    found = count_km(engine, lines, model)
    problems += [found.problem] if found.problem else []
    return Recount(counts | found.counts, tuple(problems))
