"""What it takes to count persons: each command with ``--person`` beside the same command without it."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.growth import Data, made
from benchmarks.harness import Lab, Row, helper, setanon

JOURNEY, TREE = "completejourney.parquet", "completejourney-taxonomy.csv"
#: What is measured; words in capitals are files.
COMMANDS: dict[str, Sequence[object]] = {
    "audit km m=2": ("audit", "km", "SOURCE", "--k", 5, "--m", 2),
    "audit km m=3": ("audit", "km", "SOURCE", "--k", 5, "--m", 3),
    "anonymize km": ("anonymize", "km", "SOURCE", "--k", 5, "--m", 2, "--taxonomy", "TREE", "--out", "OUT"),
    "anonymize rho": ("anonymize", "rho", "SOURCE", "--rho", 0.5, "--m", 1, "--sensitive", "SENSITIVE", "--out", "OUT"),
    "anonymize disassociation": ("anonymize", "disassociation", "SOURCE", "--k", 5, "--m", 2, "--out", "FOLDER"),
}


@dataclass(frozen=True)
class Files:
    """The files of one set of data, and what it is called."""

    name: str
    source: Path
    tree: Path
    sensitive: Path


def persons(lab: Lab) -> None:
    """Measure on Complete Journey, and on generated data with ten records a person."""
    names = [name for name in COMMANDS if not lab.match or any(part in name for part in lab.match)]
    for files in [files for files in (_journey(lab), *_generated(lab)) if files]:
        for name in names:
            without = _measured(lab, files, name, ())
            row = _measured(lab, files, name, ("--person", "person_id"))
            if row.processors and without.processors and row.seconds is not None:
                row.figures["times_without"] = round(row.processors / without.processors, 2)


def _journey(lab: Lab) -> Files | None:
    source, tree = lab.dataset(JOURNEY), lab.dataset(TREE)
    if source is None or tree is None:
        lab.skip("persons", JOURNEY, "no real data")
        return None
    return None if lab.quick else _prepared(lab, "Complete Journey", source, tree)


def _generated(lab: Lab) -> list[Files | None]:
    sizes = (10**3,) if lab.quick else (10**5, 10**6) if lab.large else (10**5,)
    data = [Data.of(lab.data, records) for records in sizes]
    return [_prepared(lab, f"{each.records:,} records", each.source, each.tree) for each in data if made(lab, each)]


def _prepared(lab: Lab, name: str, source: Path, tree: Path) -> Files | None:
    out, sensitive = lab.data / f"persons-{source.name}", lab.data / f"persons-{source.stem}-sensitive.csv"
    row, ran = lab.measure("persons", name, helper("measure_persons", source, out, sensitive), repeat=1)
    row.figures |= ran.answer
    return None if row.trouble else Files(name, out, tree, sensitive)


def _measured(lab: Lab, files: Files, name: str, more: Sequence[object]) -> Row:
    """Measure a command once or more."""
    out = lab.data / "persons-release"
    places = {"SOURCE": files.source, "TREE": files.tree, "SENSITIVE": files.sensitive}
    places |= {"OUT": out.with_suffix(".parquet"), "FOLDER": out}
    words = [places.get(word, word) if isinstance(word, str) else word for word in COMMANDS[name]]
    writing = ("--seed", 1, "--overwrite") if name.startswith("anonymize") else ()
    called = f"{name}{' --person' if more else ''}"
    row, ran = lab.measure(called, files.name, setanon(*words, *more, *writing, "--memory-limit", "4GB"))
    told = ("violations", "ncp", "suppressed_ratio", "kept_share")
    row.figures |= {figure: ran.answer[figure] for figure in told if figure in ran.answer}
    return row
