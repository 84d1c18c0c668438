"""PostgreSQL: the work is done in the server, or its rows are copied here."""
