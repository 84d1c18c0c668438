"""Make proposed groups safe, all of them in one run of the suppressor, and count what they cost."""

from dataclasses import dataclass

import numpy as np

from setanon_sql.engine import Engine, scoped
from setanon_sql.models.adaptive.parameters import AdaptiveRho
from setanon_sql.models.rho.method import Goal, suppress
from setanon_sql.query.templates import Bind, Table, all_rows
from setanon_sql.sensitive.limits import ConfidenceLimits, Ints, limits_in
from setanon_sql.taxonomy import Nodes

#: Kinds of proposals: all labels specialized; divided into parts; labels specialized that gain by it; the better half
#: of the labels specialized.
SPECIALIZED, DIVIDED, PROMISING, HALF = range(1, 5)


@dataclass(frozen=True)
class Way:
    """A way to look for a good result.

    ``divide``: groups may be divided, and are where that lowers the cost, even if something else lowers it more (as in
    the paper: it pays later); else there is one group. ``cheapest``: suppression picks the cheapest item, ties go to
    the smallest change of frequencies (F (8)); else only the latter decides. ``brief``: save work on large data. One
    group starts at the best depth of the tree, half of the labels are tried only where all would cost more, and the
    first step that gains next to nothing is the last.
    """

    divide: bool = True
    cheapest: bool = True
    brief: bool = False


@dataclass(frozen=True)
class AdaptiveRun:
    """Constants of one run, from the first step to the last.

    ``limits``: of the sensitive items; ``nodes``: ``node, parent, price, leaves``, the price of an occurrence that
    stands as this node; ``steps``: ``item, node, child``; ``highest``: the price of a suppressed occurrence. ``stay``:
    ``item``, what must not be suppressed (None: nothing). ``key``: a secret that draws records. ``persons``:
    ``record_id, person`` (None: only records count).
    """

    engine: Engine
    model: AdaptiveRho
    limits: ConfidenceLimits
    nodes: Table
    steps: Table
    tree: Nodes
    highest: int
    key: str
    way: Way
    stay: Table | None = None
    persons: Table | None = None


@dataclass
class TrialGroups:
    """Proposed groups, made safe.

    ``trials``: ``trial_id, kind, group_id, part``. ``occurrences``: ``trial_id, record_id, item, node``. ``lost``:
    ``trial_id, record_id, node, cause``. ``causes``: ``cause, node, is_sensitive``. ``costs``: ``trial_id, cost, ncp``.
    ``unfit``: ``trial_id``. ``loss_share``: ``trial_id, node, loss_share``. ``count`` of the groups, and of the
    causes used.
    """

    trials: Table
    occurrences: Table
    lost: Table
    causes: Table
    costs: Table
    unfit: Table
    loss_share: Table
    count: int
    next_cause: int

    def drop(self, engine: Engine) -> None:
        """Drop all tables."""
        engine.drop(*self.tables.values())

    @property
    def tables(self) -> dict[str, Table]:
        """Return all of its tables, by name."""
        names = ("trials", "occurrences", "lost", "causes", "costs", "unfit", "loss_share")
        return {name: getattr(self, name) for name in names}


def attempt(run: AdaptiveRun, proposal: Table, first: int, next_cause: int) -> TrialGroups:
    """Suppress in each proposed group what breaks the model there; groups are numbered after ``first``.

    ``proposal``: ``kind, group_id, part, record_id, item, node``.
    """
    make = run.engine.table
    trials = make("adaptive/safe_trials/trials", proposal=proposal, first=first)
    occurrences = make("adaptive/safe_trials/trial_occurrences", proposal=proposal, trials=trials)
    lost, causes, next_cause = _suppress(run, trials, occurrences, next_cause)
    outcome = {"trial_occurrences": occurrences, "lost": lost}
    prices: dict[str, Bind] = {"nodes": run.nodes, "highest": run.highest}
    costs = make("adaptive/trial_costs/trial_costs", leaves=run.tree.leaves, **prices, **outcome)
    unfit = _unfit(run, outcome)
    loss_share = make("adaptive/trial_costs/loss_share", causes=causes, **prices, **outcome)
    count = run.engine.count(trials)
    return TrialGroups(trials, occurrences, lost, causes, costs, unfit, loss_share, count, next_cause)


@scoped
def _suppress(run: AdaptiveRun, trials: Table, occurrences: Table, next_cause: int) -> tuple[Table, Table, int]:
    """Suppress what breaks the model: return what is lost, the rules it is lost for, and the number of the next one."""
    engine = run.engine
    make = run.engine.table
    trial_items = make("adaptive/safe_trials/trial_items", trial_occurrences=occurrences)
    rows = make(
        "adaptive/safe_trials/trial_rows", trial_occurrences=occurrences, trials=trials, trial_items=trial_items
    )
    limits = limits_in(
        engine, make("adaptive/safe_trials/trial_limits", trial_items=trial_items, limits=run.limits.table)
    )
    prices = _prices(run, occurrences, trial_items) if run.way.cheapest else None
    stay = _items_to_stay(run, trial_items)
    persons = _persons_of(run, trials, occurrences)
    end = suppress(engine, rows, run.model, Goal(limits, prices, next_cause, run.key, stay, persons))
    lost = make(
        "adaptive/safe_trials/trial_suppressions", suppressions=end.rows, trial_items=trial_items, trials=trials
    )
    causes = make("adaptive/safe_trials/trial_causes", causes=end.causes, trial_items=trial_items)
    return lost, causes, end.next_cause


def merge_trials(engine: Engine, trials: TrialGroups, more: TrialGroups) -> TrialGroups:
    """Add trials to others; ``more`` is used up."""
    for name, table in trials.tables.items():
        engine.append(table, all_rows(more.tables[name]))
    more.drop(engine)
    trials.count += more.count
    trials.next_cause = more.next_cause
    return trials


def _unfit(run: AdaptiveRun, outcome: dict[str, Table]) -> Table:
    """Return the proposed groups (``trial_id``) that are too small for a sensitive item that they still hold."""
    make = run.engine.table
    limits = run.limits.table
    if run.persons is None:
        return make("adaptive/trial_costs/unfit", limits=limits, **outcome)
    return make("adaptive/persons/unfit", limits=limits, persons=run.persons, **outcome)


def _persons_of(run: AdaptiveRun, trials: Table, occurrences: Table) -> Table | None:
    """Return whose the records of trials are (``record_id, person``), where persons count."""
    if run.persons is None:
        return None
    return run.engine.table(
        "adaptive/persons/trial_persons", trial_occurrences=occurrences, trials=trials, persons=run.persons
    )


def _items_to_stay(run: AdaptiveRun, trial_items: Table) -> frozenset[int]:
    """Return the trial items that must not be suppressed."""
    if run.stay is None:
        return frozenset()
    columns = run.engine.columns("adaptive/safe_trials/staying", trial_items=trial_items, stay=run.stay)
    return frozenset(columns["trial_item"].tolist())


def _prices(run: AdaptiveRun, occurrences: Table, trial_items: Table) -> Ints:
    columns = run.engine.columns(
        "adaptive/safe_trials/suppression_prices",
        trial_occurrences=occurrences,
        trial_items=trial_items,
        nodes=run.nodes,
        highest=run.highest,
    )
    prices = np.zeros(len(columns["trial_item"]) + 1, np.int64)
    prices[columns["trial_item"]] = columns["price"]
    return prices
