"""Run the examples with the tools themselves: python examples/pipelines/run.py [SETANON]

Each tool that is installed beside this Python (sqlmesh, great_expectations, soda-core-duckdb) looks at a table that
leaks and at one that does not. SETANON is the program that prints the gates. Exit code 1 where a tool says something
else than it should. Tools that are not installed are named and left out; with --all that is an error, too.
"""

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from importlib.metadata import distributions
from pathlib import Path

import duckdb

HERE = Path(__file__).resolve().parent
LEAKY = ["bread milk", "bread milk", "bread milk beer", "bread beer", "bread beer"]
SAFE = ["bread milk", "bread milk", "bread beer", "bread beer", "bread"]


def gate(folder: Path, table: str) -> str:
    """Return the gate for k = 2 and m = 2 of a table."""
    program = next((one for one in sys.argv[1:] if not one.startswith("-")), "setanon")
    words = ["sql", "gate", "km", "--k", "2", "--m", "2", "--dialect", "duckdb", "--table", table]
    return subprocess.run([program, *words], cwd=folder, check=True, capture_output=True, text=True).stdout


def told(command: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a tool of this environment on the shop."""
    tool = str(Path(sys.executable).with_name(command[0]))
    places = {"SHOP_DB": str(folder / "data.duckdb"), "SHOP_URL": f"sqlite:///{folder / 'data.sqlite'}"}
    given = os.environ | places | {"HOME": str(folder), "GX_ANALYTICS_ENABLED": "false"}
    return subprocess.run([tool, *command[1:]], cwd=folder, env=given, capture_output=True, text=True, check=False)


def sqlmesh(folder: Path) -> subprocess.CompletedProcess[str]:
    """Plan and apply a model with the gate as its audit."""
    shutil.copytree(HERE / "sqlmesh", folder, dirs_exist_ok=True)
    text = gate(folder, "this_model").replace("FROM this_model", "FROM @this_model")
    (folder / "audits").mkdir(exist_ok=True)
    (folder / "audits" / "km_anonymous.sql").write_text(f"AUDIT (name km_anonymous, dialect duckdb);\n\n{text};\n")
    return told(["sqlmesh", "plan", "--auto-apply", "--no-prompts"], folder)


def great_expectations(folder: Path) -> subprocess.CompletedProcess[str]:
    """Validate the table with the gate as an expectation."""
    (folder / "gate.sql").write_text(gate(folder, "the_batch"))
    return told(["python", str(HERE / "great_expectations" / "gate.py"), "gate.sql"], folder)


def soda(folder: Path) -> subprocess.CompletedProcess[str]:
    """Scan the table with the gate as a check on failed rows."""
    query = "".join(f"        {line}\n" for line in gate(folder, "shop.baskets").splitlines())
    lines = ["checks for baskets:", "  - failed rows:", "      name: k^m-anonymous", "      samples limit: 0"]
    head = "\n".join([*lines, "      fail query: |\n"])
    (folder / ".soda").mkdir()
    (folder / ".soda" / "config.yml").write_text("send_anonymous_usage_stats: false\n")
    (folder / "checks.yml").write_text(head + query)
    return told(["soda", "scan", "-d", "shop", "-c", str(HERE / "soda" / "configuration.yml"), "checks.yml"], folder)


def shop(folder: Path, records: list[str]) -> None:
    """Make the table that the tools look at: in DuckDB, and in SQLite, which Great Expectations gets on with better."""
    rows = [(at, item) for at, record in enumerate(records, 1) for item in record.split()]
    with duckdb.connect(str(folder / "data.duckdb")) as connection:
        connection.execute("CREATE SCHEMA shop; CREATE TABLE shop.baskets (record_id BIGINT, item VARCHAR)")
        connection.executemany("INSERT INTO shop.baskets VALUES (?, ?)", rows)
    with closing(sqlite3.connect(folder / "data.sqlite")) as lite, lite:
        lite.execute("CREATE TABLE baskets (record_id BIGINT, item TEXT)")
        lite.executemany("INSERT INTO baskets VALUES (?, ?)", rows)


def wrong(tool: Callable[[Path], subprocess.CompletedProcess[str]]) -> str:
    """Return what a tool says that is not right; nothing where it refuses the one table and passes the other."""
    for records, passes in ((LEAKY, False), (SAFE, True)):
        with tempfile.TemporaryDirectory(prefix="setanon-pipeline-") as name:
            shop(Path(name), records)
            done = tool(Path(name))
        if (done.returncode == 0) != passes:
            return f"exit code {done.returncode}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return ""


def main() -> None:
    """Try all tools."""
    installed = {one.name for one in distributions()}
    for package, tool in (("sqlmesh", sqlmesh), ("great_expectations", great_expectations), ("soda-core-duckdb", soda)):
        if package not in installed:
            print(f"{package}: not installed, left out")
            if "--all" in sys.argv:
                sys.exit(1)
        elif said := wrong(tool):
            sys.exit(f"{package}: {said}")
        else:
            print(f"{package}: refuses the table that leaks, passes the other")


if __name__ == "__main__":
    main()
