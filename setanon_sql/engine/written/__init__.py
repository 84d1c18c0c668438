"""SQL that is written down instead of run: a script, one SELECT."""
