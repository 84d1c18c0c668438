"""Brute force in plain Python: every definition as it is written, on data small enough for that."""
