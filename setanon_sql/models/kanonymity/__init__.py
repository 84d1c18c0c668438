"""k-anonymity of whole records, by local generalization."""

from setanon_sql.models.kanonymity.options import AnonymizeKAnonymity, AuditKAnonymity
from setanon_sql.models.kanonymity.parameters import KAnonymity
from setanon_sql.registry.entry import Command, Model
from setanon_sql.registry.features import (
    ALIKE,
    NO_SAMPLES,
    NO_SETS,
    NOT_ESCAPED,
    NOT_WRITTEN,
    OF_LABELS,
    OF_LISTS,
    OF_SCRIPTS,
    ONLY_COUNTED,
)

_RECORD_BY_RECORD = (
    "an item has another label in another record: what concerns all of its labels is not known",
    "leave it out",
)

MODEL = Model(
    promise=KAnonymity,
    protects_from="singling out",
    axes=("k", "columns"),
    blames_items=False,
    generalizes="items",
    without={
        "protect": NO_SETS,
        "sensitive": ALIKE,
        "known": ("whoever knows all of a record is covered", "leave <known> out"),
        "constraints": _RECORD_BY_RECORD,
        "weights": _RECORD_BY_RECORD,
        "sampling": NO_SAMPLES,
        **dict.fromkeys(OF_LABELS, _RECORD_BY_RECORD),
        **dict.fromkeys(OF_LISTS, ONLY_COUNTED),
        **dict.fromkeys(OF_SCRIPTS, NOT_WRITTEN),
        "previous": (
            "<previous> does not know of k-anonymity: which records are equal in both releases together is not "
            "searched for",
            "leave it out, and publish only one of both",
        ),
    },
    without_if={"columns": {"escape_formulas": NOT_ESCAPED}},
    audit=Command(
        AuditKAnonymity,
        "Count the records that hold the same items as fewer than k - 1 others.",
        "setanon audit kanonymity baskets.csv --k 5",
    ),
    anonymize=Command(
        AnonymizeKAnonymity,
        "Generalize part by part until each record has the same labels as k - 1 others.",
        "setanon anonymize kanonymity baskets.csv --out safe.parquet --k 5 --taxonomy departments.csv",
    ),
)
