"""The example of Chen, Zhong, Wang and Li."""

from fractions import Fraction

from setanon_sql.taxonomy import Taxonomy
from tests.adaptive.oracle import Row

TABLE_1 = [{"a", "d", "α", "β"}, {"a", "b", "d"}, {"b", "c", "α", "β"}, {"a", "c", "α"}, {"a", "b", "α"}, {"a", "α"}]


TREE = Taxonomy({"a": "A", "b": "A", "c": "B", "d": "B", "A": "ALL", "B": "ALL"}, "ALL")


SHARES = {"α": Fraction(7, 10), "β": Fraction(3, 10)}


#: Table 2(c) and 4(c): the records t5, t6, and t1 to t4.
TABLE_2C = [
    Row(1, frozenset({"a", "b"})),
    Row(1, frozenset({"a", "α"})),
    Row(2, frozenset({"a", "B", "β"})),
    Row(2, frozenset({"a", "b", "B"})),
    Row(2, frozenset({"b", "B", "α"})),
    Row(2, frozenset({"a", "B", "α"})),
]
