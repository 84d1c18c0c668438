"""Tables of counts: which small counts follow from what such a table shows.

A *cell* counts the records (persons) of a group that hold a set of items; the group is a value of some columns, and a
total leaves columns out. "Show a count if it is at least k" does not hold: whoever subtracts gets smaller ones.

1. Read the table as lines with labels: items, and the values of groups (``reading``).
2. Take each line for a set of labels, and find the cells that lie in others (``cells``).
3. Say what each count can be: what is shown, and what lines of parts under their totals leave (``bounds``).
4. Derive the counts from 1 to k - 1 (``derived``): cells, differences, alternating sums, what is left of totals, and
   pairs that must occur.
5. Count who of a source stands in one of these (``who``).

Source: no paper. What is looked for, and no more, is in :data:`KINDS`.
"""

from collections.abc import Mapping

__all__ = ["KINDS"]

#: The kinds of counts that follow from others, and what each is.
KINDS: Mapping[str, str] = {
    "small": "shown, and under k itself",
    "difference": "a cell less one that lies in it",
    "sum": "an alternating sum: who holds a set, and none of some items",
    "line": "what is left of a total without the parts that are shown",
    "interval": "a part that is not shown, by the other parts of its totals",
    "both": "a pair that is not shown, of two items that most hold",
}
