"""k-anonymity of whole records: audit and anonymize."""

from setanon_sql.commands.console import Invocation, command
from setanon_sql.commands.groups import anonymize, audit
from setanon_sql.options.kanonymity import AnonymizeKAnonymity, AuditKAnonymity


@command(audit, "kanonymity", AuditKAnonymity, example="setanon audit kanonymity baskets.csv --k 5")
def audit_kanonymity(run: Invocation) -> int:
    """How many records hold the same items as fewer than k - 1 others."""
    from setanon_sql.commands import words

    return run.audited(run.call("audit_kanonymity"), words.kanonymity_audit)


@command(
    anonymize,
    "kanonymity",
    AnonymizeKAnonymity,
    example="setanon anonymize kanonymity baskets.csv --out safe.parquet --k 5 --taxonomy departments.csv",
)
def anonymize_kanonymity(run: Invocation) -> int:
    """Generalize part by part until each record has the same labels as k - 1 others."""
    return run.published(run.call("anonymize_kanonymity"))
