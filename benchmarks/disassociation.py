"""Disassociation: speed beside plain Python, growth, and the settings of Figures 7 to 10 of Terrovitis et al."""

import sys
from collections.abc import Callable
from pathlib import Path

from benchmarks.harness import Lab, helper, setanon

VIEWS = ("bms-webview-1.txt", "bms-webview-2.txt")


def speed(lab: Lab) -> None:
    """HORPART and VERPART alone, in SQL and in plain Python, on the same data in the same run."""
    generated = [_generated(lab, n) for n in ((10**4,) if lab.quick else (10**4, 10**5, 10**6))]
    for path in [*filter(None, map(lab.dataset, VIEWS)), *generated]:
        row, ran = lab.measure(
            "plain Python",
            path.name,
            [sys.executable, "-m", "benchmarks.reference_disassociation", str(path)],
            repeat=1,
        )
        row.figures |= ran.answer
        row, ran = lab.measure("SQL, two steps", path.name, helper("measure_disassociation", "steps", path), repeat=1)
        row.figures |= ran.answer


def loss(lab: Lab) -> None:
    """Figure 7: information loss on the click streams, by k (and m)."""
    for path in filter(None, map(lab.dataset, VIEWS)):
        for k, m in [(5, 2)] if lab.quick else [(2, 2), (4, 2), (5, 2), (5, 3), (6, 2), (8, 2), (10, 2)]:
            _measured(lab, path, k, m)


def synthetic(lab: Lab) -> None:
    """Figures 8 and 10: loss and time on generated data, by records, items and length."""
    more = [(10**6, 5000, 10), (10**5, 2000, 10), (10**5, 10_000, 10), (10**5, 5000, 5), (10**5, 5000, 20)]
    points = [(10**4, 5000, 10)] if lab.quick else [(10**5, 5000, 10), *more]
    for records, items, length in points:
        _measured(lab, _generated(lab, records, items, length), 5, 2)


def _measured(lab: Lab, path: Path, k: int, m: int) -> None:
    """Figure 9: the time of a whole run, and what it loses."""
    out = lab.data / f"disassociated-{path.stem}-{k}-{m}"
    command = setanon("anonymize", "disassociation", path, "--out", out, "--k", k, "--m", m, "--seed", 1, "--overwrite")
    row, ran = lab.measure("anonymize disassociation", f"{path.name} ({k},{m})", command, repeat=1)
    if row.seconds is None:
        return
    row.figures |= {"kept_share": ran.answer.get("kept_share")}
    measured, found = lab.measure(
        "  utility", f"{path.name} ({k},{m})", setanon("utility", path, out, "--seed", 1), repeat=1
    )
    measured.figures |= found.answer
    lab.measure("  verify", f"{path.name} ({k},{m})", setanon("verify", out), repeat=1)


def _generated(lab: Lab, records: int, items: int = 5000, length: int = 10) -> Path:
    path = lab.data / f"quest-{records}-{items}-{length}-seed1.parquet"
    if not path.exists():
        command = helper("measure_disassociation", "generate", path, records, items, length)
        lab.measure("generate", path.name, command, repeat=1)
    return path


DISASSOCIATION: dict[str, Callable[[Lab], None]] = {
    "disassociation-speed": speed, "disassociation-loss": loss, "disassociation-synthetic": synthetic,
}  # fmt: skip
