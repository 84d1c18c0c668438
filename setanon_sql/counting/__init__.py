"""Exact counting of itemsets: minimal privacy threats and frequent generators, level by level."""

from setanon_sql.counting.mining import Level, mine, mine_masks, mine_rooted

__all__ = ["Level", "mine", "mine_masks", "mine_rooted"]
