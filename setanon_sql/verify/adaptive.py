"""Does a release keep sensitivity-adaptive rho-uncertainty? In each group by itself, and in all groups together.

Each is the recount of :mod:`.rho` with the thresholds of the manifest. Whoever knows which group a record is in looks
at one group; whoever does not, at all of them. For the first, the labels of different groups are told apart.
"""

from setanon_sql.engine import Engine
from setanon_sql.models import AdaptiveRho
from setanon_sql.query.templates import Table
from setanon_sql.verify.counted import Counted
from setanon_sql.verify.rho import VerificationInputs, count_rho


def count_adaptive(engine: Engine, lines: Table, model: AdaptiveRho) -> Counted:
    """Count the rules of ``lines`` (``record_id, item, group_id``; the latter two text) against the model."""
    without, several = engine.row("verify/adaptive/group_faults", lines=lines)
    counts = {"groups": engine.number("verify/adaptive/group_count", lines=lines)}
    if without or several:
        return Counted(counts, f"{without} rows have no group, {several} records stand in several groups")
    limits = _limits(engine, model)
    together = count_rho(engine, lines, model, VerificationInputs(limits, limits=limits))
    counts |= together.counts
    if together.problem:
        return Counted(counts, f"{together.problem}, over all groups together")
    apart = engine.table("verify/adaptive/apart", lines=lines)
    own = engine.table("verify/adaptive/limits_apart", lines=lines, limits=limits)
    each = count_rho(engine, apart, model, VerificationInputs(own, limits=own))
    engine.drop(limits, apart, own)
    counts |= {f"{name}_in_groups": count for name, count in each.counts.items()}
    return Counted(counts, f"{each.problem}, inside of a group" if each.problem else "")


def _limits(engine: Engine, model: AdaptiveRho) -> Table:
    shares = model.thresholds
    columns = [
        list(shares),
        [str(share.numerator) for share in shares.values()],
        [str(share.denominator) for share in shares.values()],
    ]
    given = engine.load("given", {"label": str, "limit_num": str, "limit_den": str}, columns)
    limits = engine.table("verify/adaptive/given_limits", given=given)
    engine.drop(given)
    return limits
