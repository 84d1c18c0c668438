"""SUPPRESSOR, set-at-a-time: publish records with (personalized) rho-uncertainty by suppressing single occurrences.

1. A long record whose rest is so rare that its sensitive item stands out loses the item (unless one item alone can be
   known; of random adversaries: unless most of the record would go): one occurrence instead of one for each of many
   rules.
2. Count the rules from all that can be known, size by size, as far as is feasible at once (:mod:`.counting.rules`).
3. Mend the broken ones in rounds, recounting all that were counted (:mod:`.rho_rounds`, :mod:`.rho_counted`).
4. Where sizes were left out, go on from 2. Suppression can also make sets worth counting that were not: those tied to a
   smaller one. Count what the records of sets that have come loose can tell, and go on from 3 until no set has.

Source: Nakagawa, Arai, Nakagawa, Algorithm 1. Every published record is a part of its original one.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

import numpy as np

from setanon_sql.constraint import Constraint
from setanon_sql.counting.rules import Keep, Reach, RuleLevel, rule_levels
from setanon_sql.counting.wishes import Wishes
from setanon_sql.dataset import Dataset
from setanon_sql.engine import Engine
from setanon_sql.errors import NotReached
from setanon_sql.limits import Limits, limits_for
from setanon_sql.methods.rho_choice import Frequencies, Ints
from setanon_sql.methods.rho_counted import Counted, gathered
from setanon_sql.methods.rho_rounds import Model, State, mend
from setanon_sql.methods.rho_samples import Bound, mend_samples
from setanon_sql.models import RhoUncertainty
from setanon_sql.sql import Table

Order = Literal["rounds", "paper"]

#: Rows that a step may touch at first, and at most: in between it goes up where nothing broken is in reach.
FIRST_WORK, MOST_WORK = 4_000_000, 400_000_000
#: Records of more items than this are long: what is unique in them is settled first.
LONG = 6
#: Against random adversaries a long record is settled first only where that costs at most this share of its items: one
#: that is nearly all sensitive loses less to the rules that are drawn.
MOST_SETTLED = Fraction(3, 4)


@dataclass(frozen=True)
class RhoResult:
    """What the method made.

    ``rows``: ``record_id, item``, what may be published. ``suppressed``: ``record_id, item, cause``, what may not.
    ``causes``: ``cause, item, is_hidden``, the rule that each suppression broke (cause 0: the whole record told it).
    ``method`` is its name. ``passes`` and ``rounds`` say how often all sizes were counted, and in how many rounds rules
    were mended.
    """

    model: RhoUncertainty
    rows: Table
    suppressed: Table
    causes: Table
    method: str
    passes: int
    rounds: int
    rows_before: int
    rows_after: int

    @property
    def suppressed_ratio(self) -> float:
        """The share of occurrences that was suppressed (5)."""
        return 1 - self.rows_after / self.rows_before


def anonymize_rho(
    dataset: Dataset,
    model: RhoUncertainty,
    constraint: Constraint,
    seed: str,
    *,
    order: Order = "rounds",
    bound: Bound = "exact",
) -> RhoResult:
    """Suppress occurrences of ``dataset`` until it satisfies ``model`` for ``constraint``; see the module for the plan.

    ``seed`` decides by lot which records lose an item where several would do. ``order="paper"`` mends one rule at a
    time: slow, the yardstick for loss. ``bound`` sizes the samples of a sampled model. Raises NotReached where the sets
    that an adversary can know are too many to be counted.
    """
    limits = limits_for(dataset, constraint.hidden, model)
    wishes = Wishes(dataset.engine, constraint.wishes) if constraint.wishes else None
    state = _start(dataset.engine, dataset.transactions, model, limits, seed)
    state = replace(state, wishes=wishes, one_by_one=order == "paper")
    if model.m != 1 and not state.one_by_one and state.longest > LONG:
        state = settle_long_records(state)
    if model.sampled:
        state, passes, rounds = mend_samples(state, seed, bound)
    else:
        state, passes, rounds = _exactly(state)
    if wishes:
        wishes.forget()
    name = "SAMPLESUPPRESSOR" if model.sampled else "SUPPRESSOR"
    after = state.engine.count(state.present)
    return RhoResult(
        model, state.present, state.suppressed, _causes(state), name, passes, rounds, dataset.rows, after
    )  # fmt: skip


def _exactly(state: State) -> tuple[State, int, int]:
    """Mend until no rule can be broken; returns the state, and the numbers of passes and of rounds."""
    counted: Counted | None = None
    within: Table | None = None
    work, passes, rounds = FIRST_WORK, 0, 0
    while True:
        passes += 1
        state.engine.trace.doing(f"counting what can be known, pass {passes}")
        reach = Reach(work, longest=state.longest)
        sensitive = state.engine.table("rho/sensitive_rows", transactions=state.present, hidden=state.hidden)
        levels = _levels(state, reach, counted, within, sensitive)
        counted = gathered(state.engine, levels, counted, None if state.wishes else sensitive)
        state, more = mend(state, counted, sensitive)
        rounds += more
        state.engine.drop(within)
        within = counted.loosened(state.present) if reach.complete else None
        if within is None:
            counted.drop()
            counted = None
            if reach.complete:
                return state, passes, rounds
            if not more:
                work = _more_work(reach)


@dataclass(frozen=True)
class Goal:
    """What :func:`suppress` is to reach, and how: ``limits`` of the items to be hidden from everybody.

    ``prices``: what it costs to suppress an occurrence of each item (None: choose by F (8)). Causes are numbered from
    ``first_cause``.
    """

    limits: Limits
    prices: Ints | None
    first_cause: int
    seed: str


@dataclass(frozen=True)
class Suppressed:
    """What went (``record_id, item, cause``), the rules it went for (``cause, item, is_hidden``), the next cause."""

    rows: Table
    causes: Table
    next_cause: int


def suppress(engine: Engine, transactions: Table, model: Model, goal: Goal) -> Suppressed:
    """Suppress occurrences of ``transactions`` until nothing follows more surely than its limit.

    ``transactions`` and item numbers are as those of a dataset. Raises NotReached as :func:`anonymize_rho` does.
    """
    state = _start(engine, transactions, model, goal.limits, goal.seed)
    state = replace(state, next_cause=goal.first_cause, counts=replace(state.counts, prices=goal.prices))
    if model.m != 1 and state.longest > LONG:
        state = settle_long_records(state)
    state, _, _ = _exactly(state)
    engine.drop(state.present)
    return Suppressed(state.suppressed, _causes(state), state.next_cause)


def _start(engine: Engine, transactions: Table, model: Model, limits: Limits, seed: str) -> State:
    present = engine.table("rho/all_rows", transactions=transactions)
    found = engine.columns("rho/item_counts", transactions=present)
    original = np.zeros(int(found["item"].max()) + 1, dtype=np.int64)
    original[found["item"]] = found["support"]
    none: list[list[int]] = [[], [], []]
    return State(
        engine=engine,
        model=model,
        original=transactions,
        hidden=limits.table,
        limits=limits,
        wishes=None,
        seed=seed,
        longest=engine.number("rho/longest", transactions=present),
        present=present,
        suppressed=engine.load("suppressed", {"record_id": int, "item": int, "cause": int}, none),
        counts=Frequencies(original, original),
    )


def _causes(state: State) -> Table:
    columns = [np.concatenate([rounds[at] for rounds in state.causes] or [np.zeros(0, np.int64)]) for at in range(3)]
    return state.engine.load("causes", {"cause": int, "item": int, "is_hidden": int}, columns)


def settle_long_records(state: State) -> State:
    """Suppress in each long record the sensitive items that no record may hold together with the rest of it."""
    make = state.engine.table
    state.engine.trace.doing("settling what whole long records tell")
    sensitive = make("rho/sensitive_rows", transactions=state.present, hidden=state.hidden)
    rules = whole_record_rules(state.engine, state.present, sensitive, LONG + 1)
    binds = {"whole_rules": rules} | ({} if state.wishes is None else {"wishes": state.wishes.table})
    name = "rho/forced" if state.wishes is None else "rho/forced_personal"
    gone = make(name, limits=state.limits.table, **binds)
    if isinstance(state.model, RhoUncertainty) and state.model.sampled:
        share = {"part": MOST_SETTLED.numerator, "whole": MOST_SETTLED.denominator}
        every, gone = gone, make("rho/few_forced", gone=gone, transactions=state.present, **share)
        state.engine.drop(every)
    settled = state.without(gone)
    state.engine.trace.progress(f"{state.engine.count(gone):,} occurrences suppressed")
    state.engine.drop(sensitive, rules, gone)
    return settled


def whole_record_rules(engine: Engine, present: Table, sensitive: Table, least: int) -> Table:
    """Return ``record_id, hidden, both, support``: how each sensitive item of a record of ``least`` items follows."""
    long = engine.table("rho/long_records", transactions=present, sensitive_rows=sensitive, least=least)
    perhaps = engine.table("rho/perhaps_holders", long_records=long, transactions=present)
    holders = engine.table("rho/holders", perhaps_holders=perhaps, long_records=long, transactions=present)
    rules = engine.table("rho/whole_rules", holders=holders, sensitive_rows=sensitive)
    engine.drop(long, perhaps, holders)
    return rules


def _levels(
    state: State, reach: Reach, before: Counted | None, within: Table | None, sensitive: Table
) -> list[RuleLevel]:
    """Count the rules of all sizes that ``reach`` allows; ``within`` some records, besides those counted ``before``.

    A set with a rule has fewer items than the longest record: one more is to follow from it.
    """
    keep = Keep(levels=True, tied=True, first=before.highest if before else 0, within=within, sensitive=sensitive)
    most = max(1, state.longest - 1)
    m = min(state.model.m or most, most)
    found = []
    for level in rule_levels(state.engine, state.present, state.hidden, m, reach=reach, keep=keep):
        state.engine.trace.progress(f"sets of {level.size} (of up to {m}) counted")
        found.append(level)
    return found


def _more_work(reach: Reach) -> int:
    if reach.most >= MOST_WORK:
        raise NotReached(
            f"what can be known of the records is too much to be counted: a step over {reach.refused:,} rows",
            "bound what an adversary knows with --m, or use --sample",
        )
    return min(MOST_WORK, max(reach.most * 4, reach.refused))
