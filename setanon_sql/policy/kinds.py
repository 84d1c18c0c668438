"""Which product a policy is of."""

from setanon_sql.options.policies import COUNTS
from setanon_sql.policy.model import Policy
from setanon_sql.policy.of_counts import Counts
from setanon_sql.policy.of_records import Records
from setanon_sql.policy.products import PolicyProduct


def product_of(policy: Policy) -> PolicyProduct:
    """Return what a policy publishes."""
    return Counts() if policy.model == COUNTS else Records()
