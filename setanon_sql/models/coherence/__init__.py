"""(h, k, p)-coherence, by suppressing items everywhere, or by local recoding."""

from setanon_sql.models.coherence.options import AnonymizeCoherence, AuditCoherence, CoherenceGate
from setanon_sql.models.coherence.parameters import Coherence
from setanon_sql.registry.entry import Command, Model, Reason
from setanon_sql.registry.features import (
    NO_COLUMNS,
    NO_SAMPLES,
    NO_SETS,
    NOTHING_GENERALIZED,
    OF_LABELS,
    OF_LISTS,
    ONLY_COUNTED,
)
from setanon_sql.registry.local import LOCAL

_BY_FAULTS: Reason = ("which items go is decided by their faults alone", "leave it out")
_NO_ONE_LABEL: Reason = ("an item goes everywhere or, by local recoding, has no one label", "leave it out")

_GATE = """Print one SELECT that gives no row where (h, k, p)-coherence holds. Up to 2 known items.

Else a row for each number of known items: known_items, minimal_threats (sets that are too rare or tell too much),
records_at_risk, with --person also persons_at_risk, finding (threats, or why it cannot be counted).
"""

MODEL = Model(
    promise=Coherence,
    protects_from="both",
    axes=("k", "m", "h", "recoding"),
    generalizes_with={LOCAL: "open items"},
    blames_items=False,
    without={
        "columns": NO_COLUMNS,
        "protect": NO_SETS,
        "known": ("all items that are not sensitive may be known", "say what is <sensitive>"),
        "constraints": _BY_FAULTS,
        "weights": _BY_FAULTS,
        "sampling": NO_SAMPLES,
        **dict.fromkeys(OF_LABELS, _NO_ONE_LABEL),
        **dict.fromkeys(OF_LISTS, ONLY_COUNTED),
        "sql script": ("its audit is not written as a script", "take its gate, or audit where the data is: <db>"),
        "personal items": (
            "coherence is about items that are sensitive for everybody, and <sensitive> names records",
            "give one column of items",
        ),
        "previous": (
            "<previous> does not know of coherence: what both releases tell together is not searched for",
            "leave it out, and publish only one of both",
        ),
    },
    without_if={
        "recoding=cut": dict.fromkeys(
            ("taxonomy", "cost"), (NOTHING_GENERALIZED[0], f"leave it out, or say <recoding={LOCAL}>")
        )
    },
    audit=Command(
        AuditCoherence,
        "Count the sets of known items that too few records hold, or that tell a sensitive item too surely.",
        "setanon audit coherence baskets.csv --k 5 --m 2",
    ),
    anonymize=Command(
        AnonymizeCoherence,
        "Suppress or generalize until known items match k records and tell no sensitive item too surely.",
        "setanon anonymize coherence baskets.csv --out safe.csv --k 5 --m 2 --h 0.4 --sensitive medicines.csv "
        "--recoding local --taxonomy departments.csv",
    ),
    gate=Command(
        CoherenceGate,
        _GATE,
        "setanon sql gate coherence --k 5 --m 2 --h 0.4 --sensitive shop.medicines --dialect bigquery "
        "--table marts.baskets",
    ),
)
