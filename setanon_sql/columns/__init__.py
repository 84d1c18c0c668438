"""Columns beside the items of a record, such as its month or its shop, and ladders that make them coarser.

Whoever knows all columns of a record knows its class: the records that are alike in them (:mod:`.classes`). How coarse
each column is a step of its ladder says (:mod:`setanon_sql.ladders`, :mod:`.steps`).
"""

from setanon_sql.columns.classes import ClassCounts, Classes, Point, by_class, known_by_class, sizes_of
from setanon_sql.columns.reading import RecordColumn, read_column

__all__ = ["ClassCounts", "Classes", "Point", "RecordColumn", "by_class", "known_by_class", "read_column", "sizes_of"]
