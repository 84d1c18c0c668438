"""rho-uncertainty and its sensitivity-adaptive kind: audit and anonymize."""

from setanon_sql.commands.console import Invocation, command
from setanon_sql.commands.groups import anonymize, audit
from setanon_sql.options.rho import AnonymizeAdaptive, AnonymizeRho, AuditAdaptive, AuditRho


@command(audit, "rho", AuditRho, example="setanon audit rho baskets.csv --rho 0.5 --sensitive medicines.csv")
def audit_rho(run: Invocation) -> int:
    """How many rules tell, from what is known of a person, a sensitive item with a confidence above rho."""
    from setanon_sql.commands import words

    return run.audited(run.call("audit_rho"), words.rho_audit)


@command(
    anonymize,
    "rho",
    AnonymizeRho,
    example="setanon anonymize rho baskets.csv --out safe.parquet --rho 0.5 --sensitive medicines.csv",
)
def anonymize_rho(run: Invocation) -> int:
    """Suppress occurrences until nothing sensitive follows from what is known with a confidence above rho."""
    return run.published(run.call("anonymize_rho"))


@command(
    audit,
    "adaptive",
    AuditAdaptive,
    example="setanon audit adaptive baskets.csv --rho 0.3 --sensitive medicines.csv --factor 0.5",
)
def audit_adaptive(run: Invocation) -> int:
    """How many rules tell a sensitive item with a confidence above the item's own threshold."""
    from setanon_sql.commands import words

    return run.audited(run.call("audit_adaptive"), words.rho_audit)


@command(
    anonymize,
    "adaptive",
    AnonymizeAdaptive,
    example="setanon anonymize adaptive baskets.csv --out safe.parquet --rho 0.3 --sensitive medicines.csv "
    "--taxonomy departments.csv",
)
def anonymize_adaptive(run: Invocation) -> int:
    """Generalize group by group, and suppress, until no sensitive item follows more surely than its threshold."""
    return run.published(run.call("anonymize_adaptive"))
