"""Recount the rows of a release against a model: what a check finds, without looking at any promise about them."""

from dataclasses import dataclass

from setanon_sql.engine import Engine
from setanon_sql.errors import BadInput
from setanon_sql.models import AdaptiveRho, KmAnonymity, RhoUncertainty
from setanon_sql.query.templates import Table
from setanon_sql.verify.adaptive import count_adaptive
from setanon_sql.verify.km import count_km
from setanon_sql.verify.rho import VerificationInputs, count_rho

Model = KmAnonymity | RhoUncertainty | AdaptiveRho


@dataclass(frozen=True)
class Recount:
    """What is there: ``counts`` by name, and a sentence for each thing that breaks the structure or the model."""

    counts: dict[str, int]
    problems: tuple[str, ...]


def recount(engine: Engine, lines: Table, model: Model, inputs: VerificationInputs | None = None) -> Recount:
    """Count a long release (``record_id, item``, and ``group_id`` of an adaptive one) against its model.

    ``inputs`` is what rho-uncertainty keeps hidden. NULLs and duplicate rows are problems of their
    own; the model is counted over the rest.
    """
    rows, records, nulls, duplicates = engine.row("verify/equal_records/structure", lines=lines)
    counts = {"records": int(records), "rows": int(rows)}
    problems = [f"{int(nulls)} rows lack a record or an item"] if nulls else []
    problems += [f"{int(duplicates)} rows repeat an earlier row"] if duplicates else []
    more, problem = _against(engine, lines, model, inputs)
    problems += [problem] if problem else []
    return Recount(counts | more, tuple(problems))


def _against(
    engine: Engine, lines: Table, model: Model, inputs: VerificationInputs | None
) -> tuple[dict[str, int], str]:
    if isinstance(model, KmAnonymity):
        km = count_km(engine, lines, model)
        return km.counts, km.problem
    if isinstance(model, AdaptiveRho):
        adaptive = count_adaptive(engine, lines, model)
        return adaptive.counts, adaptive.problem
    if inputs is None:
        raise BadInput(
            "the release keeps personal wishes, and these are not in it: it cannot be checked by itself",
            "its owner can check it with --source and --sensitive",
        )
    rho = count_rho(engine, lines, model, inputs)
    return rho.counts, rho.problem
