"""An audit of a disassociated release in words, for a terminal."""

from setanon_sql.models.disassociation.audit import DisassociationAudit
from setanon_sql.text import fact_lines


def in_words(audit: DisassociationAudit, *, show_values: bool = False) -> str:
    """Return what an audit of a disassociated release counted."""
    chunks = ("record_chunks", "vulnerable_record_chunks", "shared_chunks", "vulnerable_shared_chunks")
    facts = {f"faults: {name}": n for name, n in audit.by_check.items()} | audit.sizes
    facts |= {name: getattr(audit.covers, name) for name in chunks}
    facts |= {f"{name} with an implied item": getattr(audit.implied, name) for name in ("chunks", "items", "pairs")}
    verdict = "the model holds" if audit.satisfied else "THE MODEL DOES NOT HOLD"
    return "\n".join([f"{audit.model.name}: {verdict}", "", fact_lines(facts), *_covered(audit)])


def _covered(audit: DisassociationAudit) -> list[str]:
    """Return which items cover which, where that was asked for."""
    if not audit.by_check["cover"]:
        return []
    if audit.covered is None:
        return ["", "Which items cover which is listed with --show-values."]
    return ["", "In these chunks:", *(
        f"{chunk.chunk_id}: {', '.join(chunk.covered)} ({chunk.support} times)"
        + (f" by {', '.join(chunk.covering)}" if chunk.covering else ", each by the others")
        for chunk in audit.covered
    )]  # fmt: skip
