"""What slack buys against downcoding: small random data, labels drawn by lot, and what these then tell.

``python -m benchmarks.downcoding [data]`` prints the table of ``downcoding.md``, a row for each slack.
"""

import random
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from typing import Any

from setanon_sql import api
from setanon_sql.errors import NotReached
from setanon_sql.inference.downcode_results import DowncodeAttack

SLACKS = (0.0, 0.05, 0.2, 0.5)
TREE = [("a", "g"), ("b", "g"), ("c", "g"), ("d", "h"), ("e", "h"), ("g", "all"), ("h", "all")]
RECORDS = 6


@dataclass(frozen=True)
class Row:
    """A release with a slack: what it lost, whether the counts of its source are among what is left, the attack."""

    slack: float
    cost: float
    source_fits: bool
    attack: DowncodeAttack


def source_of(seed: int) -> dict[str, list[str]]:
    """Return records of one to three items, some of which are more frequent."""
    lot = random.Random(seed)
    return {str(at): sorted(set(lot.choices("abcde", [5, 3, 2, 3, 2], k=3))) for at in range(RECORDS)}


def rows_of(seed: int, out: Path) -> Iterator[Row]:
    """Yield a row for each slack; raises NotReached where a record would be suppressed as a whole."""
    source = source_of(seed)
    totals = {item: sum(item in record for record in source.values()) for item in "abcde"}
    for slack in SLACKS:
        how: dict[str, Any] = {"taxonomy": TREE, "exceptions": "none"}
        release = api.anonymize_km(source, out, k=2, m=2, seed=str(seed), slack=slack, overwrite=True, **how)
        if release.manifest["records"] < RECORDS:
            raise NotReached("records are gone", "")
        attack = api.attack_downcode(out, slack=slack, **how)
        assert isinstance(attack, DowncodeAttack)
        inside = all(item.least <= totals[item.item] <= item.most for item in attack.items)
        cost = release.to_json()["ncp"]
        yield Row(slack, cost, bool(attack.best) and inside, attack)


def measured(wanted: int) -> list[Row]:
    """Return the rows of so many data sets."""
    rows: list[Row] = []
    seed = 0
    with tempfile.TemporaryDirectory() as folder:
        while len(rows) < wanted * len(SLACKS):
            seed += 1
            try:
                rows += [*rows_of(seed, Path(folder) / "released.csv")]
            except NotReached:
                continue
    print(f"{wanted} of {seed} data sets", file=sys.stderr)
    return rows


def main(wanted: int) -> None:
    """Print the table."""
    rows = measured(wanted)
    print("| slack | NCP | originals left | ruled out | open pairs made certain | releases with one | source fits |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for slack in SLACKS:
        some = [row for row in rows if row.slack == slack]
        attacks = [row.attack for row in some]
        shares = [attack.best / attack.allowed for attack in attacks]
        certain = [attack.held_pairs + attack.not_held_pairs for attack in attacks]
        pairs = sum(certain) / sum(attack.open_pairs for attack in attacks)
        print(
            f"| {100 * slack:.0f} % | {100 * mean(row.cost for row in some):.1f} % | {100 * mean(shares):.1f} % | "
            f"{100 * (1 - mean(shares)):.1f} % | {100 * pairs:.1f} % | {sum(map(bool, certain))} | "
            f"{sum(row.source_fits for row in some)} |"
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 30)
