"""What the demo asks of an audit, and shows of it."""

from setanon_sql.models.km.audit import KmAudit
from setanon_sql.models.km.options import KmExtras

#: What is counted besides of the baskets, and as it is typed; and of customers.
MUCH = KmExtras(unicity=True, top_items=5, worst=3, average=1000)
MUCH_TYPED = "--unicity --average 1000 --top-items 5 --worst 3"
LITTLE = KmExtras(unicity=True)
LITTLE_TYPED = "--unicity"


def rare_sets(audit: KmAudit) -> list[set[str]]:
    """Return the sets that the fewest records hold."""
    return [set(threat.labels) for threat in audit.worst]


def records_at_risk(audit: KmAudit, m: int) -> int:
    """Return how many records hold some set of up to ``m`` items that too few hold."""
    return audit.at_risk_by_size()[m]
