"""Utility measures by walking over every occurrence of the source."""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import log

from tests.oracle.km import loss

Records = Sequence[frozenset[str]]
Leaves = Mapping[str, frozenset[str]]


def recode(records: Records, chosen: Mapping[str, str]) -> list[frozenset[str]]:
    """Replace each item by the label chosen for it; items without one are dropped."""
    return [frozenset(chosen[item] for item in record if item in chosen) for record in records]


def measures(records: Records, chosen: Mapping[str, str], leaves: Leaves, released: Records) -> dict[str, float]:
    """Return ncp, lm, bits, suppressed_ratio and kl_divergence of a full recoding; ``leaves`` of each inner label."""
    every = frozenset().union(*leaves.values())
    losses = []
    for item in (item for record in records for item in record):
        label = chosen.get(item)
        under = len(leaves[label]) if label in leaves else 1
        ncp = 1.0 if label is None else 0.0 if label == item else under / len(every)
        lm = 1.0 if label is None else (under - 1) / (len(every) - 1)
        losses.append((ncp, lm, float(label is None)))
    ncps, lms, gone = (sum(column) / len(losses) for column in zip(*losses, strict=True))
    after = {item: chosen.get(item) for record in records for item in record}
    bits = loss(records, after, None, "bits")
    return {"ncp": ncps, "lm": lms, "bits": bits, "suppressed_ratio": gone} | _divergence(records, chosen, released)


def fates(records: Records, chosen: Mapping[str, str], leaves: Leaves, released: Records) -> dict[str, float]:
    """Return what became of records, rows and items, and how few items cause 80 % of the loss."""
    rows = [item for record in records for item in record]
    items = set(rows)
    kept, gone = {item for item in items if chosen.get(item) == item}, items - chosen.keys()
    every = len(frozenset().union(*leaves.values()))
    losses = {
        item: 0.0 if item in kept else 1.0 if item in gone else len(leaves[chosen[item]]) / every for item in items
    }
    costs = sorted((losses[item] * rows.count(item) for item in items), reverse=True)
    return {
        "records_after": sum(map(bool, released)),
        "records_gone": len(records) - sum(map(bool, released)),
        "rows_before": len(rows),
        "rows_after": sum(map(len, released)),
        "rows_merged": sum(item in chosen for item in rows) - sum(map(len, released)),
        "rows_suppressed": sum(item not in chosen for item in rows),
        "rows_unchanged": sum(item in kept for record in released for item in record),
        "rows_generalized": sum(item not in kept for record in released for item in record),
        "items_before": len(items),
        "items_generalized": len(items - kept - gone),
        "items_gone": len(gone),
        "rows_unchanged_ratio": sum(item in kept for item in rows) / len(rows),
        "generalized_ratio": sum(item not in kept | gone for item in rows) / len(rows),
        "gone_ratio": sum(item in gone for item in rows) / len(rows),
        "costliest_items": sum(cost > 0 and sum(costs[:at]) < 0.799999 * sum(costs) for at, cost in enumerate(costs)),
    }


def _divergence(records: Records, chosen: Mapping[str, str], released: Records) -> dict[str, float]:
    before = Counter(item for record in records for item in record)
    labels = Counter(label for record in released for label in record)
    if not labels:
        return {}
    spread = Counter(chosen[item] for item in before if item in chosen)
    after = {item: labels[chosen[item]] / spread[chosen[item]] / labels.total() for item in before if item in chosen}
    return {"kl_divergence": sum(p * log(p / (before[item] / before.total())) for item, p in after.items())}
