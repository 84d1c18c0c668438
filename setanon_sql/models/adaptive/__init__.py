"""Sensitivity-adaptive rho-uncertainty, by local generalization and partial suppression."""

from setanon_sql.models.adaptive.options import AnonymizeAdaptive, AuditAdaptive
from setanon_sql.models.adaptive.parameters import AdaptiveRho
from setanon_sql.registry.entry import Command, Model

MODEL = Model(
    promise=AdaptiveRho,
    protects_from="inference",
    axes=("rho", "m"),
    generalizes="open items",
    without={
        "personal": (
            "thresholds are for items that are sensitive for everybody, and <sensitive> names persons",
            "give one column of items, or use <anonymize=rho>",
        ),
    },
    audit=Command(
        AuditAdaptive,
        "How many rules tell a sensitive item with a confidence above the item's own threshold.",
        "setanon audit adaptive baskets.csv --rho 0.3 --sensitive medicines.csv --factor 0.5",
    ),
    anonymize=Command(
        AnonymizeAdaptive,
        "Generalize group by group, and suppress, until no sensitive item follows more surely than its threshold.",
        "setanon anonymize adaptive baskets.csv --out safe.parquet --rho 0.3 --sensitive medicines.csv "
        "--taxonomy departments.csv",
    ),
)
