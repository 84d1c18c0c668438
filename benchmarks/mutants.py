"""``python -m benchmarks.mutants sql/verify``: would the tests notice if a query were wrong by one?

Each comparison, mark (``$k``), constant, aggregate, condition and join of the queries in a folder (or comparison,
condition, number and statement of the functions in a package) is moved by one step, one at a time, and the tests that
run the query are run with it, until one fails. Told are the mutants that no test
finds and ``mutants.txt`` does not list, and queries of which none was drawn and that no test runs; then, or where the
list names a mutant that is not there, the exit code is 1.
"""

import argparse
import multiprocessing
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from benchmarks import mutants_tests
from benchmarks.mutants_python import Functions
from benchmarks.mutants_sql import Queries
from benchmarks.mutants_tests import Mutant, Room, Verdict

ROOT = Path(__file__).parent.parent
#: Mutants that change nothing that anybody could see, each with its reason.
LIST = Path(__file__).with_suffix(".txt")


def arguments(given: Sequence[str] | None = None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.mutants", description=__doc__)
    parser.add_argument("folder", type=Path, help="a folder of sql/, or a package of setanon_sql/")
    parser.add_argument("tests", nargs="*", default=["tests"], help="where to look for tests")
    parser.add_argument("--quick", action="store_true", help="without slow tests, as README's line")
    parser.add_argument("--sample", default="100%", metavar="SHARE", help="so many of the mutants, drawn at random")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6), help="of the sample")
    parser.add_argument("--match", default="", metavar="TEXT", help="mutants whose names hold this only")
    parser.add_argument("--listed", action="store_true", help="run those that are listed, too: tests may find them now")
    parser.add_argument("--most", type=int, default=0, metavar="N", help="N tests of a mutant, the fastest; 0: all")
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="processes")
    return parser.parse_args(given)


def room_of(folder: Path) -> Room:
    """Return what mutants of a folder are made of: of its queries, or else of its functions."""
    return Queries(folder) if any(folder.glob("*.sql")) else Functions(folder)


def listed(path: Path = LIST) -> dict[str, str]:
    """Return the mutants of the list, each with its reason: the indented lines below it."""
    found: dict[str, str] = {}
    waiting: list[str] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith(" "):
            found |= {name: f"{found.get(name, '')} {line.strip()}".strip() for name in waiting}
        elif line and not line.startswith("#"):
            waiting = [line] if not waiting or waiting[-1] in found else [*waiting, line]
    return found


def candidates_of(mutants: Sequence[Mutant], asked: argparse.Namespace, reasons: Mapping[str, str]) -> list[Mutant]:
    """Return the mutants that were asked for, before any are drawn."""
    return [one for one in mutants if asked.match in one.name and (asked.listed or one.name not in reasons)]


def sample_of(candidates: Sequence[Mutant], asked: argparse.Namespace) -> list[Mutant]:
    """Return the share of them that was asked for."""
    share = float(asked.sample.removesuffix("%")) / 100
    if share >= 1:
        return [*candidates]
    return random.Random(asked.seed).sample(candidates, max(1, round(len(candidates) * share)))


def verdicts(asked: argparse.Namespace, mutants: Sequence[Mutant], others: Collection[str]) -> list[Verdict]:
    """Run the tests of these mutants, in as many processes as were asked for; the first looks at ``others``, too."""
    parts = [mutants[at :: asked.workers] for at in range(asked.workers)]
    if asked.workers == 1:
        return _part(asked, parts[0], others)
    also = [others, *[()] * (asked.workers - 1)]
    with ProcessPoolExecutor(asked.workers, multiprocessing.get_context("spawn")) as pool:
        return [verdict for part in pool.map(_part, [asked] * asked.workers, parts, also) for verdict in part]


def _part(asked: argparse.Namespace, mutants: Sequence[Mutant], others: Collection[str]) -> list[Verdict]:
    how = {"quick": asked.quick, "most": asked.most, "tell": _telling(), "others": others}
    return mutants_tests.run(room_of(asked.folder), mutants, asked.tests, **how)


def _telling() -> Callable[[str], object]:
    """Return a function that prints to where this program prints now, whatever pytest captures."""
    out = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    return lambda line: print(line, file=out, flush=True)


def report(asked: argparse.Namespace, found: Sequence[Verdict], reasons: Mapping[str, str]) -> int:
    """Print what became of the mutants; return how many survive that should not."""
    quick = sum(bool(one.finder) and not one.slow for one in found)
    every = sum(bool(one.finder) for one in found)
    left = [one.mutant.name for one in found if not one.finder and one.mutant.name not in reasons]
    queries = Counter(name.partition(":")[0] for name in left)
    print(f"{asked.folder}: {len(found)} mutants, {quick} found by quick tests, {every} by all, {len(left)} survive")
    for one in found:
        if one.finder and one.mutant.name in reasons:
            print(f"listed, but found by {one.finder}: {one.mutant.name}")
    for name in sorted(left):
        print(f"survives: {name}")
    for query, n in queries.most_common():
        print(f"{n:4} {query}")
    return len(left)


def _is_of(name: str, folder: Path) -> bool:
    """Return whether a mutant of the list is one of this folder."""
    return name.startswith(f"{folder.name}/") and (".py:" in name) == any(folder.glob("*.py"))


def main(given: Sequence[str] | None = None) -> int:
    """Do what was asked for; return the exit code."""
    asked, began = arguments(given), time.monotonic()
    every, reasons = list(room_of(asked.folder).mutants()), listed()
    own = {name: why for name, why in reasons.items() if _is_of(name, asked.folder)}
    stale = sorted(own.keys() - {one.name for one in every})
    candidates = candidates_of(every, asked, own)
    mutants = sample_of(candidates, asked)
    others = {one.unit for one in candidates} - {one.unit for one in mutants}
    print(f"{len(every)} mutants, {len(own)} of them listed; {len(mutants)} run, --seed {asked.seed}", flush=True)
    left = report(asked, verdicts(asked, mutants, others), own)
    for name in stale:
        print(f"listed, but no mutant: {name}")
    print(f"{time.monotonic() - began:.0f} s")
    return 1 if left or stale else 0


if __name__ == "__main__":
    raise SystemExit(main())
