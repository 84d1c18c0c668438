"""Rho-uncertainty, personalized, by partial suppression."""

from setanon_sql.models.rho.options import AnonymizeRho, AuditRho, RhoGate, RhoScript
from setanon_sql.models.rho.parameters import SAMPLED_RECORDS, RhoUncertainty
from setanon_sql.registry.entry import Command, Model, Reason
from setanon_sql.registry.features import CONFIDENCE_ACROSS, NO_SETS, OF_LABELS, SHARES_OF_ALL

_GATE = """Print one SELECT that gives no row where rho-uncertainty holds, for everybody alike. Up to 2 known items.

Else a row for each number of known items: known_items, minimal_threats (rules above rho), records_at_risk, finding
(threats), or one whose finding is that no sensitive item is in the data.
"""

_SUPPRESSES = {"taxonomy": ("<taxonomy> is for <algorithm=tdcontrol>: nothing is generalized", "leave it out")}


def _only_compared(way: str) -> dict[str, Reason]:
    """Return what does not go with a method that is there to compare with."""
    options = ("person", "sampling", "constraints", "weights")
    reasons = {name: (f"<{way}> does not know of <{name}>", f"leave <{name}> or <algorithm> out") for name in options}
    personal = f"<{way}> hides items that are sensitive for everybody, and <sensitive> names persons"
    return reasons | {"personal items": (personal, "give one column of items, or leave <algorithm> out")}


MODEL = Model(
    promise=RhoUncertainty,
    protects_from="inference",
    axes=("rho", "m", "algorithm"),
    generalizes_with={"tdcontrol": "open items"},
    without={
        "columns": SHARES_OF_ALL,
        "protect": NO_SETS,
        "known": ("any item may be known, also a sensitive one", "leave <known> out"),
        "previous": CONFIDENCE_ACROSS,
        **dict.fromkeys(OF_LABELS, ("occurrences are suppressed, record by record", "leave it out")),
    },
    without_if={
        "algorithm=improved": _SUPPRESSES,
        "algorithm=paper": _SUPPRESSES,
        "algorithm=dist": _SUPPRESSES | _only_compared("algorithm=dist"),
        "algorithm=tdcontrol": _only_compared("algorithm=tdcontrol"),
        "sampling": {"person": SAMPLED_RECORDS},
    },
    audit=Command(
        AuditRho,
        "Count the rules that tell, from what is known of a person, a sensitive item with a confidence above rho.",
        "setanon audit rho baskets.csv --rho 0.5 --sensitive medicines.csv",
    ),
    anonymize=Command(
        AnonymizeRho,
        "Suppress occurrences until nothing sensitive follows from what is known with a confidence above rho.",
        "setanon anonymize rho baskets.csv --out safe.parquet --rho 0.5 --sensitive medicines.csv",
    ),
    script=Command(
        RhoScript,
        "Print one script that counts rules above rho and records at risk, from up to m known items.",
        "setanon sql audit rho --rho 0.5 --m 2 --sensitive shop.medicines --dialect bigquery --table shop.baskets",
    ),
    gate=Command(
        RhoGate,
        _GATE,
        "setanon sql gate rho --rho 0.5 --m 2 --sensitive shop.medicines --dialect bigquery --table marts.baskets",
    ),
)
