"""Disassociation: speed beside plain Python, and growth. Its figures: :mod:`benchmarks.disassociation_experiments`."""

from collections.abc import Callable
from pathlib import Path

from benchmarks.harness import Lab, helper

VIEWS = ("bms-webview-1.txt", "bms-webview-2.txt")


def speed(lab: Lab) -> None:
    """HORPART and VERPART (``seconds``), and with REFINE, in SQL and in plain Python, on the same data in turn."""
    generated = [_generated(lab, n) for n in ((10**4,) if lab.quick else (10**4, 10**5, 10**6))]
    for path in [*filter(None, map(lab.dataset, VIEWS)), *generated]:
        for _ in range(1 if lab.quick or "1000000" in path.name else lab.repeat):
            for name, module, arguments in (
                ("plain Python", "reference_disassociation", [path]),
                ("SQL", "measure_disassociation", ["steps", path]),
            ):
                row, ran = lab.measure(name, path.name, helper(module, *arguments), repeat=1)
                row.figures |= {key: ran.answer.get(key) for key in ("seconds", "whole_seconds", "kept_share_refined")}


def _generated(lab: Lab, records: int, items: int = 5000, length: int = 10) -> Path:
    path = lab.data / f"quest-{records}-{items}-{length}-seed1.parquet"
    if not path.exists():
        command = helper("measure_disassociation", "generate", path, records, items, length)
        lab.measure("generate", path.name, command, repeat=1)
    return path


DISASSOCIATION: dict[str, Callable[[Lab], None]] = {"disassociation-speed": speed}
