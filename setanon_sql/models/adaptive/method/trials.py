"""Make proposed groups safe, all of them in one run of the suppressor, and count what they cost."""

from dataclasses import dataclass

import numpy as np

from setanon_sql.engine import Workspace
from setanon_sql.models.adaptive.parameters import AdaptiveRho
from setanon_sql.models.rho.method import Goal, suppress
from setanon_sql.sensitive.limits import Ints, limits_in
from setanon_sql.taxonomy import Nodes

#: Kinds of proposals: all labels specialized; divided into parts; labels specialized that gain by it; the better half
#: of the labels specialized.
SPECIALIZED, DIVIDED, PROMISING, HALF = range(1, 5)

#: Proposed groups, made safe: ``trials`` (``trial_id, kind, group_id, part``); what stands for their items, what of it
#: is suppressed, and for which rules; what they cost, those that are ``unfit``, and what each label costs.
TRIALS = ("trials", "trial_occurrences", "trial_lost", "trial_causes", "costs", "unfit", "trial_loss_share")


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


@dataclass
class AdaptiveRun:
    """One search, from the first step to the last.

    ``space``: ``limits`` of the sensitive items; ``nodes`` (``node, parent, price, leaves``), the price of an
    occurrence that stands as this node; ``steps`` (``item, node, child``); ``highest`` and ``leaves``. There may be
    ``stay`` (``item``), what must not be suppressed, and ``persons`` (``record_id, person``), where not only records
    count. From the first step on it has the groups.
    ``highest``: the price of a suppressed occurrence. ``key``: a secret that draws records. ``next_group``,
    ``next_cause``: the next numbers of groups and of rules.
    """

    space: Workspace
    model: AdaptiveRho
    tree: Nodes
    highest: int
    key: str
    way: Way
    next_group: int = 1
    next_cause: int = 1


def attempt(run: AdaptiveRun, space: Workspace, first: int = 0) -> None:
    """Suppress in each proposed group what breaks the model there; groups are numbered after ``first``.

    Reads ``proposal`` (``kind, group_id, part, record_id, item, node``), and makes :data:`TRIALS`.
    """
    space.run("adaptive/safe_trials/trials", first=first)
    space.run("adaptive/safe_trials/trial_occurrences")
    _suppress(run, space)
    unfit = "adaptive/persons/unfit" if "persons" in space else "adaptive/trial_costs/unfit"
    space.run("adaptive/trial_costs/costs", unfit, "adaptive/trial_costs/trial_loss_share")


def _suppress(run: AdaptiveRun, space: Workspace) -> None:
    """Suppress what breaks the model: makes what is lost, and the rules it is lost for."""
    with space.inner() as aside:
        rows = aside.run("adaptive/safe_trials/trial_items", "adaptive/safe_trials/trial_rows")
        limits = limits_in(space.engine, aside.run("adaptive/safe_trials/trial_limits"))
        prices = _prices(aside) if run.way.cheapest else None
        persons = aside.run("adaptive/persons/trial_persons") if "persons" in aside else None
        goal = Goal(limits, prices, run.next_cause, run.key, _items_to_stay(aside), persons)
        end = suppress(space.engine, rows, run.model, goal)
        aside.run("adaptive/safe_trials/trial_lost", suppressions=end.rows)
        aside.run("adaptive/safe_trials/trial_causes", causes=end.causes)
        aside.hand_out("trial_lost", "trial_causes")
    run.next_cause = end.next_cause


def _items_to_stay(space: Workspace) -> frozenset[int]:
    """Return the trial items that must not be suppressed."""
    if "stay" not in space:
        return frozenset()
    return frozenset(space.columns("adaptive/safe_trials/staying")["trial_item"].tolist())


def _prices(space: Workspace) -> Ints:
    columns = space.columns("adaptive/safe_trials/suppression_prices")
    prices = np.zeros(len(columns["trial_item"]) + 1, np.int64)
    prices[columns["trial_item"]] = columns["price"]
    return prices
