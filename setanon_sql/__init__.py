"""Audit, anonymize and verify set-valued data with SQL."""

__version__ = "0.1.0"
