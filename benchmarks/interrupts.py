"""``python -m benchmarks.interrupts``: stop real runs at random moments, many times. Does any signal get lost?

Each try runs one command in a process of its own (a copy of this one, so that only the run takes time), sends SIGINT or
SIGTERM at a random moment of it, and looks at what is there: exit code 2 and nothing, or exit code 0 and a whole
release that verifies. ``--postgres`` takes the address of a database to work in.
"""

import argparse
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from setanon_sql.__main__ import load_cli
from setanon_sql.files import stopping
from setanon_sql.synthetic.quest import quest

#: Seconds within which a run has to end once it was told to, and after which it is called lost.
PROMISED, LOST = 2.0, 30.0
#: The files of a whole release, by what its data are called.
WHOLE = {"o.parquet": {"o.parquet", "o.parquet.manifest.json"}, "o.csv": {"o.csv", "o.csv.manifest.json"}, "o": {"o"}}
#: A database that is there before.
DATABASE = "w.duckdb"
KM = ["--k", "5", "--m", "2"]
HIDE = ["--sensitive", "secret.csv", "--rho", "0.5", "--m", "2"]
#: The commands by name, in words; ``OUT/`` is the folder of a try, all else is in that of the data.
COMMANDS = {
    "audit km, spilling": ["audit", "km", "large.parquet", "--k", "5", "--m", "3", "--memory-limit", "216MB"],
    "audit km": ["audit", "km", "small.csv", *KM],
    "audit rho": ["audit", "rho", "small.parquet", *HIDE],
    "anonymize km": ["anonymize", "km", "small.parquet", "--out", "OUT/o.parquet", *KM],
    "anonymize km, little memory": [
        *["anonymize", "km", "small.parquet", "--out", "OUT/o.csv", *KM, "--memory-limit", "216MB", "--threads", "1"],
    ],
    "anonymize km, report, ledger": [
        *["anonymize", "km", "small.csv", "--out", "OUT/o.csv", *KM],
        *["--report", "OUT/r.html", "--ledger", "OUT/l.csv"],
    ],
    "anonymize km into a database": ["anonymize", "km", "small.parquet", "--out", "o", "--out-db", "OUT/w.duckdb", *KM],
    "anonymize rho": ["anonymize", "rho", "small.parquet", "--out", "OUT/o.parquet", *HIDE],
    "anonymize disassociation": [
        *["anonymize", "disassociation", "small.parquet", "--out", "OUT/o", *KM, "--ledger", "OUT/l.csv"],
    ],
    "audit km in PostgreSQL": ["audit", "km", "baskets", "--db", "POSTGRES", *KM],
}  # fmt: skip


