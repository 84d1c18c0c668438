"""(h, k, p)-coherence, by suppressing items."""

from setanon_sql.models.coherence.options import AnonymizeCoherence, AuditCoherence
from setanon_sql.models.coherence.parameters import Coherence
from setanon_sql.registry.entry import Command, Model
from setanon_sql.registry.features import (
    NO_SAMPLES,
    NOT_WRITTEN,
    NOTHING_GENERALIZED,
    OF_LABELS,
    OF_LISTS,
    OF_SCRIPTS,
    ONLY_COUNTED,
)

_BY_FAULTS = ("which items go is decided by their faults alone", "leave it out")

MODEL = Model(
    promise=Coherence,
    protects_from="both",
    axes=("k", "m", "h"),
    blames_items=False,
    without={
        "known": ("all items that are not sensitive may be known", "say what is <sensitive>"),
        "taxonomy": NOTHING_GENERALIZED,
        "constraints": _BY_FAULTS,
        "weights": _BY_FAULTS,
        "sampling": NO_SAMPLES,
        **dict.fromkeys(OF_LABELS, NOTHING_GENERALIZED),
        **dict.fromkeys(OF_LISTS, ONLY_COUNTED),
        **dict.fromkeys(OF_SCRIPTS, NOT_WRITTEN),
        "person": ("coherence counts records, not persons", "leave <person> out"),
        "personal items": (
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
