"""Sensitivity-adaptive rho-uncertainty, by local generalization and partial suppression."""

from setanon_sql.models.adaptive.options import AnonymizeAdaptive, AuditAdaptive
from setanon_sql.models.adaptive.parameters import AdaptiveRho
from setanon_sql.registry.entry import Command, Model
from setanon_sql.registry.features import (
    CONFIDENCE_ACROSS,
    NO_SAMPLES,
    NO_SETS,
    NOT_WRITTEN,
    OF_LABELS,
    OF_LISTS,
    OF_SCRIPTS,
    ONLY_COUNTED,
    SHARES_OF_ALL,
)

MODEL = Model(
    promise=AdaptiveRho,
    protects_from="inference",
    axes=("rho", "m"),
    generalizes="open items",
    without={
        "columns": SHARES_OF_ALL,
        "protect": NO_SETS,
        "known": ("any item may be known, also a sensitive one", "leave <known> out"),
        "previous": CONFIDENCE_ACROSS,
        "weights": ("what is lost is measured in bits, or in the width of labels", "say <cost>"),
        "sampling": NO_SAMPLES,
        "lines": ("basket lines have no room for the groups of its releases", "write .parquet, .csv or .tsv"),
        **dict.fromkeys(OF_LABELS, ("an item has another label in another group of records", "leave it out")),
        **dict.fromkeys(OF_LISTS, ONLY_COUNTED),
        **dict.fromkeys(OF_SCRIPTS, NOT_WRITTEN),
        "personal items": (
            "thresholds are for items that are sensitive for everybody, and <sensitive> names persons",
            "give one column of items, or use <anonymize=rho>",
        ),
    },
    audit=Command(
        AuditAdaptive,
        "Count the rules that tell a sensitive item with a confidence above the item's own threshold.",
        "setanon audit adaptive baskets.csv --rho 0.3 --sensitive medicines.csv --factor 0.5",
    ),
    anonymize=Command(
        AnonymizeAdaptive,
        "Generalize group by group, and suppress, until no sensitive item follows more surely than its threshold.",
        "setanon anonymize adaptive baskets.csv --out safe.parquet --rho 0.3 --sensitive medicines.csv "
        "--taxonomy departments.csv",
    ),
)
