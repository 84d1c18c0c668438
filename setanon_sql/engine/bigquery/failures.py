"""What BigQuery's refusal of a step means, told apart by the reason that it gives, or by its HTTP code."""

from typing import Any

from setanon_sql.errors import SetanonError

_RIGHTS = (
    "grant bigquery.jobUser on the project, bigquery.dataViewer on the dataset of the source, bigquery.dataEditor on "
    "that of the release"
)
_AGAIN = "nothing is left behind; run it again"
#: What happened, what to do.
_FAILURES = {
    "accessDenied": ("does not permit it, or knows no such table", _RIGHTS),
    "bytesBilledLimitExceeded": (
        "would bill more bytes than maximum_bytes_billed of <db> allows",
        "raise it, or read fewer rows: a view, or a partition with <where>",
    ),
    "billingNotEnabled": ("has no account to bill for this project", "enable billing, or name another project"),
    "duplicate": ("has a table of that name already", "choose another name"),
    "notFound": ("knows no such table or dataset", "check the name and the location of <db>"),
    "quotaExceeded": ("has a quota that is used up", "<values> which one; wait, or ask for more"),
    "rateLimitExceeded": ("has had too many statements of this project at a time", _AGAIN),
    "resourcesExceeded": ("has not enough memory for it", "use a smaller m, or fewer rows"),
    "responseTooLarge": ("has not enough room for an answer", "use a smaller m, or fewer rows"),
    "stopped": ("stopped it: somebody cancelled the job or its session", _AGAIN),
    401: ("does not accept the credentials", "log in: gcloud auth application-default login"),
    403: ("does not permit it, or knows no such table", _RIGHTS),
    404: ("knows no such table or dataset", "check the name and the location of <db>"),
}
_LOST = ("lost the connection", f"is the network up? {_AGAIN[0].upper()}{_AGAIN[1:]}")


def failure(error: Exception, step: str) -> SetanonError:
    """Return the error for a step that BigQuery did not do; ``details`` holds its own words where it is that speaks."""
    code: Any = getattr(error, "code", None)
    keys = [*(entry.get("reason") for entry in getattr(error, "errors", None) or () if isinstance(entry, dict)), code]
    meaning = next((_FAILURES[key] for key in keys if key in _FAILURES), None)
    if meaning is None and (not isinstance(code, int) or code >= 500):
        return SetanonError(f"BigQuery {_LOST[0]} (in the step {step})", _LOST[1])
    happened, hint = meaning or (f"refused it ({type(error).__name__})", "<values> what BigQuery says about it")
    return SetanonError(f"BigQuery {happened} (in the step {step})", hint, (str(error),))