@dataclass
class Tries:
    """What became of the runs of one command: seconds from signal to end, how many stood, what went wrong."""

    whole: float
    database: bool = False
    seconds: list[float] = field(default_factory=list)
    stood: int = 0
    wrong: list[str] = field(default_factory=list)

    def told(self) -> str:
        """Return the figures in words."""
        times = sorted(self.seconds) or [0.0]
        middle, most = times[len(times) // 2], times[min(len(times) - 1, int(len(times) * 0.99))]
        return (
            f"{len(self.seconds):5} tries, {self.stood:4} with a release; seconds to end: median {middle:.2f}, "
            f"99th percentile {most:.2f}, longest {times[-1]:.2f} (a whole run: {self.whole:.1f}); "
            f"{sum(one > PROMISED for one in times)} over {PROMISED:g} s, {len(self.wrong)} wrong"
        )


def main() -> None:
    """Try, and print a line for each command; exit code 1 where anything went wrong."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.interrupts", description=__doc__)
    parser.add_argument("--tries", type=int, default=1000, metavar="N", help="how many, over all commands")
    parser.add_argument("--only", action="append", metavar="TEXT", help="commands whose name holds this, or several")
    parser.add_argument("--seed", type=int, default=random.randrange(2**32), help="makes the moments repeatable")
    parser.add_argument("--postgres", default="", metavar="URL", help="a database in which a table can be made")
    asked = parser.parse_args()
    names = [name for name in COMMANDS if asked.postgres or "PostgreSQL" not in name]
    names = [name for name in names if not asked.only or any(one in name for one in asked.only)]
    print(f"seed {asked.seed}", flush=True)
    failed = 0
    with tempfile.TemporaryDirectory(prefix="setanon-interrupts-") as folder:
        os.chdir(folder)
        copied(lambda: prepare(asked.postgres))
        for name in names:
            words = [word.replace("POSTGRES", asked.postgres) for word in COMMANDS[name]]
            tries = tried(words, asked.tries // len(names), random.Random(f"{asked.seed} {name}"))
            print(f"{name:31}{tries.told()}", *tries.wrong, sep="\n    ", flush=True)
            failed += len(tries.wrong) + sum(one > PROMISED for one in tries.seconds)
        os.chdir("/")
    sys.exit(1 if failed else 0)


def prepare(postgres: str) -> int:
    """Make the data in the current folder."""
    import duckdb

    small = quest(3_000, 200, 8, seed=1).write(Path("small.parquet"))
    quest(3_000, 200, 8, seed=1).write(Path("small.csv"))
    quest(20_000, 1000, 10, seed=1).write(Path("large.parquet"))
    duckdb.connect("w.duckdb").close()
    rows = duckdb.read_parquet(str(small))
    often = rows.aggregate("item, count(*) AS n").order("n DESC, item").limit(5).fetchall()
    Path("secret.csv").write_text("item\n" + "".join(f"{item}\n" for item, _ in often))
    if postgres:
        fill(postgres, rows.fetchall())
    return 0


def fill(postgres: str, rows: list[tuple[object, ...]]) -> None:
    """Make the table in PostgreSQL."""
    import psycopg

    with psycopg.connect(postgres) as connection, connection.cursor() as cursor:
        cursor.execute("CREATE TABLE IF NOT EXISTS baskets (record_id text, item text)")
        cursor.execute("TRUNCATE baskets")
        with cursor.copy("COPY baskets FROM STDIN") as copy:
            for row in rows:
                copy.write_row(row)


def copied(work: object, temporary: Path | None = None) -> int:
    """Do work in a copy of this process, which has no threads yet; returns its exit code (negative: a signal)."""
    return ended(start(work, temporary))[0]


def start(work: object, temporary: Path | None = None) -> int:
    """Start work in a copy of this process; returns its number."""
    if child := os.fork():
        return child
    assert callable(work)
    tempfile.tempdir = str(temporary) if temporary else None
    silent = os.open("said" if temporary else os.devnull, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    if temporary:
        os.dup2(silent, 1), os.dup2(silent, 2)
    stopping.to_the_end(work)


def ended(child: int, most: float = 600.0) -> tuple[int, float]:
    """Wait for a process; returns its exit code and the seconds that it took, or -9 where it had to be killed."""
    began = time.monotonic()
    while not (found := os.waitpid(child, os.WNOHANG))[0]:
        time.sleep(0.002)
        if time.monotonic() - began > most:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return -9, time.monotonic() - began
    return os.waitstatus_to_exitcode(found[1]), time.monotonic() - began


def tried(words: list[str], count: int, moments: random.Random) -> Tries:
    """Run a command once to its end, then so many times to a random moment."""
    load_cli()
    out, temporary = Path("out"), Path("temporary")
    fresh(out, temporary)
    _, whole = ended(start(lambda: run(words), temporary))
    tries = Tries(whole, database=any(DATABASE in word for word in words))
    for _ in range(count):
        fresh(out, temporary)
        number = moments.choice([signal.SIGINT, signal.SIGTERM])
        child = start(lambda: run(words), temporary)
        time.sleep(moments.uniform(0.01, whole))
        os.kill(child, number)
        code, seconds = ended(child, LOST)
        tries.seconds.append(seconds)
        if wrong := fault(code, out, temporary, tries):
            tries.wrong.append(f"{number.name}, code {code}, {seconds:.2f} s: {wrong}")
    return tries


def run(words: list[str]) -> int:
    """Run a command of the program."""
    return int(sys.modules["setanon_sql.cli"].run([word.replace("OUT/", "out/") for word in words]))


def fresh(*folders: Path) -> None:
    """Make these folders empty."""
    Path("said").write_text("")
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
    shutil.copy(DATABASE, Path("out") / DATABASE)


def fault(code: int, out: Path, temporary: Path, tries: Tries) -> str:
    """Return what is wrong with what a run left; empty if nothing is."""
    said, held = Path("said").read_text(), [path.name for path in temporary.iterdir()]
    left = {path.name for path in out.iterdir()} - {DATABASE}
    files = next((files for name, files in WHOLE.items() if name in left), set[str]())
    whole = files <= left <= files | {"r.html", "l.csv"} if files else tries.database and not left
    stands = whole and verifies(left)
    tries.stood += stands
    if held:
        return f"left {held}"
    if "Traceback" in said or "fault of the program" in said:
        return f"said {said[-800:]}"
    before = code == -signal.SIGTERM  # it came before anybody listened
    if (before or (code == 2 and "stopped" in said)) and not left and not stands:
        return ""
    if code in {0, 1} and (stands or not left):
        return ""
    if code == 2 and stands and "report was not written" in said:
        return ""
    return f"{sorted(left)}, said {said[-300:]!r}"


def verifies(left: set[str]) -> bool:
    """Whether there is a release, in these files or in the database, that keeps its promise."""
    names = [name for name in WHOLE if name in left]
    words = ["verify", f"out/{names[0]}"] if names else ["verify", "o", "--db", f"out/{DATABASE}"]
    return ended(start(lambda: run(words), Path("temporary")))[0] == 0


if __name__ == "__main__":
    main()
