"""Labels that a terminal would obey, or that look like lines of the program, are shown escaped, wherever they stand."""

import re
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path

import duckdb
import pytest

from setanon_sql import api
from setanon_sql.commands import answers
from setanon_sql.text import label_text, printable, table
from setanon_sql.trace import Trace
from tests.cli.program import Program

#: A line of its own, an escape sequence, one in a single byte, a mark that turns what follows.
EVIL = "a\nFAKE: the guarantee holds\x1b[2J\x9b2J\u202eb\x7f"
CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A source with such items and ids, a taxonomy over them, a release of it."""
    rows = [(f"{EVIL}{at}", item) for at in range(4) for item in (EVIL, "b", f"{EVIL}c")[: 3 - at % 2]]
    with duckdb.connect() as connection:
        connection.execute("CREATE TABLE rows (record_id VARCHAR, item VARCHAR)")
        connection.executemany("INSERT INTO rows VALUES (?, ?)", rows)
        connection.execute(f"COPY rows TO '{tmp_path / 'a.parquet'}'")
        connection.execute("CREATE TABLE tree (child VARCHAR, parent VARCHAR)")
        tree = [(EVIL, f"{EVIL}top"), ("b", f"{EVIL}top"), (f"{EVIL}c", f"{EVIL}top")]
        connection.executemany("INSERT INTO tree VALUES (?, ?)", tree)
        connection.execute(f"COPY tree TO '{tmp_path / 't.parquet'}'")
        connection.execute(f"COPY (FROM tree WHERE child = 'b') TO '{tmp_path / 'short.parquet'}'")
        connection.execute(f"COPY (SELECT item FROM rows LIMIT 1) TO '{tmp_path / 's.parquet'}'")
    with chdir(tmp_path):
        yield tmp_path


CALLS = [
    "audit km a.parquet --k 3 --m 2 --top-items 5 --worst 5 --by 1 --taxonomy t.parquet",
    "audit km a.parquet --k 3 --taxonomy short.parquet",
    "audit rho a.parquet --rho 0.3 --m 1 --sensitive s.parquet --worst 5",
    "taxonomy show t.parquet",
    "taxonomy check t.parquet --source a.parquet --missing root",
    "taxonomy check short.parquet --source a.parquet",
    "anonymize km a.parquet --out out.csv --k 2 --m 1 --optimum 0 --examples 2 --record-ids keep",
    "suggest a.parquet --k 2 --m 1 --max-loss 0.0001 --model km --optimum 0",
]


@pytest.mark.parametrize("call", CALLS)
def test_no_label_acts_on_a_terminal(folder: Path, capsys: pytest.CaptureFixture[str], call: str) -> None:
    for more in ((), ("--json",)):
        answer = Program(capsys)(*call.split(), "--show-values", *more, *(["--overwrite"] if "--out" in call else []))
        assert not CONTROLS.findall(answer.out + answer.err), call
        assert not re.search("^ *FAKE", answer.out + answer.err, re.MULTILINE), call
    assert "FAKE" in answer.out + answer.err or call.startswith(("suggest", "taxonomy check t"))


def test_what_a_file_is_to_hold_is_escaped_for_a_terminal_only(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    call = ("taxonomy", "convert", "t.parquet", "--to", "edges")
    whole = Program(capsys)(*call).out
    assert EVIL in whole
    Path("again.csv").write_text(whole)
    assert api.read_tree("again.csv") == api.read_tree("t.parquet")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    answers.begin(as_json=False)
    answers.give({}, EVIL, exact=True)
    assert not CONTROLS.findall(capsys.readouterr().out)


def test_escapes_stand_for_what_is_not_shown() -> None:
    assert label_text(EVIL) == r"a\nFAKE: the guarantee holds\x1b[2J\x9b2J\u202eb\x7f"
    assert printable(EVIL) == EVIL.split("\n", maxsplit=1)[0] + "\n" + label_text(EVIL.split("\n")[1])
    assert label_text("naïve \u00a0 日本\tx") == "naïve \u00a0 日本\\tx"
    assert table(["a"], [["x\ny"], ["z"]]).splitlines() == ["   a", "x\\ny", "   z"]


def test_what_a_run_says_meanwhile_is_escaped(capsys: pytest.CaptureFixture[str]) -> None:
    Trace(quiet=False).note(f"column {EVIL}")
    assert not CONTROLS.findall(capsys.readouterr().err)
