"""An audit of sensitivity-adaptive rho-uncertainty in words, for a terminal."""

from setanon_sql.models.rho.found import RhoAudit
from setanon_sql.models.rho.words import rules_in_words


def in_words(audit: RhoAudit, *, show_values: bool = False) -> str:
    """Return an audit in words: as of rho-uncertainty, with thresholds."""
    return rules_in_words(audit, "sensitivity-adaptive rho-uncertainty", "threshold", show_values=show_values)
