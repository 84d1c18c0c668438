"""SUPPRESSOR, set-at-a-time: publish records with (personalized) rho-uncertainty by suppressing single occurrences.

1. Start from the data as they are (``run``): one object holds what is present and what is suppressed from here on.
2. A long record whose rest is so rare that its sensitive item stands out loses the item (unless one item alone can be
   known; of random adversaries: unless most of the record would go): one occurrence instead of one for each of many
   rules (``long_records``).
3. Against all that can be known (``exact``): count the rules from it, size by size, as far as is feasible at once
   (:mod:`setanon_sql.counting.rules`), and put them together (``counted``). Or against random adversaries
   (``samples``): draw them, and count the rules from what they know.
4. Mend the rules above their limit in rounds (``rounds``): of personal wishes those that somebody asked to prevent
   (``requested``); for each the item to lose (``choice``), in which records; then recount what was counted
   (``counted``).
5. Go on from 3, where sizes were left out, or where suppression made generators of sets that were none: what the
   records that hold them can tell is counted, too. Of random adversaries: where too many of them succeeded.

Where persons count, both shares of a rule are bounded: a rule that too large a share of persons hold loses an item of
some persons, in all of their records with the rule.

Or, to compare with, divide the records into parts and mend each by itself, all in one run (``parts``).

Source: Nakagawa, Arai, Nakagawa, Algorithms 1 and 2. Every published record is a part of its original one.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from setanon_sql.counting.personal import PersonalConstraint
from setanon_sql.dataset import Dataset
from setanon_sql.decisions import NO_CONSTRAINTS, ItemConstraints
from setanon_sql.keys import key
from setanon_sql.models.rho.method.choice import Ints
from setanon_sql.models.rho.method.exact import mend_all
from setanon_sql.models.rho.method.feasible import refuse_infeasible
from setanon_sql.models.rho.method.goals import Goal, Suppressed, suppress
from setanon_sql.models.rho.method.long_records import settle_long_records
from setanon_sql.models.rho.method.parts import suppress_in_parts
from setanon_sql.models.rho.method.run import Run
from setanon_sql.models.rho.method.samples import mend_samples
from setanon_sql.models.rho.options import Bound, RhoAlgorithm
from setanon_sql.models.rho.parameters import RhoUncertainty
from setanon_sql.query.templates import Table
from setanon_sql.registry.parameters import BoundsConfidence
from setanon_sql.sensitive.constraint import Constraint
from setanon_sql.sensitive.limits import ConfidenceLimits, limits_for

#: The unit of prices, and the highest price, so that costs stay whole numbers that can be compared exactly.
PRICE = 1_000
HIGHEST = 1_000_000

__all__ = ["Goal", "RhoResult", "Suppressed", "anonymize_rho", "key_of_choices", "prices_of", "suppress"]


@dataclass(frozen=True)
class RhoResult:
    """The result of the method.

    ``rows``: ``record_id, item``, what may be published. ``suppressed``: ``record_id, item, cause``, what may not.
    ``causes``: ``cause, item, is_sensitive``, the rule that each suppression broke (cause 0: the whole record told it).
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
    algorithm: RhoAlgorithm = "improved",
    bound: Bound = "exact",
    constraints: ItemConstraints = NO_CONSTRAINTS,
) -> RhoResult:
    """Suppress occurrences of a dataset until it satisfies a model; see the module for the plan.

    ``dataset``: the transactions, in an engine. ``model``: rho, m, and for random adversaries epsilon and delta.
    ``constraint``: what is sensitive, for whom; with persons, what one record of a person hides, all of them do.
    ``seed``: decides by lot which records lose an item where several would do.
    ``algorithm``: ``improved`` mends many rules at a time, ``paper`` one: slow, the yardstick for loss; ``dist`` part
    by part of the records, as Jia et al. (:mod:`.parts`), without ``constraints``, wishes and persons.
    ``bound``: sizes the samples of a sampled model.
    ``constraints``: items that must stay, or go, and weights: with these, of each rule the items go that weigh least.

    Search: greedy: for each rule the item whose loss costs least; least loss in all is not promised.
    Cost: that of counting the rules (:func:`setanon_sql.counting.rules.rule_levels`), some times over.
    Raises NotReached where the sets that an adversary can know are too many to be counted, or where not all items can
    stay that must.
    Source: Nakagawa, Arai, Nakagawa, Algorithms 1 and 2.
    """
    refuse_infeasible(dataset, model, constraint, constraints)
    constraint = constraint.for_persons(dataset)
    engine = dataset.engine
    how = {"algorithm": algorithm, "bound": bound, "asked": constraints.decisions.text}
    limits = limits_for(dataset, constraint.sensitive, model)
    key_of_lot = key_of_choices(dataset, model, constraint, how, seed)
    if algorithm == "dist":
        return _in_parts(dataset, model, limits, key_of_lot)
    personal = PersonalConstraint(engine, constraint.wishes) if constraint.wishes else None
    run = Run(
        engine,
        dataset.transactions,
        model,
        limits,
        key_of_lot,
        personal=personal,
        persons=dataset.persons,
        one_by_one=algorithm == "paper",
        prices=prices_of(constraints, dataset.distinct_items),
        stay=constraints.keep,
        drop=constraints.drop,
    )
    _mend(run, model, bound)
    if personal:
        personal.forget()
    return _result(run, model, dataset.rows)


def _in_parts(dataset: Dataset, model: RhoUncertainty, limits: ConfidenceLimits, key_of_lot: str) -> RhoResult:
    engine = dataset.engine
    end = suppress_in_parts(engine, dataset.transactions, model, limits, key_of_lot)
    rows = engine.table("sources/dataset/rows_without", present=dataset.transactions, suppressions=end.rows)
    return RhoResult(
        model, rows, end.rows, end.causes, method="Dist", passes=end.passes, rounds=end.rounds,
        rows_before=dataset.rows, rows_after=engine.count(rows),
    )  # fmt: skip


def key_of_choices(
    dataset: Dataset, model: BoundsConfidence, constraint: Constraint, how: Mapping[str, object], seed: str
) -> str:
    """Return the key of what is decided by lot; another source, promise, constraint or ``how`` has another one."""
    parameters = {"model": model.name, **model.parameters, "thresholds": {**model.thresholds}, "how": how}
    parameters["sensitive"] = constraint.digest(dataset.engine)
    return key(seed, dataset.digest, parameters, "choices by lot")


def _mend(run: Run, model: RhoUncertainty, bound: Bound) -> None:
    """Take the steps 2 to 5 of the plan."""
    if not run.one_by_one:
        settle_long_records(run)
    if model.sampled:
        mend_samples(run, model, bound)
    else:
        mend_all(run)


def _result(run: Run, model: RhoUncertainty, rows_before: int) -> RhoResult:
    rows = run.released()
    rows_after = run.engine.count(rows)
    return RhoResult(
        model,
        rows,
        suppressed=run.suppressed,
        causes=run.causes(),
        method="SAMPLESUPPRESSOR" if model.sampled else "SUPPRESSOR",
        passes=run.passes,
        rounds=run.rounds,
        rows_before=rows_before,
        rows_after=rows_after,
    )


def prices_of(constraints: ItemConstraints, items: int) -> Ints | None:
    """Return what it costs to suppress an occurrence of each of the items 1..``items``; None: all cost the same."""
    if not constraints.weights:
        return None
    prices = np.full(items + 1, PRICE, dtype=np.int64)
    for item, weight in constraints.weights.items():
        prices[item] = min(max(int(weight * PRICE), 1), HIGHEST)
    return prices
