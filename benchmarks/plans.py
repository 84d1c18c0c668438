"""``python -m benchmarks.plans``: whose rows grow faster than the data?

Runs each command on generated data of two sizes with DuckDB's profile of every statement, and lists the statements with
an operator (a join, a sort, an aggregation) that makes more than 12 times the rows for 10 times the records: in all
its runs together, so that more rounds count, too. It judges rows, not seconds: a busy machine does not change them.
"""

import argparse
import json
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.growth import COMMANDS, Data, made, words_of
from benchmarks.harness import Lab, helper, run

#: Rows of an operator by its name, by the name of the statement.
Rows = Mapping[str, Mapping[str, int]]

#: What is run where nothing else is asked for.
USUAL = (
    *("audit km m=2", "anonymize km m=2", "audit rho m=2", "anonymize rho m=2", "anonymize adaptive m=2"),
    "disassociation m=2",
)


@dataclass(frozen=True)
class Grown:
    """An operator of a statement, and its rows at both sizes."""

    statement: str
    operator: str
    smaller: int
    larger: int

    @property
    def times(self) -> float:
        """How many times the rows of the smaller data there are."""
        return self.larger / max(1, self.smaller)


def main() -> None:
    """Print the statements of each command."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.plans", description=__doc__)
    parser.add_argument("--only", action="append", choices=list(COMMANDS), help="this command; may be repeated")
    parser.add_argument("--records", type=int, default=10_000, metavar="N", help="the smaller size; default 10,000")
    parser.add_argument("--times", type=int, default=10, metavar="N", help="how many times as large the other one is")
    parser.add_argument(
        "--most", type=float, default=1.2, metavar="F", help="growth of rows by growth of data, at most"
    )
    parser.add_argument("--least", type=int, default=10_000, metavar="N", help="rows below which nothing is told")
    parser.add_argument("--timeout", type=float, default=900, metavar="S", help="seconds after which a run is stopped")
    parser.add_argument("--data", type=Path, default=Path(tempfile.gettempdir()) / "setanon-benchmarks", metavar="DIR")
    asked = parser.parse_args()
    asked.data.mkdir(parents=True, exist_ok=True)
    lab = Lab(None, asked.data, timeout=asked.timeout, aloud=True)
    sizes = [Data.of(asked.data, records) for records in (asked.records, asked.times * asked.records)]
    if not all(made(lab, data) for data in sizes):
        lab.tell()
        return
    for name in asked.only or USUAL:
        print(f"\n# {name}: {sizes[0].records:,} and {sizes[1].records:,} records", flush=True)
        smaller, larger = (profile(lab, data, name) for data in sizes)
        if smaller is None or larger is None:
            continue
        for line in told(list(grown(smaller, larger, asked.most * asked.times, asked.least))):
            print(line, flush=True)


def profile(lab: Lab, data: Data, name: str) -> Rows | None:
    """Run a command and return the rows of its operators; None, with a word, where it cannot be done."""
    words, _ = words_of(lab, data, name)
    into = lab.data / "plans.json"
    into.unlink(missing_ok=True)
    ran = run(helper("measure_plans", into, *words), lab.timeout)
    if ran.late or ran.exit not in (0, 1) or not into.exists():
        print(f"at {data.records:,} records: {ran.trouble or 'no answer'}", flush=True)
        return None
    found = json.loads(into.read_text(encoding="utf-8"))
    assert isinstance(found, dict)
    return found


def grown(smaller: Rows, larger: Rows, most: float, least: int) -> Iterator[Grown]:
    """Yield the operators that make more than ``most`` times the rows, and at least so many, the largest first."""
    found = [
        Grown(statement, operator, smaller.get(statement, {}).get(operator, 0), rows)
        for statement, operators in larger.items()
        for operator, rows in operators.items()
    ]
    yield from sorted((one for one in found if one.larger >= least and one.times > most), key=lambda one: -one.larger)


def told(found: Sequence[Grown]) -> Iterator[str]:
    """Yield a line for each."""
    if not found:
        yield "no operator"
    for one in found:
        yield f"{one.times:8.1f} times  {one.smaller:>13,} -> {one.larger:>13,} rows  {one.statement}  {one.operator}"


if __name__ == "__main__":
    main()
