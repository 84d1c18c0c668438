"""k^m-anonymity: audit and anonymize."""

from setanon_sql.commands.console import Invocation, command
from setanon_sql.commands.groups import anonymize, audit
from setanon_sql.errors import BadParameter
from setanon_sql.options.km import AnonymizeKm, AuditKmOnceOrBySize

#: What goes with one k only.
_FOR_ONE_K = ("m", "taxonomy", "unicity", "top_items", "worst", "average", "by", "records_out", "report", "known")


@command(audit, "km", AuditKmOnceOrBySize, example="setanon audit km baskets.csv --k 5 --m 2")
def audit_km(run: Invocation) -> int:
    """How many itemsets fewer than k records hold, by size, and which share of records holds some such itemset."""
    from setanon_sql import api
    from setanon_sql.commands import km_words

    (k, *larger) = ks = run.keywords()["k"]
    if not larger:
        return run.audited(run.call("audit_km", k=k), km_words.km_audit)
    if any(run.typed.get(name) for name in _FOR_ONE_K):
        raise BadParameter("with several --k nothing else is counted, and m is their number", "leave the others out")
    person = run.typed.get("person") or ""
    by_size = api.audit_km_by_size(
        run.typed["source"], ks=ks, person=person, options=run.reading, settings=run.listening
    )
    return run.audited(by_size, km_words.km_by_size)


@command(
    anonymize,
    "km",
    AnonymizeKm,
    example="setanon anonymize km baskets.csv --out safe.parquet --k 5 --m 2 --taxonomy departments.csv",
)
def anonymize_km(run: Invocation) -> int:
    """Generalize and suppress until every set of at most m items is held by no record or by k."""
    return run.published(run.call("anonymize_km"))
