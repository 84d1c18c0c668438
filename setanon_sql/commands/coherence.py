"""(h, k, p)-coherence: audit and anonymize."""

from setanon_sql.commands.console import Invocation, command
from setanon_sql.commands.groups import anonymize, audit
from setanon_sql.options.coherence import AnonymizeCoherence, AuditCoherence


@command(audit, "coherence", AuditCoherence, example="setanon audit coherence baskets.csv --k 5 --m 2")
def audit_coherence(run: Invocation) -> int:
    """Count the sets of known items that too few records hold, or that tell a sensitive item too surely."""
    from setanon_sql.commands import words

    return run.audited(run.call("audit_coherence"), words.coherence_audit)


@command(
    anonymize,
    "coherence",
    AnonymizeCoherence,
    example="setanon anonymize coherence baskets.csv --out safe.csv --k 5 --m 2 --h 0.8 --sensitive medicines.csv",
)
def anonymize_coherence(run: Invocation) -> int:
    """Suppress items until known items match k records and tell no sensitive item too surely."""
    return run.published(run.call("anonymize_coherence"))
