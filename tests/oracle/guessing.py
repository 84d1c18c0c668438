"""Guesses of sensitive items in plain Python, with the lots that the program draws."""

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from hashlib import md5
from math import log

from tests.oracle.matching import drawn

Fits = Callable[[str, str], bool]
VOTES = 1_000_000


def _lot(*parts: object) -> str:
    return md5("".join(map(str, parts)).encode()).hexdigest()


def known_items(
    data: Mapping[int, set[str]],
    numbers: Mapping[str, int],
    hidden: Collection[str],
    known: int,
    sample: int,
    seed: str,
    *,
    holders: bool = True,
) -> dict[int, list[str]]:
    """Return what is known of each record that is tried; ``holders``: those alone that hold a sensitive item, too."""
    able = {at: items for at, items in data.items() if items - set(hidden) and (items & set(hidden) or not holders)}
    return {
        at: sorted(able[at] - set(hidden), key=lambda item: _lot(seed, "/", place, "/", numbers[item]))[:known]
        for place, at in enumerate(drawn(able, numbers, known, sample, seed), 1)
    }


def guessed(
    known: Mapping[int, list[str]],
    data: Mapping[int, set[str]],
    release: Collection[set[str]],
    fits: Fits,
    items: Collection[str],
    hidden: Collection[str],
    size: int,
    *,
    with_labels: bool = False,
    groups: Mapping[str, Collection[str]] | None = None,
) -> tuple[int, int, int]:
    """Return how many are tried, of how many a sensitive item is guessed right, and by the commonest one.

    ``with_labels``: a label over several items may be guessed, too, all of which are sensitive, and ``groups`` of such
    items, by name. A label counts in each record that holds it, or one that fits under it.
    """
    released = set().union(*release)
    holders = {g: sum(any(fits(label, g) for label in labels) for labels in release) for g in released}
    width = {label: sum(fits(item, label) for item in items) for label in released}
    under = {label: {item for item in items if fits(item, label)} for label in released if with_labels}
    wide = {label: below for label, below in under.items() if len(below) > 1 and below <= set(hidden)}
    grouped = {f"\x1f{name}": set(members) for name, members in (groups or {}).items()}
    meant = {secret: {secret} for secret in hidden} | wide | grouped

    def votes_for(label: str, members: Collection[str]) -> int:
        n = sum(fits(item, label) for item in items if item in members)
        return n and max(1, VOTES * n // width[label])

    def votes(labels: set[str]) -> dict[str, int]:
        of_items = {
            secret: max((max(1, VOTES // width[g]) for g in labels if fits(secret, g)), default=0) for secret in hidden
        }
        of_groups = {name: max((votes_for(g, members) for g in labels), default=0) for name, members in grouped.items()}
        return of_items | {label: VOTES for label in wide if label in labels} | of_groups

    whole = Counter[str]()
    for labels in release:
        whole.update({secret: n for secret, n in votes(labels).items() if n})
    usual = sorted(whole, key=lambda secret: (-whole[secret], _lot(secret)))
    right = base = tried = 0
    for at, all_known in known.items():
        if len(all_known) < size:
            continue
        tried += 1
        first = set(all_known[:size])
        scores = [
            sum(max((1 / log(1 + holders[g]) for g in labels if fits(item, g)), default=0.0) for item in first)
            for labels in release
        ]
        top = max(scores)
        polled = Counter[str]()
        for labels, score in zip(release, scores, strict=True):
            if top and score > top - 1e-9:
                polled.update({secret: n for secret, n in votes(labels).items() if n})
        ranked = sorted(polled, key=lambda secret: (-polled[secret], usual.index(secret))) or usual
        right += bool(ranked) and bool(meant[ranked[0]] & data[at])
        base += bool(usual) and bool(meant[usual[0]] & data[at])
    return tried, right, base
