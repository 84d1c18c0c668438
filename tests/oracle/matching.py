"""Scoring by known items in plain Python, with the lots that the program draws."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from hashlib import md5
from math import log, sqrt

from setanon_sql.inference.matching import Matched

Fits = Callable[[str, str], bool]


def _lot(*parts: object) -> str:
    return md5("".join(map(str, parts)).encode()).hexdigest()


def drawn(data: Mapping[int, set[str]], numbers: Mapping[str, int], known: int, sample: int, seed: str) -> list[int]:
    """Return the records that are tried, in order."""
    return sorted((at for at in data if data[at]), key=lambda at: _lot(seed, ":", at))[:sample]


def known_items(
    data: Mapping[int, set[str]], numbers: Mapping[str, int], known: int, sample: int, seed: str, wrong: float
) -> dict[int, list[str]]:
    """Return what is known of each record that is tried."""
    targets = drawn(data, numbers, known, sample, seed)
    right = [
        sorted(data[at], key=lambda item: _lot(seed, "/", place, "/", numbers[item]))[:known]
        for place, at in enumerate(targets, 1)
    ]
    places = [(place, rank) for place, items in enumerate(right, 1) for rank in range(1, len(items) + 1)]
    turns = sorted(places, key=lambda at: (_lot(seed, "!", at[0], "!", at[1]), at))
    mistaken = [list(items) for items in right]
    for place, rank in turns[: round(wrong * len(places))]:
        other = right[place % len(right)]
        mistaken[place - 1][rank - 1] = other[(rank - 1) % len(other)]
    return dict(zip(targets, mistaken, strict=True))


def attacked(
    known: Mapping[int, Sequence[str]], release: Mapping[int, set[str]], fits: Fits, size: int, apart: float = 1.5
) -> Matched:
    """Return what comes out for the records of which so many items are known; records keep their ids.

    A label counts in each record that holds it, or one that fits under it.
    """
    released = set().union(*release.values())
    holders = {g: sum(any(fits(label, g) for label in labels) for labels in release.values()) for g in released}
    outcomes = Counter[str]()
    guessed = 0.0
    able = {at: set(items[:size]) for at, items in known.items() if len(items) >= size}
    for at, items in able.items():
        scores = {
            other: sum(max((1 / log(1 + holders[g]) for g in labels if fits(item, g)), default=0.0) for item in items)
            for other, labels in release.items()
        }
        top = max(scores.values())
        best = [other for other, score in scores.items() if score > top - 1e-9]
        if not top:
            continue
        mean = sum(scores.values()) / len(scores)
        spread = sqrt(max(sum(s * s for s in scores.values()) / len(scores) - mean * mean, 0))
        following = max((score for score in scores.values() if score <= top - 1e-9), default=0.0)
        guessed += at in best and 1 / len(best)
        if len(best) == 1 and top - following >= apart * spread - 1e-12:
            outcomes["right" if best == [at] else "wrong"] += 1
    return Matched(size, len(able), outcomes["right"], outcomes["wrong"], guessed)
