"""An audit in words."""

from tests.made_up_model.audit import FloorAudit


def in_words(audit: FloorAudit, *, show_values: bool = False) -> str:
    """Return the verdict."""
    return f"floor with k = {audit.model.k}: {'holds' if audit.satisfied else 'does not hold'}"
