"""Which way of publishing counts? What is tried, on what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from setanon_sql.options.option import described, option
from setanon_sql.options.persons import CountsPersons
from setanon_sql.options.reading import FromSource

if TYPE_CHECKING:
    from setanon_sql.numbers import Share


@described
class CompareCounts(FromSource, CountsPersons):
    """The options of ``compare-counts``."""

    k: Sequence[int] = option(
        "Values of k to try: each as the plain rule, rounded, and exact.", default=(5,), kind="whole numbers", least=2,
        metavar="K[,K...]", hint="k = 5 is a usual choice",
    )  # fmt: skip
    epsilon: Sequence[Share] = option(
        "Values of epsilon to try, with noise; they are compared with the counts of the smallest k. Default: none.",
        default=(), kind="shares", metavar="NUMBER[,NUMBER...]", detail="Over 0, at most 20.",
    )  # fmt: skip
    most: int = option(
        "With <epsilon>: a record (or person) counts for at most N items and N pairs, by lot.", default=20,
        kind="whole number", least=1, metavar="N", hint="20 is a usual choice for baskets",
    )  # fmt: skip
    person: str = option(
        "Column that names the person of each record: then persons are counted.", default="", metavar="COL",
        detail="Several records may be of one person, and each is of one only.",
    )  # fmt: skip
