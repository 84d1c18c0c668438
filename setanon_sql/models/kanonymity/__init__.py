"""k-anonymity of whole records, by local generalization."""

from setanon_sql.models.kanonymity.options import AnonymizeKAnonymity, AuditKAnonymity
from setanon_sql.models.kanonymity.parameters import KAnonymity
from setanon_sql.registry.entry import Command, Model

MODEL = Model(
    promise=KAnonymity,
    protects_from="singling out",
    axes=("k",),
    blames_items=False,
    generalizes="items",
    without={
        "previous": (
            "<previous> does not know of k-anonymity: which records are equal in both releases together is not "
            "searched for",
            "leave it out, and publish only one of both",
        ),
    },
    audit=Command(
        AuditKAnonymity,
        "How many records hold the same items as fewer than k - 1 others.",
        "setanon audit kanonymity baskets.csv --k 5",
    ),
    anonymize=Command(
        AnonymizeKAnonymity,
        "Generalize part by part until each record has the same labels as k - 1 others.",
        "setanon anonymize kanonymity baskets.csv --out safe.parquet --k 5 --taxonomy departments.csv",
    ),
)
