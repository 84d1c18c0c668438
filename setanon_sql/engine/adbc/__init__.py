"""Other databases, through ADBC: their rows are copied here."""
