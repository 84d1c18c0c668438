"""Does a release keep sensitivity-adaptive rho-uncertainty? In each group by itself, and in all groups together.

Each is the recount of rho-uncertainty with the thresholds of the manifest. Whoever knows which group a record is in
looks at one group; whoever does not, at all of them. For the first, the labels of different groups are told apart.
"""

from setanon_sql.engine import Engine, scoped
from setanon_sql.models.adaptive.parameters import AdaptiveRho
from setanon_sql.models.rho.recount import count_rho
from setanon_sql.query.templates import Table
from setanon_sql.text import count_of
from setanon_sql.verify.counted import ModelRecount
from setanon_sql.verify.inputs import VerificationInputs
from setanon_sql.verify.persons import Persons


@scoped
def count(
    engine: Engine, lines: Table, model: AdaptiveRho, _: VerificationInputs | None, persons: Persons | None
) -> ModelRecount:
    """Count the rules of ``lines`` (``record_id, item, group_id``; the latter two text) against the model.

    ``persons``: whose these records are, where shares of persons are bounded, too.
    """
    counts = {"groups": engine.number("verify/adaptive/group_count", lines=lines)}
    if problem := _group_faults(engine, lines, persons):
        return ModelRecount(counts, problem)
    limits = _limits(engine, model)
    together = count_rho(engine, lines, model, VerificationInputs(limits, limits=limits), persons)
    counts |= together.counts
    if together.problem:
        return ModelRecount(counts, f"{together.problem}, over all groups together")
    grouped_lines = engine.table("verify/adaptive/apart", lines=lines)
    group_limits = engine.table("verify/adaptive/limits_apart", lines=lines, limits=limits)
    in_groups = count_rho(engine, grouped_lines, model, VerificationInputs(group_limits, limits=group_limits), persons)
    counts |= {f"{name}_in_groups": count for name, count in in_groups.counts.items()}
    return ModelRecount(counts, f"{in_groups.problem}, inside of a group" if in_groups.problem else "")


def _group_faults(engine: Engine, lines: Table, persons: Persons | None) -> str:
    """Return what is wrong with the groups; a person's records stand in one, as a record does."""
    rows_without_group, records_in_several = engine.row("verify/adaptive/group_faults", lines=lines)
    if rows_without_group or records_in_several:
        return (
            f"{count_of(rows_without_group, 'row has', 'rows have')} no group, "
            f"{count_of(records_in_several, 'record stands', 'records stand')} in several groups"
        )
    if persons is None:
        return ""
    several = engine.number("verify/rho_persons/persons_in_several_groups", lines=lines, persons=persons.rows)
    return f"{count_of(several, 'person has', 'persons have')} records in several groups" if several else ""


@scoped
def _limits(engine: Engine, model: AdaptiveRho) -> Table:
    shares = model.thresholds
    columns = [
        list(shares),
        [str(share.numerator) for share in shares.values()],
        [str(share.denominator) for share in shares.values()],
    ]
    thresholds = engine.load("given", {"label": str, "limit_num": str, "limit_den": str}, columns)
    return engine.table("verify/adaptive/given_limits", given=thresholds)
