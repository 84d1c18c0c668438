"""Can all items stay that must? Rules over these items alone cannot be mended: nothing of them may go.

Whatever else is broken can be mended by suppressing the other items. So the rules over the items that stay, counted in
these alone, are all that is in the way.
"""

import numpy as np

from setanon_sql.audit import audit_rho
from setanon_sql.audit.rho import Model
from setanon_sql.dataset import Dataset
from setanon_sql.decisions import Resolved
from setanon_sql.errors import NotReached
from setanon_sql.methods.giving_up import to_give_up, told
from setanon_sql.sensitive.constraint import Constraint

#: So many rules of each size are looked at for the fewest items to give up; an error lists so many of each kind.
_RULES, _LISTED = 20_000, 50


def refuse_infeasible(dataset: Dataset, model: Model, constraint: Constraint, wanted: Resolved) -> None:
    """Raise NotReached where not all items can stay that must, with the fewest that have to be given up."""
    if not wanted.keep:
        return
    engine = dataset.engine
    stay = engine.load("stay", {"item": int}, [sorted(wanted.keep)])
    rows = engine.table("km/pairs/held_of", held=dataset.transactions, asked=stay)
    alone = dataset.of(rows)
    found = audit_rho(alone, model, constraint, worst=_RULES)
    labels = [str(label) for _, label in engine.rows("taxonomy/nodes/labels", items=dataset.items)]
    engine.drop(stay, rows)
    if found.satisfied:
        return
    number = {label: at for at, label in enumerate(labels)}
    rules = [sorted(number[label] for label in (*one.known, one.sensitive_item)) for one in found.worst]
    sizes = sorted({len(rule) for rule in rules})
    given_up, proved = to_give_up([np.array([rule for rule in rules if len(rule) == size]) for size in sizes])
    broken = [f"tells too surely: {' & '.join(one.known)} -> {one.sensitive_item}" for one in found.worst[:_LISTED]]
    raise NotReached(
        f"not all of the {len(wanted.keep):,} items to keep can stay: by themselves they break {found.violations:,} "
        f"rules. {told(given_up, proved and len(rules) == found.violations)}",
        "take them out of --constraints (--show-values names them), or allow a higher --rho",
        [*(f"to give up: {labels[one]}" for one in given_up[:_LISTED]), *broken],
    )
