"""Make proposed groups safe, all of them in one run of the suppressor, and count what they cost."""

from dataclasses import dataclass

import numpy as np

from setanon_sql.engine import Engine
from setanon_sql.methods.rho import Goal, suppress
from setanon_sql.models import AdaptiveRho
from setanon_sql.query.templates import Bind, Table, all_rows
from setanon_sql.sensitive.limits import Ints, Limits, limits_in
from setanon_sql.taxonomy import Nodes

#: Kinds of proposals: all labels specialized; divided into parts; labels specialized that gain by it; the better half
#: of the labels specialized.
SPECIALIZED, DIVIDED, PROMISING, HALF = range(1, 5)


@dataclass(frozen=True)
class Way:
    """How to look for a good result.

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
class Setting:
    """What stays the same from the first step to the last.

    ``limits``: of the sensitive items; ``nodes``: ``node, parent, price, leaves``, the price of an occurrence that
    stands as this node; ``steps``: ``item, node, child``; ``highest``: the price of a suppressed occurrence. ``stay``:
    ``item``, what must not be suppressed (None: nothing). ``key``: a secret that draws records.
    """

    engine: Engine
    model: AdaptiveRho
    limits: Limits
    nodes: Table
    steps: Table
    tree: Nodes
    highest: int
    key: str
    way: Way
    stay: Table | None = None


@dataclass
class Trials:
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
        """All of its tables, by name."""
        names = ("trials", "occurrences", "lost", "causes", "costs", "unfit", "loss_share")
        return {name: getattr(self, name) for name in names}


def attempt(setting: Setting, proposal: Table, first: int, next_cause: int) -> Trials:
    """Suppress in each proposed group what breaks the model there; groups are numbered after ``first``.

    ``proposal``: ``kind, group_id, part, record_id, item, node``.
    """
    make = setting.engine.table
    trials = make("adaptive/safe_trials/trials", proposal=proposal, first=first)
    occurrences = make("adaptive/safe_trials/trial_occurrences", proposal=proposal, trials=trials)
    lost, causes, next_cause = _suppressed(setting, trials, occurrences, next_cause)
    known = {"trial_occurrences": occurrences, "lost": lost}
    prices: dict[str, Bind] = {"nodes": setting.nodes, "highest": setting.highest}
    costs = make("adaptive/trial_costs/trial_costs", leaves=setting.tree.leaves, **prices, **known)
    unfit = make("adaptive/trial_costs/unfit", limits=setting.limits.table, **known)
    loss_share = make("adaptive/trial_costs/loss_share", causes=causes, **prices, **known)
    count = setting.engine.count(trials)
    return Trials(trials, occurrences, lost, causes, costs, unfit, loss_share, count, next_cause)


def _suppressed(setting: Setting, trials: Table, occurrences: Table, next_cause: int) -> tuple[Table, Table, int]:
    """Suppress what breaks the model: return what is lost, the rules it is lost for, and the number of the next one."""
    engine, make = setting.engine, setting.engine.table
    trial_items = make("adaptive/safe_trials/trial_items", trial_occurrences=occurrences)
    rows = make(
        "adaptive/safe_trials/trial_rows", trial_occurrences=occurrences, trials=trials, trial_items=trial_items
    )
    limits = limits_in(
        engine, make("adaptive/safe_trials/trial_limits", trial_items=trial_items, limits=setting.limits.table)
    )
    prices = _prices(setting, occurrences, trial_items) if setting.way.cheapest else None
    stay = _staying(setting, trial_items)
    end = suppress(engine, rows, setting.model, Goal(limits, prices, next_cause, setting.key, stay))
    lost = make(
        "adaptive/safe_trials/trial_suppressions", suppressions=end.rows, trial_items=trial_items, trials=trials
    )
    causes = make("adaptive/safe_trials/trial_causes", causes=end.causes, trial_items=trial_items)
    engine.drop(trial_items, rows, limits.table, end.rows, end.causes)
    return lost, causes, end.next_cause


def together(engine: Engine, trials: Trials, more: Trials) -> Trials:
    """Add trials to others; ``more`` is used up."""
    for name, table in trials.tables.items():
        engine.append(table, all_rows(more.tables[name]))
    more.drop(engine)
    trials.count += more.count
    trials.next_cause = more.next_cause
    return trials


def _staying(setting: Setting, trial_items: Table) -> frozenset[int]:
    """The trial items that must not be suppressed."""
    if setting.stay is None:
        return frozenset()
    found = setting.engine.columns("adaptive/safe_trials/staying", trial_items=trial_items, stay=setting.stay)
    return frozenset(found["trial_item"].tolist())


def _prices(setting: Setting, occurrences: Table, trial_items: Table) -> Ints:
    found = setting.engine.columns(
        "adaptive/safe_trials/suppression_prices",
        trial_occurrences=occurrences,
        trial_items=trial_items,
        nodes=setting.nodes,
        highest=setting.highest,
    )
    prices = np.zeros(len(found["trial_item"]) + 1, np.int64)
    prices[found["trial_item"]] = found["price"]
    return prices
