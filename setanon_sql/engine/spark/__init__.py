"""Spark: the work is done there, or its rows are copied here."""
