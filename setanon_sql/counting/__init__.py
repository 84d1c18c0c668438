"""Exact counting of itemsets: minimal privacy threats and frequent generators, level by level."""

from setanon_sql.counting.mining import Level, mine

__all__ = ["Level", "mine"]
