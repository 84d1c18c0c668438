"""The command ``audit km``, where k may be several numbers."""

from typing import Any

from setanon_sql.errors import BadParameter
from setanon_sql.registry import function

#: What goes with one k only.
_FOR_ONE_K = (
    "m",
    "taxonomy",
    "unicity",
    "top_items",
    "worst",
    "average",
    "by",
    "records_out",
    "report",
    "known",
    "protect",
    "absent",
    "count",
    "columns",
    "columns_from",
    "cache",
)


def audit_once_or_by_size(run: Any) -> int:
    """Print an audit with one k, or with a k for each number of known items (``run``: an invocation)."""
    (k, *larger) = ks = run.keywords()["k"]
    if not larger:
        return int(run.audited(run.call("audit_km", k=k), function("km", "words", "in_words")))
    if any(run.typed.get(name) not in {None, 0, "", "threats"} for name in _FOR_ONE_K):
        raise BadParameter("with several --k nothing else is counted, and m is their number", "leave the others out")
    keywords = {"source": run.typed["source"], "ks": ks, "person": run.typed.get("person") or ""}
    by_size = run.ask("audit_km_by_size", **keywords, options=run.reading, settings=run.listening)
    return int(run.audited(by_size, function("km", "words", "in_words_by_size")))
