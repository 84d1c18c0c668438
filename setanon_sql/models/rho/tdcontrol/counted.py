"""Rules above rho over the labels in play, counted in SQL and fetched as arrays of nodes."""

from collections.abc import Iterable

import numpy as np

from setanon_sql.counting.rules import EnumerationOptions, RuleLevel, WorkLimit, rule_levels, shape_of
from setanon_sql.dataset import Dataset
from setanon_sql.engine import Engine, scoped
from setanon_sql.errors import NotReached
from setanon_sql.models.rho.parameters import RhoUncertainty
from setanon_sql.models.rho.tdcontrol.state import Ints, Rules
from setanon_sql.query.templates import Table, columns_of
from setanon_sql.sensitive.limits import ConfidenceLimits

#: Rows that a step of counting may touch.
MOST_WORK = 400_000_000


@scoped
def broken_rules(
    dataset: Dataset,
    in_play: Iterable[int],
    model: RhoUncertainty,
    *,
    sensitive: Table,
    ancestors: Table,
    limits: ConfidenceLimits,
) -> Rules:
    """Return the rules above their limit over labels in play and ``sensitive`` items (``item``).

    ``ancestors`` (``item, node``): of the other items.

    Raises NotReached where the sets are too many to be counted.
    """
    engine = dataset.engine
    play = engine.load("in_play", {"node": int}, [sorted(in_play)])
    tables = {"transactions": dataset.transactions, "ancestors": ancestors, "sensitive": sensitive}
    holding = engine.table("tdcontrol/count/held", in_play=play, **tables)
    numbers = engine.table("tdcontrol/count/numbers", held=holding)
    rows = engine.table("tdcontrol/count/rows", held=holding, numbers=numbers)
    limited = engine.table("tdcontrol/count/limits", limits=limits.table, numbers=numbers)
    columns = engine.columns(columns_of(numbers, "number", "node"))
    nodes = np.zeros(len(columns["node"]) + 1, dtype=np.int64)
    nodes[columns["number"]] = columns["node"]
    return Rules(tuple(_rules_by_size(engine, rows, limited, model.m, nodes)))


def _rules_by_size(engine: Engine, rows: Table, limited: Table, m: int | None, nodes: Ints) -> Iterable[Ints]:
    """Yield the rules of each size: one a row, the nodes that are known and then the item that follows."""
    limit = WorkLimit(MOST_WORK, shape=shape_of(engine, rows))
    hidden = engine.table(columns_of(limited, "item"))
    for level in rule_levels(engine, rows, hidden, m, limit=limit, options=EnumerationOptions()):
        engine.trace.progress(f"sets of {level.size} counted")
        yield nodes[_broken(engine, level, limited)]
    if not limit.complete:
        raise NotReached(
            f"what can be known of the records is too much to be counted: a step over {limit.refused:,} rows",
            "bound what an adversary knows with <m>",
        )


@scoped
def _broken(engine: Engine, level: RuleLevel, limited: Table) -> Ints:
    rules = engine.table("suppressor/gather/level_rules", rules=level.rules, size=level.size)
    tables = {"rules": rules, "limits": limited}
    broken = engine.columns("suppressor/rules_to_mend/broken_rules", **tables)
    members = engine.columns("suppressor/rules_to_mend/broken_members", members=level.members, **tables)
    sets = np.unique(members["set_id"])
    sets_of_items = members["item"].astype(np.int64).reshape(len(sets), level.size)
    order = np.lexsort((broken["sensitive_item"], broken["set_id"]))
    places = np.searchsorted(sets, broken["set_id"][order])
    return np.column_stack([sets_of_items[places], broken["sensitive_item"][order].astype(np.int64)])
