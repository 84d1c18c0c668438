"""What a person lacks, by counting every set of present and of absent items."""

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations

Item = int | str
#: Present items, and absent ones.
Cell = tuple[frozenset[Item], frozenset[Item]]


def holders(
    records: Sequence[Collection[Item]],
    persons: Sequence[int] | None,
    present: Collection[Item],
    lacked: Collection[Item],
) -> set[int]:
    """The records (persons) that hold all of the present items, and beside these none of the absent ones.

    A record without any item is none. A person lacks an item where no record of theirs holds it beside the present.
    """
    whose = persons or range(len(records))
    with_present = [
        (set(record), who) for record, who in zip(records, whose, strict=True) if set(present) <= set(record)
    ]
    able = {who for record, who in with_present if record}
    return able - {who for record, who in with_present if record & set(lacked)}


def cells(items: Collection[Item], m: int, n: int) -> Iterator[Cell]:
    """Every set of up to ``m`` present items with up to ``n`` absent ones."""
    for size in range(m + 1):
        for present in combinations(sorted(items, key=str), size):
            left = sorted(set(items) - set(present), key=str)
            for absent in range(n + 1):
                yield from ((frozenset(present), frozenset(lacked)) for lacked in combinations(left, absent))


def threats(
    records: Sequence[Collection[Item]], persons: Sequence[int] | None, k: int, m: int, n: int
) -> dict[Cell, set[int]]:
    """The cells of 1 to k-1 records (persons), with these; nothing known at all is none."""
    items = set().union(*records)
    counted = {cell: holders(records, persons, *cell) for cell in cells(items, m, n) if cell[0] or cell[1]}
    return {cell: who for cell, who in counted.items() if 0 < len(who) < k}


def minimal(found: Collection[Cell]) -> set[Cell]:
    """The cells of which no part is one."""
    return {
        cell for cell in found
        if not any(part != cell and part[0] <= cell[0] and part[1] <= cell[1] for part in found)
    }  # fmt: skip


def at_risk(
    records: Sequence[Collection[Item]], persons: Sequence[int] | None, found: dict[Cell, set[int]], size: int
) -> tuple[set[int], set[int]]:
    """Who is in a cell of up to ``size`` present items, and the numbers of the records that it is about."""
    whose = persons or range(len(records))
    few = [(present, who) for (present, _), who in found.items() if len(present) <= size]
    rows = {
        at for at, (record, owner) in enumerate(zip(records, whose, strict=True))
        if record and any(owner in who and present <= set(record) for present, who in few)
    }  # fmt: skip
    return {owner for _, who in few for owner in who}, rows
