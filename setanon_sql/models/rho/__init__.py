"""Rho-uncertainty, personalized, by partial suppression."""

from setanon_sql.guarantees import RhoUncertainty
from setanon_sql.options.rho import AnonymizeRho, AuditRho
from setanon_sql.registry.entry import Command, Model

MODEL = Model(
    promise=RhoUncertainty,
    protects_from="inference",
    axes=("rho", "m", "algorithm"),
    audit=Command(
        AuditRho,
        "How many rules tell, from what is known of a person, a sensitive item with a confidence above rho.",
        "setanon audit rho baskets.csv --rho 0.5 --sensitive medicines.csv",
    ),
    anonymize=Command(
        AnonymizeRho,
        "Suppress occurrences until nothing sensitive follows from what is known with a confidence above rho.",
        "setanon anonymize rho baskets.csv --out safe.parquet --rho 0.5 --sensitive medicines.csv",
    ),
)
