"""Where the program's answers go: nothing but them on stdout, and the same exit code wherever stdout and stderr go."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from setanon_sql.commands import answers
from setanon_sql.errors import BadDestination
from setanon_sql.files import streams
from tests.cli.program import FOLDER, process

K2 = ("--k", "2", "--m", "2")


@pytest.mark.whole
def test_what_solves_integer_programs_prints_nothing(shop: Path) -> None:
    answer = process("anonymize", "km", shop / "b.csv", "--out", shop / "r.csv", *K2, "--json", "--quiet")
    assert answer.code == 0 and answer.json["model"] == "km"
    call = f"api.anonymize_km({str(shop / 'b.csv')!r}, None, k=2, m=2); assert 'highspy' in sys.modules"
    library = f"import sys; from setanon_sql import api; {call}"
    called = subprocess.run([sys.executable, "-c", library], cwd=FOLDER, capture_output=True, text=True, check=True)
    assert not called.stdout


def redirected(how: str, *arguments: str | Path) -> "subprocess.CompletedProcess[str]":
    """Run the program from a shell that sends its streams somewhere."""
    command = ["sh", "-c", f'"$@" {how}', "sh", sys.executable, "-m", "setanon_sql", *map(str, arguments)]
    environment = os.environ | {"PYTHONPATH": str(FOLDER)}
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment)


def published(shop: Path, how: str) -> tuple[int, str, str]:
    """Anonymize and verify; return the exit code, the release, and what stderr says."""
    out = shop / "r.csv"
    made = redirected(how, "anonymize", "km", shop / "b.csv", "--out", out, *K2, "--seed", "1", "--overwrite")
    return made.returncode, out.read_text(), made.stderr


@pytest.mark.whole
def test_a_release_is_published_where_all_streams_are_closed(shop: Path) -> None:
    code, release, _ = published(shop, ">/dev/null 2>/dev/null")
    assert code == 0
    assert published(shop, "<&- >&- 2>&-")[:2] == (0, release)
    assert redirected("<&- >&- 2>&-", "audit", "km", shop / "b.csv", *K2).returncode == 1


@pytest.mark.whole
@pytest.mark.parametrize("how", [">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-", "2>/dev/full"])
def test_a_closed_stream_is_taken_as_dev_null(shop: Path, how: str) -> None:
    code, release, _ = published(shop, ">/dev/null 2>/dev/null")
    assert code == 0
    assert published(shop, how)[:2] == (0, release)
    assert redirected(how, "verify", shop / "r.csv").returncode == 0
    assert redirected(how, "audit", "km", shop / "b.csv", *K2).returncode == 1
    assert redirected(how, "verify", shop / "none.csv").returncode == 2
    assert redirected(how, "--version").returncode == 0


@pytest.mark.whole
def test_an_answer_that_cannot_be_written_says_so_and_what_stands(shop: Path) -> None:
    code, release, said = published(shop, ">/dev/full")
    assert code == 2 and release and "the release is published, but the answer cannot be written on stdout" in said


@pytest.mark.whole
def test_an_audit_that_cannot_be_written_says_so(shop: Path) -> None:
    for arguments in (["audit", "km", shop / "b.csv", *K2], ["audit", "km", shop / "b.csv", *K2, "--json"], ["--help"]):
        answer = redirected(">/dev/full", *arguments)
        assert answer.returncode == 2, arguments
        assert "error: the answer cannot be written on stdout" in answer.stderr and "fault" not in answer.stderr
        assert "published" not in answer.stderr
    missing = redirected(">/dev/full", "verify", shop / "none.csv", "--json")
    assert missing.returncode == 2 and "Traceback" not in missing.stderr


@pytest.mark.whole
def test_the_library_works_where_there_is_no_stderr(shop: Path) -> None:
    settings = "api.Settings(quiet=False, show_sql=True)"
    call = f"from setanon_sql import api; api.audit_km({str(shop / 'b.csv')!r}, k=2, m=2, settings={settings})"
    command = ["sh", "-c", '"$@" <&- >&- 2>&-', "sh", sys.executable, "-c", call]
    assert subprocess.run(command, cwd=FOLDER, check=False).returncode == 0


def test_a_fault_of_the_program_is_no_verdict() -> None:
    call = "from setanon_sql.files import stopping; stopping.to_the_end(lambda: 1 // 0)"
    ended = subprocess.run([sys.executable, "-c", call], cwd=FOLDER, capture_output=True, text=True, check=False)
    assert ended.returncode == 2 and "ZeroDivisionError" in ended.stderr


@pytest.mark.parametrize("encoding", ["latin-1", "ascii", "cp1252"])
def test_python_streams_escape_what_their_encoding_lacks(monkeypatch: pytest.MonkeyPatch, encoding: str) -> None:
    outputs = [io.BytesIO(), io.BytesIO()]
    for name, output in zip(("stdout", "stderr"), outputs, strict=True):
        monkeypatch.setattr(sys, name, io.TextIOWrapper(output, encoding=encoding))
    streams.hold_all()
    for stream, output in zip((sys.stdout, sys.stderr), outputs, strict=True):
        stream.write("данные \udce9 (more …)")
        stream.flush()
        assert rb"\u0434\u0430" in output.getvalue() and rb"\udce9" in output.getvalue()


@pytest.mark.whole
@pytest.mark.parametrize("encoding", ["latin-1", "ascii"])
def test_a_release_is_published_where_its_labels_and_the_own_dots_of_the_program_cannot_be_printed(
    tmp_path: Path, encoding: str
) -> None:
    (tmp_path / "t.csv").write_text("record_id,item\n1,данные\n2,данные\n3,x\n", encoding="utf-8")
    words = ["anonymize", "km", "t.csv", "--k", "2", "--m", "1", "--out", "r.csv", "--examples", "3", "--show-values"]
    command = [sys.executable, "-m", "setanon_sql", *words]
    environment = os.environ | {"PYTHONIOENCODING": encoding}
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False, env=environment)
    assert done.returncode == 0 and b"fault of the program" not in done.stderr
    done = subprocess.run(
        [*command, "--json", "--overwrite"], cwd=tmp_path, capture_output=True, check=False, env=environment
    )
    assert done.returncode == 0 and json.loads(done.stdout)


def test_sql_that_stdout_cannot_take_is_an_error_and_not_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="latin-1", errors="backslashreplace"))
    answers.begin(as_json=False)
    answers.give({}, "SELECT 'é'", exact=True)
    with pytest.raises(BadDestination, match="characters that stdout does not take: it is set to"):
        answers.give({}, "SELECT 'данные'", exact=True)
