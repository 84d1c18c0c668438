"""The options of the made-up model."""

from __future__ import annotations

from setanon_sql.options.option import described, option
from setanon_sql.options.publishing import Publishing, Reports
from setanon_sql.options.reading import FromSource


@described
class FloorParameters:
    """The parameter of a floor."""

    k: int = option(
        "Records that have to hold each item.", kind="whole number", least=2, metavar="INTEGER", policy="guarantee"
    )


@described
class AuditFloor(FromSource, FloorParameters, Reports):
    """The options of ``audit floor``."""


@described
class AnonymizeFloor(Publishing, FloorParameters):
    """The options of ``anonymize floor``."""
