"""What cannot be done: exit 2, words that help, no value of the source, nothing half-written, the source untouched."""

import gzip
import json
import os
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import duckdb
import pytest

from tests.cli.conftest import MARK
from tests.cli.program import Program

Content = str | bytes


@dataclass(frozen=True)
class Case:
    """Files to put there, words of the command, what stderr must say (regular expressions), and the exit code."""

    files: dict[str, Content]
    words: str
    says: str
    hint: str = ""
    code: int = 2
    prepare: Callable[[Path], None] = field(default=lambda _: None)


LONG = f"record_id,item\n1,{MARK}a\n1,{MARK}b\n2,{MARK}a\n2,{MARK}b\n"
#: The one kind of error that names labels of the data: a taxonomy that does not fit them.
NAMED: dict[str, Content] = {"b.csv": "record_id,item\n1,pear\n1,fig\n2,pear\n2,fig\n"}
TREE = f"child,parent\n{MARK}a,x\n{MARK}b,x\n"
K2 = "--k 2 --m 2"
MAKE = f"anonymize km b.csv --out o.csv {K2}"


def b(content: Content) -> dict[str, Content]:
    return {"b.csv": content}


def tree(content: Content, words: str = f"{MAKE} --taxonomy t.csv") -> tuple[dict[str, Content], str]:
    return {"b.csv": LONG, "t.csv": content}, words


def database(folder: Path) -> None:
    with duckdb.connect(str(folder / "w.duckdb")) as base:
        base.execute(f"CREATE TABLE b AS SELECT range // 2 AS record_id, '{MARK}' || range % 2 AS item FROM range(8)")
        base.execute("CREATE VIEW seen AS SELECT * FROM b")


