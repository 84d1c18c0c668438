"""Algorithm 1 (SUPPRESSOR) in plain Python, one rule at a time, with sets of records as bits of big integers.

The yardstick for speed and loss: what a careful programmer writes without a database. For each size, adversaries are
the distinct subsets of that size of the records; a rule above rho loses item d, the one that maximizes F (8), in N_s
records drawn at random; sizes are gone through again until a pass finds nothing.
"""

import argparse
import json
import random
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from math import ceil, log
from pathlib import Path

Record = frozenset[str]
Wishes = Mapping[int, frozenset[str]] | frozenset[str]


class Suppressor:
    """The state of a run: ``holders[item]`` has bit r set where record r still holds the item."""

    def __init__(self, records: Sequence[Record], sensitive: Wishes, rho: Fraction, m: int | None, seed: int) -> None:
        self.records, self.sensitive, self.rho = records, sensitive, rho
        self.longest = max(map(len, records))
        self.m = min(m or self.longest, self.longest)
        self.random = random.Random(seed)
        self.holders = {item: 0 for record in records for item in record}
        for at, record in enumerate(records):
            for item in record:
                self.holders[item] |= 1 << at
        self.before = {item: bits.bit_count() for item, bits in self.holders.items()}
        self.now = dict(self.before)
        self.rows = self.rows_now = sum(self.before.values())

    def run(self) -> None:
        """Suppress until a pass over all sizes finds nothing."""
        while sum(self.one_size(size) for size in range(1, self.m + 1)):
            pass

    def one_size(self, size: int) -> bool:
        """Mend all rules with an antecedent of one size; returns whether there was one."""
        found = False
        for known, items in self.adversaries(size):
            held = self.held(known)
            if not held:
                continue
            for item in items:
                if self.breaks(held, held & self.holders[item]):
                    found = True
                    self.mend(known, item)
                    held = self.held(known)
        return found

    def adversaries(self, size: int) -> Iterator[tuple[tuple[str, ...], Iterable[str]]]:
        """Yield each distinct subset of ``size`` items of an original record, with the items to be hidden from it."""
        if isinstance(self.sensitive, frozenset):
            yield from self.fixed(size, self.sensitive)
        else:
            yield from self.personal(size, self.sensitive)

    def fixed(self, size: int, sensitive: frozenset[str]) -> Iterator[tuple[tuple[str, ...], Iterable[str]]]:
        """Everybody hides the same items."""
        seen: dict[tuple[str, ...], set[str]] = {}
        for record in self.records:
            hidden = record & sensitive
            for known in combinations(sorted(record), size):
                seen.setdefault(known, set()).update(hidden.difference(known))
        yield from ((known, sorted(items)) for known, items in seen.items())

    def personal(self, size: int, wishes: Mapping[int, frozenset[str]]) -> Iterator[tuple[tuple[str, ...], list[str]]]:
        """Each record has its own items to hide."""
        around: dict[tuple[str, ...], set[str]] = {}
        asked: dict[tuple[str, ...], set[int]] = {}
        for at, record in enumerate(self.records):
            for known in combinations(sorted(record), size):
                around.setdefault(known, set()).update(record.difference(known))
                asked.setdefault(known, set()).add(at)
        for known, items in around.items():
            yield known, sorted(e for e in items if any(e in wishes.get(at, ()) for at in asked[known]))

    def held(self, known: Iterable[str]) -> int:
        """The records that hold all of ``known``."""
        bits = -1
        for item in known:
            bits &= self.holders[item]
        return bits

    def breaks(self, held: int, both: int) -> bool:
        """Is the confidence above rho?"""
        return bool(both) and both.bit_count() * self.rho.denominator > self.rho.numerator * held.bit_count()

    def mend(self, known: tuple[str, ...], item: str) -> None:
        """Bring the confidence of ``known -> item`` down to rho."""
        held = self.held(known)
        both = held & self.holders[item]
        excess = both.bit_count() - self.rho * held.bit_count()
        needed = {item: ceil(excess)} | {one: ceil(excess / (1 - self.rho)) for one in known}
        chosen = max(needed, key=lambda one: (self.shift(one) / needed[one], self.now[one], one))
        places = list(bits_of(both))
        for at in self.random.sample(places, min(needed[chosen], len(places))):
            self.holders[chosen] ^= 1 << at
            self.now[chosen] -= 1
            self.rows_now -= 1

    def shift(self, item: str) -> float:
        """The item's term of the KL divergence: F (8) without its divisor."""
        share, original = self.now[item] / self.rows_now, self.before[item] / self.rows
        return share * log(share / original) if share else 0.0

    def loss(self) -> dict[str, float]:
        """Suppressed ratio (5) and KL divergence (6)."""
        return {
            "suppressed_ratio": 1 - self.rows_now / self.rows,
            "kl_divergence": sum(self.shift(item) for item in self.now),
        }

    def published(self) -> list[set[str]]:
        """The records as they are now."""
        return [{item for item in record if self.holders[item] >> at & 1} for at, record in enumerate(self.records)]


def bits_of(bits: int) -> Iterator[int]:
    """Yield the places of the ones."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


def read_basket(path: Path, longest: int | None = None) -> list[Record]:
    """Read basket lines (items apart by commas or blanks), those of at most ``longest`` items."""
    records = (frozenset(line.replace(",", " ").split()) for line in path.read_text(encoding="utf-8").splitlines())
    return [record for record in records if record and len(record) <= (longest or len(record))]


def draw(records: Iterable[Record], share: float, seed: int) -> frozenset[str]:
    """Draw a share of all items at random."""
    items = sorted({item for record in records for item in record})
    return frozenset(random.Random(seed).sample(items, round(len(items) * share)))


def main() -> None:
    """Run on one file and print time and loss as JSON."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("path", type=Path)
    parser.add_argument("--longest", type=int, default=5)
    parser.add_argument("--share", type=float, default=0.4)
    parser.add_argument("--rho", type=Fraction, default=Fraction(1, 2))
    parser.add_argument("--m", type=int)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    began = time.perf_counter()
    records = read_basket(options.path, options.longest)
    run = Suppressor(records, draw(records, options.share, options.seed), options.rho, options.m, options.seed)
    run.run()
    print(json.dumps({"seconds": round(time.perf_counter() - began, 2)} | run.loss()))


if __name__ == "__main__":
    main()
