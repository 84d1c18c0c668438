"""Against all that can be known: count the rules, mend the broken ones, until none can be broken."""

from setanon_sql.counting.rules import EnumerationOptions, WorkLimit, rule_levels
from setanon_sql.errors import NotReached
from setanon_sql.models.rho.method.counted import Counted, gathered
from setanon_sql.models.rho.method.rounds import mend
from setanon_sql.models.rho.method.run import Run
from setanon_sql.query.templates import Table

#: Rows that a step may touch at first, and at most: in between it goes up where nothing broken is in reach.
#: Where it is more, a step may touch so many times the rows of the source.
FIRST_WORK = 4_000_000
MOST_WORK = 400_000_000
MOST_TIMES = 20
#: Pairs are the largest sets that can be known.
_PAIRS = 2


def mend_all(run: Run) -> None:
    """Mend until no rule can be broken.

    After rounds the sizes are counted again within the same limit: the data have become fewer, and may fit now. Not so
    where pairs are the largest: single items tell nothing new once they are mended.

    Raises NotReached where the sets that can be known are too many to be counted.
    """
    max_rows = FIRST_WORK
    most = max(MOST_WORK, MOST_TIMES * run.engine.count(run.original))
    while True:
        limit, rounds = _from_the_start(run, max_rows)
        if limit.complete:
            return
        if not rounds or (run.model.m == _PAIRS and max_rows < most):
            max_rows = _more_rows(limit, most)


def _from_the_start(run: Run, max_rows: int) -> tuple[WorkLimit, int]:
    """Count the rules as far as is feasible and mend them; then what new generators tell, until there are none.

    Returns how far the last count went, and in how many rounds its rules were mended.
    """
    counted: Counted | None = None
    within: Table | None = None
    while True:
        run.passes += 1
        run.engine.trace.begin_phase(f"counting what can be known, pass {run.passes}")
        limit = WorkLimit(max_rows, shape=run.shape, estimated=run.model.m == _PAIRS)
        sensitive = run.sensitive_rows()
        counted = _count_rules(run, limit, counted, within, sensitive)
        rounds = mend(run, counted, sensitive)
        run.engine.drop(within)
        within = counted.with_new_generators(run.present) if limit.complete else None
        if within is None:
            counted.drop()
            return limit, rounds


def _count_rules(run: Run, limit: WorkLimit, before: Counted | None, within: Table | None, sensitive: Table) -> Counted:
    """Count the rules of all sizes that ``limit`` allows; ``within`` some records, besides those counted ``before``.

    A set with a rule has fewer items than the longest record: one more is to follow from it.
    """
    options = EnumerationOptions(
        keep_levels=True,
        keep_non_generators=True,
        first=before.highest if before else 0,
        within=within,
        sensitive_rows=sensitive,
        last_with_sensitive=within is None and run.personal is None and run.persons is None,
        persons=run.persons,
    )
    most = max(1, run.shape.longest - 1)
    m = min(run.model.m or most, most)
    levels = []
    for level in rule_levels(run.engine, run.present, run.sensitive, m, limit=limit, options=options):
        run.engine.trace.progress(f"sets of {level.size} (of up to {m}) counted")
        levels.append(level)
    return gathered(run.engine, levels, before, None if run.personal else sensitive, run.persons)


def _more_rows(limit: WorkLimit, most: int) -> int:
    if limit.max_rows >= most:
        raise NotReached(
            f"what can be known of the records is too much to be counted: a step over {limit.refused:,} rows",
            "bound what an adversary knows with <m>, or use <sampling>",
        )
    return most if limit.estimated else min(most, max(limit.max_rows * 4, limit.refused))
