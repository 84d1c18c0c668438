"""Each option once: see :mod:`setanon_sql.options.option`."""
