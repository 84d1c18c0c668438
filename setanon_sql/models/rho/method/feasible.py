"""Can all items stay that must? Rules over these items alone cannot be mended: nothing of them may go.

Whatever else is broken can be mended by suppressing the other items. So the rules over the items that stay, counted in
these alone, are all that is in the way.
"""

import numpy as np

from setanon_sql.dataset import Dataset
from setanon_sql.decisions import ItemConstraints
from setanon_sql.engine import scoped
from setanon_sql.errors import NotReached
from setanon_sql.methods.giving_up import count_text, items_to_give_up
from setanon_sql.models.rho.audit import audit_rho
from setanon_sql.registry.parameters import BoundsConfidence
from setanon_sql.sensitive.constraint import Constraint

#: So many rules of each size are looked at for the fewest items to give up; an error lists so many of each kind.
_RULES = 20_000
_LISTED = 50


@scoped
def refuse_infeasible(
    dataset: Dataset, model: BoundsConfidence, constraint: Constraint, constraints: ItemConstraints
) -> None:
    """Raise NotReached where not all items can stay that must, with the fewest that have to be given up."""
    if not constraints.keep:
        return
    engine = dataset.engine
    stay = engine.load("stay", {"item": int}, [sorted(constraints.keep)])
    rows = engine.table("sources/dataset/rows_of_items", held=dataset.transactions, asked=stay)
    alone = dataset.with_rows(rows)
    audit = audit_rho(alone, model, constraint, worst=_RULES)
    labels = [str(label) for _, label in engine.rows("taxonomy/nodes/labels", items=dataset.items)]
    if audit.satisfied:
        return
    number = {label: at for at, label in enumerate(labels)}
    rules = [sorted(number[label] for label in (*rule.known, rule.sensitive_item)) for rule in audit.worst]
    sizes = sorted({len(rule) for rule in rules})
    given_up, proved = items_to_give_up([np.array([rule for rule in rules if len(rule) == size]) for size in sizes])
    broken = [f"tells too surely: {' & '.join(rule.known)} -> {rule.sensitive_item}" for rule in audit.worst[:_LISTED]]
    raise NotReached(
        f"not all of the {len(constraints.keep):,} items to keep can stay: "
        f"by themselves they break {audit.violations:,} rules. "
        f"{count_text(given_up, proved and len(rules) == audit.violations)}",
        "take them out of <constraints> (<values> them), or allow a higher <rho>",
        [*(f"to give up: {labels[item]}" for item in given_up[:_LISTED]), *broken],
    )
