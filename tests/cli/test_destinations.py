"""What is said of places that cannot be read or written: what is wrong with them, by their names."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

from setanon_sql.engine.warehouse import name_parts
from setanon_sql.errors import BadParameter
from tests.cli.program import Program

K2 = ("--k", "2", "--m", "2", "--quiet")
FOLDER = ("anonymize", "disassociation", "b.csv", "--out")
FILE = ("anonymize", "km", "b.csv", "--out")
MAPPED = ("anonymize", "km", "b.csv", "--taxonomy", "t.csv", "--out")

CASES = {
    "ledger": (
        [*FILE, "z.csv", "--ledger", "z.csv"],
        "z.csv would be written twice: two outputs have this name",
        "names of their own",
    ),
    "report": (
        [*FILE, "z.csv", "--report", "z.csv"],
        "z.csv would be written twice: two outputs have this name",
        "names of their own",
    ),
    "list": (
        ["audit", "km", "b.csv", "--records-out", "z.csv", "--report", "z.csv"],
        "z.csv would be written",
        "names",
    ),
    "list with its manifest": (
        ["audit", "km", "b.csv", "--records-out", "z.csv", "--report", "z.csv.manifest.json"],
        "z.csv.manifest.json would be written twice: two outputs have this name",
        "names of their own",
    ),
    "mapping": (
        [*MAPPED, "z.csv", "--mapping-out", "z.csv"],
        "z.csv would be written twice: two outputs have this name",
        "names",
    ),
    "mapping, spelled": (
        [*MAPPED, "z.csv", "--mapping-out", "./x/../z.csv"],
        "z.csv would be written twice: two outputs have this name",
        "names",
    ),
    "mapping, labels": (
        [*MAPPED, "z.csv", "--mapping-out", "z.csv.labels.csv"],
        "z.csv.labels.csv would be written twice: two outputs have this name",
        "names of their own",
    ),
    "mapping, report": (
        [*MAPPED, "z.csv", "--mapping-out", "m.csv", "--report", "m.csv"],
        "m.csv would be written twice: two outputs have this name",
        "names of their own",
    ),
    "mapping, its manifest": (
        [*MAPPED, "z.csv", "--mapping-out", "m.csv", "--report", "m.csv.manifest.json"],
        "m.csv.manifest.json would be written twice: two outputs have this name",
        "names of their own",
    ),
    "mapping, ledger": (
        [*MAPPED, "z.csv", "--mapping-out", "m.csv", "--ledger", "m.csv"],
        "m.csv would be written twice: two outputs have this name",
        "names of their own",
    ),
    "comparison": (
        ["compare", "b.csv", "--csv", "z.csv", "--html", "z.csv"],
        "z.csv would be written twice: two outputs have this name",
        "names",
    ),
    "this folder": ([*FILE, "."], "shop is a folder", "name a file"),
    "this folder, pieces": ([*FOLDER, "."], "shop holds what is read", "choose another name"),
    "the root": ([*FOLDER, "/"], "error: / holds what is read", "choose another name"),
    "ledger in a folder": ([*FILE, "z.csv", "--ledger", "."], "a ledger cannot be written to .", "end the name"),
    "no folder": ([*FILE, "x", "--out-db", "nodir/x.duckdb"], "there is no folder to make x.duckdb in", "--out-db"),
    "empty": ([*FILE, "x", "--out-db", "empty.duckdb"], "empty.duckdb is empty, and no DuckDB database", "remove it"),
    "empty source": (
        ["audit", "km", "s", "--db", "empty.duckdb"],
        "empty.duckdb is empty, and no DuckDB",
        "another file",
    ),
}


@pytest.fixture
def place(shop: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The shop in a folder of that name, with an empty database."""
    folder = shop / "shop"
    folder.mkdir()
    for name in ("b.csv", "t.csv"):
        (shop / name).rename(folder / name)
    (folder / "empty.duckdb").touch()
    monkeypatch.chdir(folder)
    return folder


@pytest.mark.parametrize("name", CASES)
def test_it_is_said_what_is_wrong(setanon: Program, place: Path, name: str) -> None:
    words, says, hint = CASES[name]
    before = sorted(place.iterdir())
    answer = setanon(*words, *K2)
    assert answer.code == 2 and says in answer.err and hint in answer.err.partition("hint: ")[2], answer
    assert sorted(place.iterdir()) == before


@pytest.fixture
def busy(place: Path) -> Iterator[Path]:
    """A database that another program has open."""
    hold = "import duckdb, sys; c = duckdb.connect('w.duckdb'); print(flush=True); sys.stdin.read()"
    with duckdb.connect("w.duckdb") as made:
        made.execute("CREATE TABLE s AS SELECT 'a' AS record_id, 'b' AS item")
    with subprocess.Popen([sys.executable, "-c", hold], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout and other.stdout.readline()
        yield place / "w.duckdb"
        other.communicate()


def test_a_database_that_is_open_elsewhere_is_told_as_one(setanon: Program, busy: Path) -> None:
    for words in (
        ["audit", "km", "s", "--db", "w.duckdb", *K2],
        ["verify", "s", "--db", "w.duckdb"],
        [*FILE, "x", "--out-db", "w.duckdb", *K2],
    ):
        answer = setanon(*words)
        assert answer.code == 2 and "is open in another program" in answer.err and "close it there" in answer.err


def test_a_quote_in_the_name_of_a_table_must_end() -> None:
    assert name_parts('a."b ""c"""') == ["a", 'b "c"']
    with pytest.raises(BadParameter, match="has a quote that does not end"):
        name_parts('catalog."b')
