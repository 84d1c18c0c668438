"""(h, k, p)-coherence, by suppressing items."""

from setanon_sql.models.coherence.options import AnonymizeCoherence, AuditCoherence
from setanon_sql.models.coherence.parameters import Coherence
from setanon_sql.registry.entry import Command, Model

MODEL = Model(
    promise=Coherence,
    protects_from="both",
    axes=("k", "m", "h"),
    blames_items=False,
    without={
        "person": ("coherence counts records, not persons", "leave <person> out"),
        "personal": (
            "coherence is about items that are sensitive for everybody, and <sensitive> names records",
            "give one column of items",
        ),
        "previous": (
            "<previous> does not know of coherence: what both releases tell together is not searched for",
            "leave it out, and publish only one of both",
        ),
    },
    audit=Command(
        AuditCoherence,
        "Count the sets of known items that too few records hold, or that tell a sensitive item too surely.",
        "setanon audit coherence baskets.csv --k 5 --m 2",
    ),
    anonymize=Command(
        AnonymizeCoherence,
        "Suppress items until known items match k records and tell no sensitive item too surely.",
        "setanon anonymize coherence baskets.csv --out safe.csv --k 5 --m 2 --h 0.8 --sensitive medicines.csv",
    ),
)
