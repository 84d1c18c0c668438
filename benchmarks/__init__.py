"""The papers' settings and the speed figures: ``python -m benchmarks`` measures, prints a table, writes JSON."""
