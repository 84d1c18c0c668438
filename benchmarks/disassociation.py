"""Disassociation: speed beside plain Python, and growth. Its figures: :mod:`benchmarks.disassociation_experiments`."""

from collections.abc import Callable
from pathlib import Path

from benchmarks.harness import Lab, helper

VIEWS = ("bms-webview-1.txt", "bms-webview-2.txt")
FIGURES = ("seconds", "kept_share", "whole_seconds", "kept_share_refined")

#: Generated data of more records is not refined.
_REFINED = 10**4


def speed(lab: Lab) -> None:
    """HORPART and VERPART in SQL (``seconds``) and in plain Python on the same data in turn; on small data REFINE, too.

    In plain Python REFINE takes a minute at 10^5 records: more than all that is compared here.
    """
    views = [(path, True) for path in map(lab.dataset, VIEWS) if path]
    sizes = (10**4,) if lab.quick else (10**4, 10**5, 10**6)
    for path, refined in [*views, *((_generated(lab, n), n <= _REFINED) for n in sizes)]:
        for _ in range(1 if lab.quick or "1000000" in path.name else lab.repeat):
            _side_by_side(lab, path, "whole" if refined else "steps")


def _side_by_side(lab: Lab, path: Path, what: str) -> None:
    """Run both once; each row tells the seconds without reading the data."""
    for name, module, arguments in (
        ("plain Python", "reference_disassociation", [path, what]),
        ("SQL", "measure_disassociation", ["steps", path, what]),
    ):
        row, ran = lab.measure(name, path.name, helper(module, *arguments), repeat=1)
        row.figures |= {key: ran.answer[key] for key in FIGURES if key in ran.answer}


def _generated(lab: Lab, records: int, items: int = 5000, length: int = 10) -> Path:
    path = lab.data / f"quest-{records}-{items}-{length}-seed1.parquet"
    if not path.exists():
        command = helper("measure_disassociation", "generate", path, records, items, length)
        lab.measure("generate", path.name, command, repeat=1)
    return path


DISASSOCIATION: dict[str, Callable[[Lab], None]] = {"disassociation-speed": speed}
