"""The life of a release, the same for all methods: see :mod:`setanon_sql.pipeline.run`."""
