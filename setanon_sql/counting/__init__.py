"""Exact counting of itemsets: minimal privacy threats and frequent generators, level by level."""

from setanon_sql.counting.levels import Level
from setanon_sql.counting.mining import mine, mine_masks, mine_rooted
from setanon_sql.counting.persons import mine_person_masks, mine_person_rows, mine_persons, mine_rooted_persons

__all__ = [
    "Level", "mine", "mine_masks", "mine_person_masks", "mine_person_rows", "mine_persons", "mine_rooted",
    "mine_rooted_persons",
]  # fmt: skip
