"""The highest confidence that each sensitive item may be inferred with, as whole numbers that SQL compares exactly."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from setanon_sql.dataset import Dataset
from setanon_sql.engine import Engine
from setanon_sql.query.templates import Table, all_rows
from setanon_sql.registry.parameters import BoundsConfidence

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True)
class ConfidenceLimits:
    """The limit of each sensitive item, a fraction.

    ``table``: ``item, limit_num, limit_den``: the limit is limit_num / limit_den. The fields of these names hold the
    same by item number (0 and 1 where there is none).
    """

    table: Table
    limit_num: Ints
    limit_den: Ints


def limits_of(engine: Engine, shares: Mapping[int, Fraction], records: int) -> ConfidenceLimits:
    """Return the limits of items (by number) in data of that many records."""
    exact = {item: at_most(share, records) for item, share in shares.items()}
    items = np.array(list(exact), dtype=np.int64)
    nums = np.array([share.numerator for share in exact.values()], dtype=np.int64)
    dens = np.array([share.denominator for share in exact.values()], dtype=np.int64)
    table = engine.load("limits", {"item": int, "limit_num": int, "limit_den": int}, [items, nums, dens])
    return _by_number(table, items, nums, dens)


def limits_in(engine: Engine, table: Table) -> ConfidenceLimits:
    """Return the limits that a table (``item, limit_num, limit_den``) holds."""
    columns = engine.columns(all_rows(table))
    return _by_number(table, columns["item"], columns["limit_num"], columns["limit_den"])


def _by_number(table: Table, items: Ints, nums: Ints, dens: Ints) -> ConfidenceLimits:
    size = int(items.max(initial=0)) + 1
    limit_num = np.zeros(size, np.int64)
    limit_den = np.ones(size, np.int64)
    limit_num[items] = nums
    limit_den[items] = dens
    return ConfidenceLimits(table, limit_num, limit_den)


def limits_for(dataset: Dataset, sensitive: Table, model: BoundsConfidence) -> ConfidenceLimits:
    """Return the limits that a model sets to the ``sensitive`` items (``item``) of a dataset."""
    rows = dataset.engine.rows("rules/constraint/sensitive_items", items=dataset.items, sensitive=sensitive)
    shares = {int(item): model.thresholds.get(str(label), model.rho) for item, label, _ in rows}
    return limits_of(dataset.engine, shares, dataset.records)


def at_most(share: Fraction, largest: int) -> Fraction:
    """Return the largest fraction up to ``share`` whose denominator is at most ``largest``.

    A confidence is a fraction of two numbers of records: it exceeds ``share`` exactly if it exceeds this one, however
    many digits ``share`` has. Found between the two neighbours of ``share`` in the Farey sequence.

    >>> at_most(Fraction("0.6666"), 10), at_most(Fraction(2, 3), 10), at_most(Fraction("0.01"), 10)
    (Fraction(5, 8), Fraction(2, 3), Fraction(0, 1))
    """
    if share.denominator <= largest:
        return share
    before = Fraction(0)
    last = (1, 0)
    rest = (share.numerator, share.denominator)
    p = 0
    q = 1
    while q + rest[0] // rest[1] * last[1] <= largest:
        whole = rest[0] // rest[1]
        convergent = (p + whole * last[0], q + whole * last[1])
        p, q = last
        last = convergent
        rest = (rest[1], rest[0] - whole * rest[1])
    steps = (largest - q) // last[1]
    neighbours = Fraction(p + steps * last[0], q + steps * last[1]), Fraction(*last)
    return max((fraction for fraction in neighbours if fraction <= share), default=before)
