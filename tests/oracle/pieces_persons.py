"""The persons behind a disassociated release, in plain Python: whose subrecords hold what."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

#: What each subrecord of a chunk holds.
Contents = Mapping[int, frozenset[str]]


def chunks_of(subrecords: Sequence[tuple[int, int, int, str]]) -> dict[tuple[int, int], Contents]:
    """Read ``cluster, chunk, subrecord, item``."""
    rows: dict[tuple[int, int], dict[int, set[str]]] = {}
    for cluster, chunk, subrecord, item in subrecords:
        rows.setdefault((cluster, chunk), {}).setdefault(subrecord, set()).add(item)
    return {at: {number: frozenset(items) for number, items in chunk.items()} for at, chunk in rows.items()}


def bad_chunks(chunks: Mapping[tuple[int, int], Contents], whose: Mapping[int, int], k: int, m: int) -> int:
    """Chunks with a set of at most m items that somebody holds, but fewer than k persons do."""
    return sum(any(len(who) < k for who in _holders(chunk, whose, m).values()) for chunk in chunks.values())


def _holders(chunk: Contents, whose: Mapping[int, int], m: int) -> Mapping[tuple[str, ...], set[int]]:
    found: dict[tuple[str, ...], set[int]] = {}
    for subrecord, items in chunk.items():
        for size in range(1, m + 1) if subrecord in whose else ():
            for itemset in combinations(sorted(items), size):
                found.setdefault(itemset, set()).add(whose[subrecord])
    return found


def exposed_chunks(
    chunks: Mapping[tuple[int, int], Contents], parent: Mapping[int, int | None], whose: Mapping[int, int], k: int
) -> int:
    """Chunks that repeat an item from below, with subrecords that fewer than k persons have (Property 1)."""
    return sum(_repeats(at, chunks, parent) and _few(chunk, whose, k) for at, chunk in chunks.items())


def _repeats(at: tuple[int, int], chunks: Mapping[tuple[int, int], Contents], parent: Mapping[int, int | None]) -> bool:
    domain = frozenset().union(*chunks[at].values())
    below = (frozenset().union(*chunk.values()) for (c, _), chunk in chunks.items() if at[0] in _over(c, parent))
    return any(domain & other for other in below)


def _over(cluster: int, parent: Mapping[int, int | None]) -> Iterator[int]:
    over = parent[cluster]
    while over is not None:
        yield over
        over = parent[over]


def _few(chunk: Contents, whose: Mapping[int, int], k: int) -> bool:
    real = {number: items for number, items in chunk.items() if number in whose}
    return any(len({whose[n] for n, other in real.items() if other == items}) < k for items in real.values())
