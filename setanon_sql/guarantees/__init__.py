"""The guarantees as small frozen types that check their own parameters."""

from setanon_sql.guarantees.rho import RhoUncertainty
from setanon_sql.numbers import Share, number_text
from setanon_sql.options.words import Algorithm
from setanon_sql.registry.parameters import SMALLEST_PUBLIC, person_parameter

__all__ = [
    "SMALLEST_PUBLIC", "Algorithm", "RhoUncertainty", "Share", "number_text", "person_parameter",
]  # fmt: skip
