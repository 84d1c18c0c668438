"""BigQuery: its session, its catalog, its address."""
