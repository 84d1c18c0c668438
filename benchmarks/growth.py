"""Growth: each command on 10^5, 10^6 and, with ``--large``, 10^7 generated records of ten items each.

k = 5, rho = 0.5, a tenth of the items sensitive, a taxonomy of fan-out 5 over the sorted items; ``--memory-limit 4GB``,
at 10^7 8GB. A row tells seconds on the wall and of the processors, peak memory seen from outside, and the exponents:
how the times grow with the records, over all sizes so far. Where the answer itself (``sets``: threats, rules, sets that
a release was verified by) grows faster than the records, ``by_sets`` tells the exponent of the time for each set of a
record. Releases are verified. What failed, or ran into ``--timeout``, is not tried with more records.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.harness import Lab, Row, helper, setanon

KM, RHO = ("--k", 5), ("--rho", 0.5, "--sensitive", "SENSITIVE")
TREE = ("--taxonomy", "TREE")
#: The commands by name; words in capitals stand for files.
COMMANDS: dict[str, Sequence[object]] = {
    "audit km m=2": ("audit", "km", "SOURCE", *KM, "--m", 2),
    "audit km m=3": ("audit", "km", "SOURCE", *KM, "--m", 3),
    "audit rho m=2": ("audit", "rho", "SOURCE", *RHO, "--m", 2),
    "anonymize km m=2": ("anonymize", "km", "SOURCE", "--out", "OUT", *KM, "--m", 2, *TREE),
    "anonymize km m=3": ("anonymize", "km", "SOURCE", "--out", "OUT", *KM, "--m", 3, *TREE),
    "anonymize kanonymity": ("anonymize", "kanonymity", "SOURCE", "--out", "OUT", *KM, *TREE),
    "anonymize rho m=2": ("anonymize", "rho", "SOURCE", "--out", "OUT", *RHO, "--m", 2),
    "anonymize rho": ("anonymize", "rho", "SOURCE", "--out", "OUT", *RHO),
    "anonymize adaptive m=2": ("anonymize", "adaptive", "SOURCE", "--out", "OUT", *RHO, *TREE, "--m", 2),
    "disassociation m=2": ("anonymize", "disassociation", "SOURCE", "--out", "FOLDER", *KM, "--m", 2),
    "disassociation --safe": ("anonymize", "disassociation", "SOURCE", "--out", "FOLDER", *KM, "--m", 2, "--safe"),
}
#: Figures of an answer that tell how large it is, or what it costs.
TOLD = ("violations", "ncp", "suppressed_ratio", "kept_share")
LARGE = 10**7


@dataclass(frozen=True)
class Data:
    """The files of one size."""

    records: int
    source: Path
    tree: Path
    sensitive: Path

    @classmethod
    def of(cls, folder: Path, records: int) -> "Data":
        """Name the files in a folder."""
        name = f"quest-{records}-5000-10-seed77"
        return cls(records, folder / f"{name}.parquet", folder / f"{name}-tree.csv", folder / f"{name}-sensitive.csv")

    @property
    def memory(self) -> str:
        """What a command may take."""
        return "8GB" if self.records >= LARGE else "4GB"


def growth(lab: Lab) -> None:
    """Measure size by size, so that the small ones are known first; then order the rows by command."""
    before, times, late = len(lab.rows), dict[str, list[tuple[int, Row]]](), set[str]()
    names = [name for name in COMMANDS if not lab.match or any(one in name for one in lab.match)]
    for records in _sizes(lab):
        data = Data.of(lab.data, records)
        if not made(lab, data):
            return
        for name in names:
            if name in late:
                lab.skip(name, f"{records:,} records", "not done with fewer records")
                continue
            row = measured(lab, data, name, times.setdefault(name, []))
            late |= {name} if row.seconds is None else set()
    lab.tell()
    order = {name: at for at, name in enumerate(COMMANDS)}
    lab.rows[before:] = sorted(lab.rows[before:], key=lambda row: order.get(row.case.removeprefix("verify "), -1))


def _sizes(lab: Lab) -> tuple[int, ...]:
    if lab.quick:
        return 10**3, 10**4
    return (10**5, 10**6, LARGE) if lab.large else (10**5, 10**6)


def made(lab: Lab, data: Data) -> bool:
    """Make the files that are not there yet; whether they all are."""
    if all(path.exists() for path in (data.source, data.tree, data.sensitive)):
        return True
    words = (data.source, data.tree, data.sensitive, data.records)
    row, _ = lab.measure("generate", f"{data.records:,} records", helper("measure_growth", *words), repeat=1)
    return not row.trouble


def measured(lab: Lab, data: Data, name: str, smaller: list[tuple[int, Row]]) -> Row:
    """Measure a command at one size, and verify what it released; its row is added to the ``smaller`` ones."""
    words, release = words_of(lab, data, name)
    row = _row(lab, data, name, words, smaller)
    if release and row.seconds is not None:
        _row(lab, data, f"verify {name}", ["verify", release, "--memory-limit", data.memory], [])
    return row


def words_of(lab: Lab, data: Data, name: str) -> tuple[list[object], Path | None]:
    """Return a command in words, and where its release will be."""
    out = lab.data / f"growth-{data.records}-{name.replace(' ', '-').replace('=', '')}"
    files = {"SOURCE": data.source, "TREE": data.tree, "SENSITIVE": data.sensitive}
    files |= {"OUT": out.with_suffix(".parquet"), "FOLDER": out}
    words = [files.get(word, word) if isinstance(word, str) else word for word in COMMANDS[name]]
    release = next((files[word] for word in ("OUT", "FOLDER") if word in COMMANDS[name]), None)
    writing = ("--seed", 1, "--overwrite") if release else ()
    return [*words, *writing, "--memory-limit", data.memory], release


def _row(lab: Lab, data: Data, name: str, words: Sequence[object], smaller: list[tuple[int, Row]]) -> Row:
    once = 1 if data.records >= LARGE else 0
    row, ran = lab.measure(name, f"{data.records:,} records", setanon(*words), repeat=once)
    if row.seconds is None:
        return row
    row.figures |= {name: ran.answer[name] for name in TOLD if name in ran.answer}
    if "satisfied" in ran.answer and name.startswith("verify"):
        row.figures["verified"] = ran.exit == 0
    if sets := answered(ran.answer):
        row.figures["sets"] = sets
    smaller.append((data.records, row))
    row.figures |= exponents(smaller)
    return row


def answered(answer: Mapping[str, Any]) -> int:
    """Return how many threats, rules or sets an answer is about; 0 where it is about none."""
    verified = answer.get("verified")
    counts = verified if isinstance(verified, dict) else answer
    return int(counts.get("sets_counted") or answer.get("violations") or 0)


def exponents(rows: Sequence[tuple[int, Row]]) -> dict[str, float]:
    """Return how wall time and processor time grow over all sizes, by the records."""
    if len(rows) < 2:
        return {}
    found: dict[str, float] = {}
    more = _more_sets(rows)
    for name in ("seconds", "processors"):
        grown = exponent((records, getattr(row, name)) for records, row in rows)
        found |= {f"exponent_{name}": grown} | ({f"by_sets_{name}": grown - more} if more > 0 else {})
    return found


def _more_sets(rows: Sequence[tuple[int, Row]]) -> float:
    """Return by which exponent the sets of a record grow; 0 where they do not, or there are none."""
    if not all(row.figures.get("sets") for _, row in rows):
        return 0.0
    return max(0.0, exponent((records, row.figures["sets"]) for records, row in rows) - 1)


def exponent(points: Iterable[tuple[float, float]]) -> float:
    """Return the slope of log(seconds) over log(size), by least squares."""
    logs = [(math.log(size), math.log(seconds)) for size, seconds in points]
    mean_x = sum(x for x, _ in logs) / len(logs)
    mean_y = sum(y for _, y in logs) / len(logs)
    return sum((x - mean_x) * (y - mean_y) for x, y in logs) / sum((x - mean_x) ** 2 for x, _ in logs)
