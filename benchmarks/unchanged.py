"""``python -m benchmarks.unchanged``: do the same commands still give the same releases, numbers and exit codes?

For changes that must change nothing. Some thirty-five commands with a fixed seed run over made-up baskets (and over the
real data, where they are) in DuckDB, PostgreSQL and Spark. Of each are kept the exit code, the numbers of its answer
and a checksum of the rows that it released. ``--keep`` writes them to ``unchanged.json`` beside this file; without it
they are compared with what stands there.
"""

import argparse
import hashlib
import json
import os
import random
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import duckdb

from benchmarks.engines import server
from benchmarks.harness import Run, run, setanon
from setanon_sql.measures.sentences import TOLD

KEPT = Path(__file__).with_name("unchanged.json")
#: What is not compared: names of files, versions, checksums of files (their rows have one of their own), and wording.
ASIDE = {"out", "release", "created_by", "sha256", "format", "guarantee", "format_version", "source", "files"}
#: What answers did not tell when they were kept.
ASIDE |= {"cost_bound", "optimal", "share"} | TOLD
#: Keys of answers that got another name since they were kept.
RENAMED = {"holds": "satisfied"}
TIMEOUT = 900.0

Command = Sequence[object]


def baskets(records: int, items: int, average: int, seed: int) -> list[list[str]]:
    """Return records of items that are chosen with falling frequency."""
    chance = random.Random(seed)
    names = [f"i{number:03}" for number in range(items)]
    weights = [1 / (1 + rank) ** 0.8 for rank in range(items)]
    sizes = [1 + min(chance.getrandbits(5) % (2 * average), items // 2) for _ in range(records)]
    return [sorted(set(chance.choices(names, weights, k=size))) for size in sizes]


def fill(folder: Path) -> None:
    """Write the sources: baskets as a long table and as lines, a taxonomy, sensitive items, wishes of persons."""
    records = baskets(2_000, 120, 4, 7)
    items = sorted({item for record in records for item in record})
    rows = [f"{at},{item}" for at, record in enumerate(records, 1) for item in record]
    wishes = [f"{at},{record[at % len(record)]}" for at, record in enumerate(records, 1) if at % 3 == 0]
    few = [f"{at},{item}" for at, record in enumerate(baskets(60, 12, 3, 8), 1) for item in record]
    files = {
        "baskets.csv": ["record_id,item", *rows],
        "few.csv": ["record_id,item", *few],
        "baskets.dat": [" ".join(item[1:] for item in record) for record in records],
        "tree.csv": [f"{item};s{int(item[1:]) // 5};d{int(item[1:]) // 25};all" for item in items],
        "sensitive.csv": ["item", *items[::7]],
        "wishes.csv": ["record_id,item", *wishes],
        "factors.csv": ["item,factor", *(f"{item},{1 + at % 3}" for at, item in enumerate(items[::7]))],
    }
    for name, lines in files.items():
        (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    with duckdb.connect(str(folder / "place.duckdb")) as connection:
        for name in ("baskets", "few"):
            connection.execute(f"CREATE TABLE {name} AS FROM read_csv('{folder / name}.csv', all_varchar = true)")
            connection.execute(f"COPY {name} TO '{folder / name}.parquet'")


def made_up(at: Path) -> Iterator[tuple[str, Command]]:
    """Yield the commands over made-up files, by name."""
    source, tree, hide = at / "baskets.csv", at / "tree.csv", ("--sensitive", at / "sensitive.csv")
    for m in (1, 2, 3, None):
        bound: Command = () if m is None else ("--m", m)
        yield f"audit km m={m}", ("audit", "km", source, "--k", 5, *bound, "--unicity", "--worst", 3)
        yield f"audit rho m={m}", ("audit", "rho", source, "--rho", "1/3", *hide, *bound)
    yield "audit km taxonomy", ("audit", "km", source, "--k", 5, "--m", 2, "--taxonomy", tree)
    yield "audit adaptive", ("audit", "adaptive", source, "--rho", "0.2", *hide, "--m", 2)
    yield "audit rho wishes", ("audit", "rho", source, "--rho", "0.4", "--sensitive", at / "wishes.csv", "--m", 3)
    km = ("anonymize", "km", source, "--k", 5)
    for m in (1, 2, 3):
        yield f"km m={m}", (*km, "--m", m, "--taxonomy", tree, "--out", at / f"km-{m}.parquet")
    yield "km lm paper", (*km, "--m", 2, "--taxonomy", tree, "--cost", "lm", *PAPER, "--out", at / "p.csv")
    yield "km suppression", (*km, "--m", 2, "--out", at / "suppressed.csv", "--record-ids", "keep")
    yield "km lines", ("anonymize", "km", at / "baskets.dat", "--k", 3, "--m", 2, "--out", at / "lines.dat")
    rho = ("anonymize", "rho", source, "--rho", "1/3", *hide)
    for m in (1, 2, None):
        bound = () if m is None else ("--m", m)
        yield f"rho m={m}", (*rho, *bound, "--out", at / f"rho-{m}.parquet")
    yield "rho paper", (*rho, "--m", 1, *PAPER, "--out", at / "rho-paper.parquet")
    yield "rho sample", (*rho, "--m", 3, "--sample", "--out", at / "rho-sample.parquet")
    wishes = ("anonymize", "rho", source, "--rho", "0.4", "--sensitive", at / "wishes.csv", "--m", 2)
    yield "rho wishes", (*wishes, "--out", at / "rho-wishes.parquet")
    adaptive = ("anonymize", "adaptive", source, "--rho", "0.2", *hide, "--m", 2, "--taxonomy", tree)
    yield "adaptive bits", (*adaptive, "--out", at / "bits.parquet")
    yield "adaptive ncp", (*adaptive, "--cost", "ncp", "--out", at / "ncp.parquet")
    yield "adaptive factors", (*adaptive, "--factors", at / "factors.csv", "--out", at / "factors.parquet")
    apart = ("anonymize", "disassociation", source, "--k", 3, "--m", 2)
    yield "disassociation", (*apart, "--out", at / "apart")
    yield "disassociation k=5 m=3", (*apart[:3], "--k", 5, "--m", 3, "--cluster-size", 20, "--out", at / "apart3")
    yield "disassociation plain", (*apart, "--no-refine", "--out", at / "plain")
    yield "disassociation sensitive", (*apart, *hide, "--out", at / "hidden")
    for way in ("best", "demote", "separate", "suppress"):
        yield f"safe {way}", (*apart, "--safe", "--infeasible", way, "--out", at / f"safe-{way}")
    yield "literal", (*apart, *PAPER, "--out", at / "literal")


#: What selects the paper's own algorithm.
PAPER = ("--algorithm", "paper")


def asked_of_releases(at: Path) -> Iterator[tuple[str, Command]]:
    """Yield commands over what :func:`made_up` released."""
    source, tree = at / "baskets.csv", at / "tree.csv"
    for name in ("km-2.parquet", "rho-2.parquet", "bits.parquet", "apart", "safe-best"):
        yield f"verify {name}", ("verify", at / name)
        trees = ("--taxonomy", tree) if name in {"km-2.parquet", "bits.parquet"} else ()
        yield f"utility {name}", ("utility", source, at / name, *trees)
    yield "audit apart", ("audit", "disassociation", at / "apart")
    yield "attack", ("attack", "cover", at / "apart", "--m", 2)
    yield "estimate", ("estimate", at / "apart", "--items", "i000,i001")
    yield "reconstruct", ("reconstruct", at / "apart", "--out", at / "again.parquet", "--samples", 2)


def real(at: Path, datasets: Path) -> Iterator[tuple[str, Command]]:
    """Yield commands over the real data."""
    one, two, tree = (
        datasets / name for name in ("bms-webview-1.txt", "bms-webview-2.txt", "bms-webview-2-taxonomy.csv")
    )
    yield "WV1 audit km", ("audit", "km", one, "--k", 5, "--m", 3)
    yield "WV2 audit km", ("audit", "km", two, "--k", 5, "--m", 2, "--taxonomy", tree)
    yield "WV2 km", ("anonymize", "km", two, "--k", 5, "--m", 2, "--taxonomy", tree, "--out", at / "wv2.parquet")
    yield "WV1 disassociation", ("anonymize", "disassociation", one, "--k", 5, "--m", 2, "--safe", "--out", at / "wv1")


def of_engine(at: Path, db: str, table: str, prefix: str, end: str = "") -> Iterator[tuple[str, Command]]:
    """Yield commands inside an engine, over its table of a few records."""
    hide, where = ("--sensitive", at / "sensitive.csv"), ("--db", db)
    yield "audit km", ("audit", "km", table, "--k", 3, "--m", 2, *where)
    yield "audit rho", ("audit", "rho", table, "--rho", "0.4", "--m", 2, *hide, *where)
    yield (
        "km",
        (
            "anonymize",
            "km",
            table,
            "--k",
            3,
            "--m",
            2,
            "--out",
            f"{prefix}km{end}",
            "--taxonomy",
            at / "tree.csv",
            *where,
        ),
    )
    yield "rho", ("anonymize", "rho", table, "--rho", "0.4", "--m", 2, "--out", f"{prefix}rho{end}", *hide, *where)
    yield "apart", ("anonymize", "disassociation", table, "--k", 3, "--m", 2, "--out", f"{prefix}apart", *where)
    yield "verify", ("verify", f"{prefix}km{end}", *where)


def outcome(name: str, command: Command) -> dict[str, Any]:
    """Run a command; return its exit code, its comparable answer and the checksum of what it released."""
    seeded: Command = ("--seed", "unchanged") if command[0] in {"anonymize", "reconstruct", "utility"} else ()
    if command[:2] == ("anonymize", "km"):
        seeded = (*seeded, "--optimum", "0", "--exceptions", "none")
    made = run(setanon(*command, *seeded), TIMEOUT)
    print(f"{name:<40} exit {made.exit} {made.seconds:6.1f} s", flush=True)
    kept = {"exit": made.exit, "answer": comparable(made)}
    out = Path(str(command[command.index("--out") + 1])) if "--out" in command else None
    return kept | ({"rows": checksum(out)} if out and out.exists() else {})


def comparable(made: Run) -> Any:
    """An answer without what is put aside, with its old names replaced, and numbers rounded."""
    return _plain(made.answer)


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {RENAMED.get(key, key): _plain(one) for key, one in value.items() if key not in ASIDE}
    if isinstance(value, list):
        return [_plain(one) for one in value]
    return float(f"{value:.9g}") if isinstance(value, float) else value


def checksum(out: Path) -> str:
    """Return a checksum of released rows, whatever their order."""
    files = sorted(path for path in out.rglob("*") if path.suffix == ".parquet") if out.is_dir() else [out]
    with duckdb.connect() as connection:
        found = [connection.execute(f"SELECT * FROM {_reader(path)}").fetchall() for path in files]
    return hashlib.sha256("\n".join(sorted(repr(row) for rows in found for row in rows)).encode()).hexdigest()[:16]


def _reader(path: Path) -> str:
    if path.suffix == ".parquet":
        return f"read_parquet('{path}')"
    return f"read_csv('{path}', header = false, all_varchar = true, sep = '\x01')"


def everything(at: Path, only: str) -> dict[str, Any]:
    """Run all commands whose name begins with ``only``."""
    fill(at)
    found = {name: outcome(name, command) for name, command in _everywhere(at) if name.startswith(only)}
    return {name: found[name] for name in sorted(found)}


def _everywhere(at: Path) -> Iterator[tuple[str, Command]]:
    yield from made_up(at)
    yield from asked_of_releases(at)
    if "SETANON_DATASETS" in os.environ:
        yield from real(at, Path(os.environ["SETANON_DATASETS"]))
    for name, command in of_engine(at, str(at / "place.duckdb"), "few", "safe_"):
        yield f"duckdb {name}", command
    with server() as url:
        for name, command in of_engine(at, url, _into_postgres(at, url), "safe_") if url else ():
            yield f"postgresql {name}", command
    for name, command in of_engine(at, "spark:local", str(at / "few.parquet"), f"{at}/spark-", ".parquet"):
        yield f"spark {name}", command


def _into_postgres(at: Path, url: str) -> str:
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("CREATE TABLE few (record_id text, item text)")
        with connection.cursor().copy("COPY few FROM STDIN WITH (FORMAT csv, HEADER)") as copy:
            copy.write((at / "few.csv").read_bytes())
    return "few"


def differences(kept: dict[str, Any], found: dict[str, Any]) -> list[str]:
    """Return what differs, a line each; what was kept, but did not run now, is no difference."""
    lines = []
    for name, now in found.items():
        before = {**kept.get(name, {}), "answer": _plain(kept.get(name, {}).get("answer", {}))}
        for part in sorted({*before, *now} - {"answer"}):
            if before.get(part) != now.get(part):
                lines.append(f"{name}: {part} was {before.get(part)}, is {now.get(part)}")
        old, new = before["answer"], now["answer"]
        lines += [
            f"{name}: {key} was {old.get(key)}, is {new.get(key)}"
            for key in {*old, *new}
            if old.get(key) != new.get(key)
        ]
    return lines


def main() -> int:
    """Keep or compare; exit code 1 where something differs."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.unchanged", description=__doc__)
    parser.add_argument("--keep", action="store_true", help="write what is found, instead of comparing")
    parser.add_argument("--only", default="", metavar="NAME", help="commands whose name begins so")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="setanon-unchanged-") as folder:
        found = everything(Path(folder), asked.only)
    if asked.keep:
        KEPT.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n", encoding="utf-8")
        print(f"{len(found)} commands kept in {KEPT.name}")
        return 0
    lines = differences(json.loads(KEPT.read_text(encoding="utf-8")), found)
    print("\n".join(lines) or f"{len(found)} commands: all as before")
    return 1 if lines else 0


if __name__ == "__main__":
    raise SystemExit(main())
