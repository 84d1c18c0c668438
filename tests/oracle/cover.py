"""The cover problem in plain Python: covered items, where they count, and what an adversary links."""

from itertools import combinations

from tests.oracle.disassociation import Chunk, Folder


def drawing(folder: Folder) -> list[Chunk]:
    """Chunks whose records draw on another chunk, too: shared ones, and record chunks with one beside or above them."""
    found = []
    for chunk in folder.chunks:
        in_reach = [one for home in folder.above(chunk.cluster) for one in folder.of(home)]
        if folder.kind[chunk.cluster] == "joint" or len(in_reach) > 1:
            found.append(chunk)
    return found


def support(chunk: Chunk, items: frozenset[str]) -> int:
    """How many subrecords hold all the items."""
    return sum(items <= row for row in chunk.subrecords)


def covered(chunk: Chunk) -> frozenset[str]:
    """The items that are never without all the others."""
    whole = support(chunk, chunk.domain)
    several = chunk.domain if len(chunk.domain) > 1 else frozenset()
    return frozenset(item for item in several if support(chunk, frozenset([item])) == whole)


def cover(folder: Folder) -> list[Chunk]:
    """Chunks that a safe release must not have."""
    return [chunk for chunk in drawing(folder) if covered(chunk)]


def implied(folder: Folder) -> set[tuple[int, str, str]]:
    """Pairs of items in a chunk (its place in the list) the first of which is never without the second."""
    return {
        (at, x, y)
        for at, chunk in enumerate(drawing(folder))
        for x in chunk.domain
        for y in chunk.domain - {x}
        if support(chunk, frozenset([x])) == support(chunk, frozenset([x, y]))
    }


def linked(folder: Folder, known: int) -> list[tuple[int, bool, float]]:
    """For each subrecord of a chunk of two items or more: at most how many further items follow from ``known`` of its
    items or fewer, whether the whole chunk does, and how likely the likeliest further item is."""
    found = []
    for chunk in drawing(folder):
        for row in chunk.subrecords if len(chunk.domain) > 1 else ():
            sets = [frozenset(s) for n in range(1, known + 1) for s in combinations(sorted(row), n)]
            found.append(_best(chunk, sets))
    return found


def _best(chunk: Chunk, sets: list[frozenset[str]]) -> tuple[int, bool, float]:
    learned, whole, chance = 0, False, 0.0
    for items in sets:
        holding = [row for row in chunk.subrecords if items <= row]
        certain = frozenset.intersection(*holding) - items
        learned = max(learned, len(certain))
        whole = whole or (bool(certain) and certain | items == chunk.domain)
        others = [sum(y in row for row in holding) / len(holding) for y in chunk.domain - items]
        chance = max([chance, *others])
    return learned, whole, chance
