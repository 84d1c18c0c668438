"""Snowflake: the work is done in the warehouse."""
