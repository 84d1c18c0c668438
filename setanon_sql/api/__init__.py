"""What the command line does, as functions: one a command, with the same words and defaults.

Each opens an engine of its own and closes it. Errors are :class:`setanon_sql.errors.SetanonError`. A ``taxonomy`` is a
path, a table name (where the source is one), a pandas DataFrame or a :class:`~setanon_sql.taxonomy.Taxonomy`.
"""

from setanon_sql.api.adaptive import anonymize_adaptive, audit_adaptive
from setanon_sql.api.disassociation import (
    anonymize_disassociation,
    attack_cover,
    audit_disassociation,
)
from setanon_sql.api.km import anonymize_km, audit_km
from setanon_sql.api.originals import estimate, reconstruct
from setanon_sql.api.publishing import Publishing, PublishingFolder, Release, Report
from setanon_sql.api.releases import utility, verify
from setanon_sql.api.rho import Sampling, anonymize_rho, audit_rho
from setanon_sql.api.taxonomies import build_taxonomy, check_taxonomy, read_tree

__all__ = [
    "Publishing",
    "PublishingFolder",
    "Release",
    "Report",
    "Sampling",
    "anonymize_adaptive",
    "anonymize_disassociation",
    "anonymize_km",
    "anonymize_rho",
    "attack_cover",
    "audit_adaptive",
    "audit_disassociation",
    "audit_km",
    "audit_rho",
    "build_taxonomy",
    "check_taxonomy",
    "estimate",
    "read_tree",
    "reconstruct",
    "utility",
    "verify",
]