def damaged_parquet(folder: Path) -> None:
    duckdb.sql(f"SELECT range AS record_id, '{MARK}' AS item FROM range(9)").write_parquet(str(folder / "b.parquet"))
    whole = (folder / "b.parquet").read_bytes()
    (folder / "b.parquet").write_bytes(whole[: len(whole) // 2])


def release(change: Callable[[str], str]) -> Callable[[Path], None]:
    """Put a release there whose manifest has been changed."""

    def prepare(folder: Path) -> None:
        (folder / "r.csv").write_text(LONG)
        fields = {
            "format_version": 1,
            "model": "km",
            "parameters": {"k": 2, "m": 2},
            "method": "mHgHs",
            "records": 2,
            "rows": 4,
            "created_by": "0",
            "sha256": {"r.csv": "0" * 64},
            "guarantee": "2 2",
            "verified": {},
        }
        (folder / "r.csv.manifest.json").write_text(change(json.dumps(fields)))

    return prepare


def locked(folder: Path) -> None:
    (folder / "closed").mkdir()
    (folder / "closed").chmod(0o500)


CASES: dict[str, Case] = {
    "a dry run where no bytes are billed": Case(b(LONG), f"{MAKE} --dry-run", "--dry-run tells what BigQuery would bill"),
    # the source
    "missing file": Case({}, "audit km none.csv --k 2", "there is no file none.csv", "check the path"),
    "folder": Case({}, "audit km . --k 2", "is a folder", "name a file"),
    "empty file": Case(b(""), MAKE, "b.csv is empty", "at least one record"),
    "only a header": Case(b("record_id,item\n"), MAKE, "holds no item", "--format"),
    "only blank lines": Case({"b.dat": "\n\n"}, "audit km b.dat --k 2", "holds no item", "--format"),
    "wrong column": Case(b(f"who,what\n{MARK},{MARK}a\n"), f"{MAKE} --format long", "no column", "--record-id"),
    "no header at all": Case(b(f"{MARK}ann,{MARK}a\n{MARK}bob,{MARK}b\n"), f"{MAKE} --format long", "first row has 2 fields", "--record-id"),
    "one-hot asked as long": Case(b("id," + ",".join(f"{MARK}{n}" for n in range(20)) + "\n1" + ",1" * 20 + "\n"), f"{MAKE} --format long", "it has 21 columns", "--record-id"),
    "wrong name of a column": Case(b(LONG), f"{MAKE} --item product", "as in a table", "--record-id and --item"),
    "missing item": Case(b(LONG + "3,\n4,\n"), MAKE, "2 rows have an empty or missing item: row 5, 6", "--on-null drop"),
    "missing record id": Case(b(f"{LONG},{MARK}a\n"), MAKE, "no record id: row 5", "--on-null drop"),
    "non-UTF-8": Case(b(f"{LONG}3,{MARK}ä\n".encode("latin1")), MAKE, r"not UTF-8 text \(line 6\)", "iconv"),
    "torn UTF-16": Case(b(LONG.encode("utf-16")[:-1]), MAKE, "not whole UTF-16", "UTF-8"),
    "row too long": Case(b(f"{LONG}3,{MARK}a,{MARK}\n"), MAKE, r"more or fewer fields .*\(line 6\)", "mend that line"),
    "open quote": Case(b(f'record_id,item\n1,"{MARK}a\n2,b\n'), MAKE, "quote", "quote"),
    "column twice": Case(b(f"record_id,item,item\n1,{MARK}a,b\n"), MAKE, "one name for several columns", "rename"),
    "sequence file": Case({"b.txt": f"1 -1 {MARK} -1 -2\n"}, "audit km b.txt --k 2", "sequence file of SPMF", "convert"),
    "utility file": Case({"b.txt": "3 5:8:3 5\n1 2:3:1 2\n"}, "audit km b.txt --k 2", "utility file of SPMF", "convert"),
    "damaged Parquet": Case({}, "audit km b.parquet --k 2", "not a whole Parquet file", "again", prepare=damaged_parquet),
    "damaged gzip": Case({"b.csv.gz": gzip.compress(LONG.encode())[:30]}, "audit km b.csv.gz --k 2", "compressed|cannot be read", "."),
    "no right to read": Case(b(LONG), MAKE, "cannot be opened", "permissions", prepare=lambda at: (at / "b.csv").chmod(0)),
    "long asked of baskets": Case({"b.txt": f"{MARK}a {MARK}b\n"}, "audit km b.txt --format long --k 2", "no column", "--record-id"),
    "fewer records than k": Case(b(LONG), "anonymize km b.csv --out o.csv --k 3 --m 1", "k is [23], but the source has only [12]", "."),
    "one record": Case(b(f"record_id,item\n1,{MARK}a\n"), MAKE, "k is [23], but the source has only [12]", "."),
    "fewer records than k, with a tree": Case(*tree(TREE, "anonymize km b.csv --out o.csv --k 3 --m 1 --taxonomy t.csv"), "k is [23], but the source has only [12]", "."),
    # a database
    "no such table": Case({}, "audit km nope --db w.duckdb --k 2", "no table or view nope", "main.b", prepare=database),
    "no such database": Case({}, "audit km b --db w.duckdb --k 2", "there is no file w.duckdb", "."),
    "database that is none": Case(b(LONG), "audit km b --db b.csv --k 2", "not a DuckDB database", "without --db"),
    "PostgreSQL": Case({}, "audit km b --db postgresql://me:hunter2@127.0.0.1:1/db --k 2", r"driver \(psycopg\)|PostgreSQL", "setanon-sql.postgres|address|PGPASSWORD"),
    "an engine that is not built": Case({}, "audit km b --db mysql://me:hunter2@host/db --k 2", "does not work on", "DuckDB file"),
    "into another engine": Case(b(LONG), f"anonymize km b.csv --out o --out-db spark:local {K2}", "engine of its source", "same database"),
    "table onto itself": Case({}, f"anonymize km b --db w.duckdb --out b {K2}", "also what is read", "another table", prepare=database),
    "table onto itself, overwriting": Case({}, f"anonymize km b --db w.duckdb --out b {K2} --overwrite", "also what is read", "another table", prepare=database),
    "file onto the database": Case({}, f"anonymize km b --db w.duckdb --out ./w.duckdb {K2} --overwrite", "also what is read", ".", prepare=database),
    "table onto a view": Case({}, f"anonymize km b --db w.duckdb --out seen {K2} --overwrite", "view", "another name", prepare=database),
    "table in no schema": Case({}, f"anonymize km b --db w.duckdb --out shop.safe {K2}", "no such schema", "create it", prepare=database),
    # parameters
    "k = 0": Case(b(LONG), "anonymize km b.csv --out o.csv --k 0 --m 2", "--k is 0", "k = 5"),
    "k = 1": Case(b(LONG), "audit km b.csv --k 1", "--k is 1", "k = 5"),
    "k negative": Case(b(LONG), "audit km b.csv --k -3", "--k is -3", "k = 5"),
    "k huge": Case(b(LONG), "audit km b.csv --k 99999999999999999999", "--k is 9999", "k = 5"),
    "k no number": Case(b(LONG), "audit km b.csv --k five", "'five' is not a valid integer", "audit km --help"),
    "no k": Case(b(LONG), "audit km b.csv", "Missing option '--k'", "audit km --help"),
    "m = 0": Case(b(LONG), "anonymize km b.csv --out o.csv --k 2 --m 0", "--m is 0", "leave --m out"),
    "m negative": Case(b(LONG), "audit km b.csv --k 2 --m -1", "--m is -1", "leave --m out"),
    "m no number": Case(b(LONG), "audit km b.csv --k 2 --m 1.5", "not a valid integer", "--help"),
    "unknown option": Case(b(LONG), "audit km b.csv --k 2 --fast", "No such option", "--help"),
    "unknown command": Case({}, "anonymise km b.csv", "No such command", "setanon --help"),
    "unknown format": Case(b(LONG), f"{MAKE} --format xml", "--format", "long, list, basket"),
    "separator of two": Case(b(LONG), f"{MAKE} --sep ::", "--sep must be one character", "write"),
    "unknown dialect": Case({}, "sql audit km --k 2 --m 2 --dialect klingon", "--dialect is not one of a warehouse", "snowflake"),
    "rho script without m": Case(
        {}, "sql audit rho --rho 0.5 --sensitive s --dialect trino", "Missing option '--m'", "see setanon sql audit rho --help"
    ),

    "wrong memory limit": Case(b(LONG), f"{MAKE} --memory-limit lots", "--memory-limit lots", "4GB"),
    "memory limit of nothing": Case(b(LONG), f"{MAKE} --memory-limit 1KB", "--memory-limit 1KB is too small", r"give \d+ MB or more"),
    "threads -1": Case(b(LONG), f"{MAKE} --threads -1", "--threads is -1", "leave it out"),
    "threads no number": Case(b(LONG), f"{MAKE} --threads many", "not a valid integer", "--help"),
    "average of less than nothing": Case(b(LONG), f"audit km b.csv {K2} --average -4", "--average", "."),
    "demo of nobody": Case({}, "demo --records 0", "records", "."),
    "depth below nothing": Case({"t.csv": TREE}, "taxonomy show t.csv --depth -1", "--depth", "."),
    # the destination
    "output exists": Case({"b.csv": LONG, "o.csv": "old"}, MAKE, "o.csv already exists", "--overwrite"),
    "manifest exists": Case({"b.csv": LONG, "o.csv.manifest.json": "{}"}, MAKE, "o.csv.manifest.json already exists", "--overwrite"),
    "output is the source": Case(b(LONG), f"anonymize km b.csv --out b.csv {K2} --overwrite", "also what is read", "never written"),
    "output is the taxonomy": Case(*tree(TREE, f"anonymize km b.csv --out t.csv {K2} --taxonomy t.csv --overwrite"), "also what is read", "."),
    "output through a link": Case(b(LONG), f"anonymize km b.csv --out l.csv {K2} --overwrite", "also what is read", ".", prepare=lambda at: (at / "l.csv").symlink_to(at / "b.csv")),
    "folder is missing": Case(b(LONG), f"anonymize km b.csv --out no/o.csv {K2}", "no folder to write o.csv in", "make it first"),
    "output is a folder": Case(b(LONG), f"anonymize km b.csv --out d.csv {K2}", "is a folder", "name a file", prepare=lambda at: (at / "d.csv").mkdir()),
    "unknown extension": Case(b(LONG), f"anonymize km b.csv --out o.xlsx {K2}", "cannot be written to o.xlsx", r"\.parquet"),
    "no extension": Case(b(LONG), f"anonymize km b.csv --out o {K2}", "cannot be written to o", r"\.parquet"),
    "no right to write": Case(b(LONG), f"anonymize km b.csv --out closed/o.csv {K2}", "right to write|cannot be written", ".", prepare=locked),
    "ledger exists": Case({"b.csv": LONG, "l.csv": "old"}, f"{MAKE} --ledger l.csv", "l.csv already exists", "--overwrite"),
    "ledger is the source": Case(b(LONG), f"{MAKE} --ledger b.csv --overwrite", "also what is read", "."),
    "ledger is the output": Case(b(LONG), f"{MAKE} --ledger o.csv", "o.csv", "."),
    "ledger of another kind": Case(b(LONG), f"{MAKE} --ledger l.doc", "ledger cannot be written", r"\.jsonl"),
    "ledger's folder is missing": Case(b(LONG), f"{MAKE} --ledger no/l.csv", "no folder", "make it first"),
    "report is the source": Case(b(LONG), f"{MAKE} --report b.csv", "also what is read", "."),
    "report is there": Case({"b.csv": LONG, "n.txt": "notes"}, f"{MAKE} --report n.txt", "n.txt already exists", "say --overwrite"),
    "report is another file": Case({"b.csv": LONG, "n.txt": "notes"}, f"{MAKE} --report n.txt --overwrite", "n.txt was not written by setanon", "."),
    "report is the output": Case(b(LONG), f"{MAKE} --report o.csv", "o.csv", "."),
    "report's folder is missing": Case(b(LONG), f"audit km b.csv {K2} --report no/r.html", "no folder", "make it first"),
    # the taxonomy
    "no taxonomy": Case(b(LONG), f"{MAKE} --taxonomy t.csv", "there is no file t.csv", "."),
    "empty taxonomy": Case(*tree(""), "t.csv is empty", "."),
    "item without a leaf": Case(NAMED | {"t.csv": "child,parent\npear,x\ny,x\n"}, f"{MAKE} --taxonomy t.csv", "1 item of the data has no leaf$", "add a line.*say --show-values to see them"),
    "item without a leaf by its case": Case(NAMED | {"t.csv": "child,parent\npear,x\nFig,x\n"}, f"{MAKE} --taxonomy t.csv", "1 item of the data has no leaf$", "1 differs from a label of the taxonomy only in case"),
    "item that is an inner node": Case(NAMED | {"t.csv": "child,parent\npear,fig\nfig,x\n"}, f"{MAKE} --taxonomy t.csv", "1 item of the data is also an inner node$", "rename.*say --show-values to see them"),
    "two parents": Case(*tree("child,parent\na,x\na,y\nx,top\ny,top\n"), "more than one parent|two parents|several parents", "."),
    "cycle": Case(*tree("child,parent\nx,y\ny,x\na,x\n"), "cycle|circle", "."),
    "leaf twice": Case(*tree("a;x;top\nb;x;top\na;x;top\n"), "in front of more than one line", "one line for each leaf"),
    "taxonomy that is no text": Case(*tree("ä;x;top\n".encode("latin1")), "not UTF-8", "iconv"),
    "taxonomy in an unknown form": Case({"t.csv": TREE}, "taxonomy check t.csv --form owl", "no such form", "arx"),
    "convert to an unknown form": Case({"t.csv": TREE}, "taxonomy convert t.csv --to owl", "owl", "--help"),
    # the release
    "no manifest": Case({"r.csv": LONG}, "verify r.csv", "no manifest", "anonymize"),
    "no release": Case({}, "verify r.csv", "no file|no release", "."),
    "damaged manifest": Case({}, "verify r.csv", "manifest is not JSON", "damaged", prepare=release(lambda text: text[:40])),
    "manifest of another kind": Case({}, "verify r.csv", "not a JSON object", ".", prepare=release(lambda _: "[1]")),
    "manifest that lacks something": Case({}, "verify r.csv", "lacks 'rows'", ".", prepare=release(lambda text: text.replace('"rows"', '"r"'))),
    "manifest of tomorrow": Case({}, "verify r.csv", "format version 9", "newer", prepare=release(lambda text: text.replace('version": 1', 'version": 9'))),
    "manifest of another model": Case({}, "verify r.csv", "model", "newer", prepare=release(lambda text: text.replace('"km"', '"lkc"'))),
    "manifest of k = 0": Case({}, "verify r.csv", "manifest are no model: k is 0", "", prepare=release(lambda text: text.replace('"k": 2', '"k": 0'))),
    "verify a folder": Case({}, "verify .", "folder", "."),
    "utility of nothing": Case(b(LONG), "utility b.csv r.csv", "no file|no release|no manifest", "."),
}  # fmt: skip

#: What looks wrong and is not: exit code, and the note that says what was done.
FINE = {
    "BOM": Case(b(b"\xef\xbb\xbf" + LONG.encode()), MAKE, "format: long", code=0),
    "CRLF": Case(b(LONG.replace("\n", "\r\n")), MAKE, "format: long", code=0),
    "duplicates": Case(b(LONG + f"1,{MARK}a\n2,{MARK}a\n"), MAKE, "2 duplicate rows collapsed", code=0),
    "quoted commas": Case(b(LONG.replace(f"{MARK}a", f'"{MARK}a, red"')), MAKE, "format: long", code=0),
    "no line end": Case(b(LONG.rstrip()), MAKE, "format: long", code=0),
    "NULLs dropped": Case(b(LONG + "3,\n"), f"{MAKE} --on-null drop", "dropped 1 row with", code=0),
    "empty records": Case({"b.txt": f"{MARK}a\n\n{MARK}a\n"}, f"anonymize km b.txt --out o.txt {K2}", "format: basket", code=0),
    "m huge": Case(b(LONG), "anonymize km b.csv --out o.csv --k 2 --m 1000000", "format: long", code=0),
    "k huge": Case(b(LONG), "audit km b.csv --k 1000000 --m 2", "format: long", code=1),
    "odd names": Case({"a b'c\"*.csv": LONG}, f"audit km <a b'c\"*.csv> {K2}", "format: long", code=0),
    "a tree": Case(*tree(TREE), "taxonomy form: edges", code=0),
    "one item only": Case(b(f"record_id,item\n1,{MARK}\n2,{MARK}\n"), MAKE, "format: long", code=0),
}  # fmt: skip


def listing(folder: Path) -> dict[str, bytes | None]:
    """All there is below a folder: files with their content."""
    found = {}
    for path in sorted(folder.rglob("*")):
        readable = path.is_file() and os.access(path, os.R_OK)
        found[str(path.relative_to(folder))] = path.read_bytes() if readable else None
    return found


def words_of(case: Case) -> list[str]:
    """Words apart by spaces; one in <> may hold some."""
    return [one.strip("<>") for one in re.findall(r"<[^>]*>|\S+", case.words)]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that the program is called in; temporary files go to another one, which must be empty afterwards."""
    for name in ("here", "temporary"):
        (tmp_path / name).mkdir()
    monkeypatch.chdir(tmp_path / "here")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    return tmp_path / "here"


@pytest.mark.parametrize("name", CASES)
def test_bad_input(setanon: Program, place: Path, name: str) -> None:
    case = CASES[name]
    for file, content in case.files.items():
        (place / file).write_bytes(content.encode() if isinstance(content, str) else content)
    case.prepare(place)
    if os.geteuid() == 0 and name.startswith("no right"):
        pytest.skip("nothing is forbidden to the superuser")
    before = listing(place)
    answer = setanon(*words_of(case))
    assert (answer.code, answer.out) == (2, ""), answer
    error, hint = re.search(r"^error: .*", answer.err, re.MULTILINE), re.search(r"^hint: .*", answer.err, re.MULTILINE)
    assert error and re.search(case.says, error[0]), answer.err
    assert not case.hint or (hint and re.search(case.hint, hint[0])), answer.err
    assert len(error[0]) < 200 and "fault of the program" not in answer.err and "Traceback" not in answer.err
    assert MARK.lower() not in answer.err.lower() and "hunter2" not in answer.err
    assert listing(place) == before
    assert not list((place.parent / "temporary").iterdir())


@pytest.mark.slow
@pytest.mark.parametrize("name", FINE)
def test_what_looks_wrong_and_is_not(setanon: Program, place: Path, name: str) -> None:
    case = FINE[name]
    for file, content in case.files.items():
        (place / file).write_bytes(content.encode() if isinstance(content, str) else content)
    before = listing(place)
    answer = setanon(*words_of(case))
    assert answer.code == case.code, answer
    assert re.search(case.says, answer.err), answer.err
    after = listing(place)
    assert {name: after[name] for name in before} == before
    assert MARK not in answer.err + answer.out
    if "o.csv" in after:
        assert setanon("verify", "o.csv").code == 0
