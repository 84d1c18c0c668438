"""What the contract says of every command: exit codes, JSON, options, streams."""

import json
import re
import runpy
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, get_args

import duckdb
import pytest

from tests.cli.conftest import MARK, rows
from tests.cli.program import FOLDER, Program, commands, process

K2 = ("--k", "2", "--m", "2")


def anonymized(setanon: Program, shop: Path, *more: str, out: str = "r.csv") -> Path:
    answer = setanon(
        "anonymize", "km", shop / "b.csv", "--out", shop / out, *K2, "--taxonomy", shop / "t.csv", "--quiet", *more
    )
    assert answer.code == 0, answer.err
    return shop / out


def test_audit_km_as_json(setanon: Program, shop: Path) -> None:
    answer = setanon("audit", "km", shop / "b.csv", *K2, "--json")
    assert answer.code == 1 and "format: long" in answer.err
    # cocoa and milk are in one record each; tea and pear go together in one (that of cocoa)
    expected = {
        "model": "km",
        "parameters": {"k": 2, "m": 2},
        "records": 6,
        "rows": 13,
        "satisfied": False,
        "violations": 3,
        "minimal_threats_by_size": {"1": 2, "2": 1},
        "records_at_risk_by_size": {"1": 2, "2": 2},
    }
    assert answer.json | expected == answer.json


CONTRACT_AUDIT = {
    "model",
    "parameters",
    "records",
    "rows",
    "satisfied",
    "violations",
    "minimal_threats_by_size",
    "records_at_risk_by_size",
}


def test_audit_km_without_m_and_with_unicity(setanon: Program, shop: Path) -> None:
    found = setanon("audit", "km", shop / "b.csv", "--k", "2", "--unicity", "--json").json
    assert set(found) >= CONTRACT_AUDIT | {"unique_records"}
    assert found["parameters"] == {"k": 2, "m": None}
    assert found["unique_records"] == max(found["records_at_risk_by_size"].values())  # k is 2


def test_audit_km_holds(setanon: Program, shop: Path) -> None:
    (shop / "same.txt").write_text("a b\na b\n")
    answer = setanon("audit", "km", shop / "same.txt", *K2, "--json", "--quiet")
    assert (answer.code, answer.err, answer.json["satisfied"]) == (0, "", True)


@pytest.mark.slow
def test_anonymize_verify_utility(setanon: Program, shop: Path) -> None:
    out = anonymized(setanon, shop)
    manifest = json.loads((shop / "r.csv.manifest.json").read_text())
    wanted = {"format_version", "model", "parameters", "method", "records", "rows", "created_by", "sha256"}
    assert wanted | {"guarantee", "verified"} <= set(manifest)
    checked = setanon("verify", out, "--json")
    assert checked.code == 0 and checked.json["satisfied"] is True
    measures = setanon("utility", shop / "b.csv", out, "--taxonomy", shop / "t.csv", "--json").json
    assert {"ncp", "lm", "suppressed_ratio", "kl_divergence"} <= set(measures)
    assert all(isinstance(value, int | float) for value in measures.values())
    audited = setanon("audit", "km", out, "--taxonomy", shop / "t.csv", *K2, "--json")
    assert audited.code == 0


@pytest.mark.slow
def test_verify_says_1_for_a_release_that_was_changed(setanon: Program, shop: Path) -> None:
    out = anonymized(setanon, shop)
    out.write_text(out.read_text() + "99,fruit\n")
    answer = setanon("verify", out, "--json")
    assert answer.code == 1 and answer.json["satisfied"] is False


@pytest.mark.slow
def test_a_seed_repeats_a_release_and_stays_out_of_the_manifest(setanon: Program, shop: Path) -> None:
    # enough records that two shuffles agree by chance next to never
    (shop / "b.csv").write_text("record_id,item\n" + "".join(f"{n},{n % 7}\n" for n in range(300)))

    def made(name: str, *more: str) -> bytes:
        answer = setanon("anonymize", "km", shop / "b.csv", "--out", shop / name, *K2, "--quiet", *more)
        assert answer.code == 0
        return (shop / name).read_bytes()

    first, again = (
        made("1.csv", "--seed", "dice-4711", "--ledger", str(shop / "l.csv")),
        made("2.csv", "--seed", "dice-4711"),
    )
    assert first == again
    assert len({first, made("3.csv"), made("4.csv"), made("5.csv", "--seed", "other")}) == 4
    assert "dice-4711" in (shop / "l.csv").read_text()
    assert "dice-4711" not in (shop / "1.csv.manifest.json").read_text() + first.decode()


@pytest.mark.slow
def test_record_ids_are_kept_only_on_demand(setanon: Program, shop: Path) -> None:
    kept = anonymized(setanon, shop, "--record-ids", "keep", out="kept.csv").read_text()
    new = anonymized(setanon, shop, out="new.csv").read_text()
    assert f"{MARK}p1" in kept and f"{MARK}p1" not in new


@pytest.mark.slow
def test_overwrite(setanon: Program, shop: Path) -> None:
    out = anonymized(setanon, shop)
    before = out.read_bytes()
    refused = setanon("anonymize", "km", shop / "b.csv", "--out", out, *K2)
    assert refused.code == 2 and "--overwrite" in refused.err and out.read_bytes() == before
    anonymized(setanon, shop, "--overwrite")
    assert setanon("verify", out).code == 0


class _Page(HTMLParser):
    """Checks that tags close in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.words = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in {"meta", "br", "hr", "img", "link", "col"}:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self.open:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data


@pytest.mark.slow
@pytest.mark.parametrize("tier", ["internal", "public"])
def test_reports_hold_no_label(setanon: Program, shop: Path, tier: str) -> None:
    more = ("--report", str(shop / "a.html"), "--report-tier", tier)
    assert setanon("audit", "km", shop / "b.csv", *K2, "--top-items", "3", "--worst", "3", *more).code == 1
    anonymized(setanon, shop, "--report", str(shop / "r.html"), "--report-tier", tier)
    assert setanon("verify", shop / "r.csv", "--report", shop / "v.html", "--report-tier", tier).code == 0
    for name in ("a.html", "r.html", "v.html"):
        page = _Page()
        page.feed((shop / name).read_text())
        assert not page.open and "setanon" in page.words and MARK not in page.words
    assert setanon("audit", "km", shop / "b.csv", *K2, *more).code == 2  # a report is kept
    assert setanon("audit", "km", shop / "b.csv", *K2, *more, "--overwrite").code == 1


def test_show_sql_and_debug_go_to_stderr(setanon: Program, shop: Path) -> None:
    answer = setanon("audit", "km", shop / "b.csv", *K2, "--show-sql", "--debug", "--json", "--quiet")
    assert answer.json
    assert "-- sources/" in answer.err and "SELECT" in answer.err and re.search(r"\d\.\d ms  counting/", answer.err)
    shown = re.findall(r"^-- (\S.*)$", answer.err, re.MULTILINE)
    timed = re.findall(r"^-- +[\d.]+ ms  (.*)$", answer.err, re.MULTILINE)
    assert set(timed) <= set(shown) and timed


@pytest.mark.slow
def test_memory_and_threads_reach_duckdb(setanon: Program, shop: Path) -> None:
    limits = ("--memory-limit", "2GB", "--threads", "1")
    assert setanon("audit", "km", shop / "b.csv", *K2, *limits).code == 1
    assert anonymized(setanon, shop, *limits)


def test_quiet_means_nothing_on_stderr(setanon: Program, shop: Path) -> None:
    assert setanon("audit", "km", shop / "b.csv", *K2, "--quiet").err == ""


def _formats(folder: Path) -> dict[str, tuple[str, ...]]:
    """The shop in every format: arguments that name it."""
    people = sorted({record for record, _ in rows()})
    items = sorted({item for _, item in rows()})
    lines = [[item for record, item in rows() if record == person] for person in people]
    (folder / "b.txt").write_text("".join(",".join(line) + "\n" for line in lines))
    (folder / "b.dat").write_text("".join(" ".join(line) + "\n" for line in lines))
    (folder / "s.txt").write_text("@CONVERTED_FROM_TEXT\n" + "".join(" ".join(line) + "\n" for line in lines))
    wide = [",".join(str(int((person, item) in rows())) for item in items) for person in people]
    (folder / "w.csv").write_text(
        f"record_id,{','.join(items)}\n"
        + "".join(f"{person},{flags}\n" for person, flags in zip(people, wide, strict=True))
    )
    with duckdb.connect(str(folder / "b.duckdb")) as base:
        base.execute("CREATE TABLE b (record_id VARCHAR, item VARCHAR)")
        base.executemany("INSERT INTO b VALUES (?, ?)", rows())
        base.execute("CREATE VIEW v AS SELECT record_id AS who, item AS what FROM b")
        base.execute("CREATE TABLE l AS SELECT record_id, list(item) AS item FROM b GROUP BY record_id")
        base.execute(f"COPY b TO '{folder}/b.parquet'; COPY l TO '{folder}/l.parquet'")
    db = ("--db", str(folder / "b.duckdb"))
    files = ["b.csv", "b.txt", "b.dat", "s.txt", "w.csv", "b.parquet", "l.parquet"]
    return {name: (str(folder / name),) for name in files} | {
        "table": ("b", *db),
        "view": ("main.v", *db, "--record-id", "who", "--item", "what"),
        "lists": ("l", "--db", f"duckdb:///{folder}/b.duckdb"),
    }


@pytest.mark.slow
def test_every_format_gives_the_same_answer(setanon: Program, shop: Path) -> None:
    answers = {
        name: setanon("audit", "km", *given, "--k", "2", "--json").json for name, given in _formats(shop).items()
    }
    assert all(found == answers["b.csv"] for found in answers.values()), answers


@pytest.mark.slow
def test_from_a_table_to_a_table(setanon: Program, shop: Path) -> None:
    _formats(shop)
    db = ("--db", str(shop / "b.duckdb"))
    answer = setanon("anonymize", "km", "b", *db, "--out", "safe", *K2, "--taxonomy", shop / "t.csv", "--json")
    assert answer.code == 0 and answer.json["out"] == "safe"
    assert setanon("verify", "safe", *db, "--json").json["satisfied"]
    assert setanon("utility", "b", "safe", *db, "--taxonomy", shop / "t.csv", "--json").code == 0
    with duckdb.connect(str(shop / "b.duckdb")) as base:
        assert base.execute("SELECT count(*) FROM b").fetchall() == [(13,)]
        tables = {name for (name,) in base.execute("SELECT table_name FROM duckdb_tables()").fetchall()}
        assert tables == {"b", "l", "safe", "safe_labels", "safe_manifest", "safe_meaning"}


@pytest.mark.parametrize("dialect", ["snowflake", "bigquery", "redshift", "databricks", "postgres", "spark"])
def test_sql_audit_km(setanon: Program, dialect: str) -> None:
    given = ("sql", "audit", "km", *K2, "--dialect", dialect, "--table", "shop.baskets", "--record-id", "customer")
    script = setanon(*given)
    assert script.code == 0 and script.err == "" and "customer" in script.out and "baskets" in script.out
    assert setanon(*given, "--json").json == {"dialect": dialect, "sql": script.out}


@pytest.mark.parametrize("option", ["--db", "--format", "--sep", "--on-null"])
def test_sql_audit_has_no_option_that_would_do_nothing(setanon: Program, option: str) -> None:
    refused = setanon("sql", "audit", "km", *K2, "--dialect", "spark", option, "x")
    assert refused.code == 2 and re.search(f"No such option:? '?{option}'?", refused.err)


def test_taxonomy_commands(setanon: Program, shop: Path) -> None:
    tree = shop / "t.csv"
    assert setanon("taxonomy", "check", tree, "--source", shop / "b.csv", "--json").json["satisfied"] is True
    assert "fruit" in setanon("taxonomy", "show", tree, "--depth", "1").out
    drawn = setanon("taxonomy", "show", tree, "--json").json
    assert drawn["root"] == "all" and drawn["parents"]["fruit"] == "all"
    for form in ("arx", "edges", "dimension"):
        (shop / f"{form}.csv").write_text(setanon("taxonomy", "convert", tree, "--to", form).out)
        assert setanon("taxonomy", "show", shop / f"{form}.csv", "--json").json == drawn
        assert setanon("taxonomy", "convert", tree, "--to", form, "--json").json["form"] == form


def test_taxonomy_check_says_1_where_something_is_wrong(setanon: Program, shop: Path) -> None:
    (shop / "t.csv").write_text((shop / "t.csv").read_text() + f"{MARK}tea,fruit\n")
    answer = setanon("taxonomy", "check", shop / "t.csv", "--json")
    assert answer.code == 1 and answer.json["satisfied"] is False and answer.json["faults"]


@pytest.mark.slow
def test_demo(setanon: Program, tmp_path: Path) -> None:
    few = ("demo", "--records", "100")
    answer = setanon(*few, "--folder", tmp_path, "--json")
    assert answer.code == 0 and set(answer.json) == {"audit", "audit_of_persons", "release", "verify"}
    assert setanon("verify", tmp_path / "safe.parquet").code == 0
    again = setanon(*few, "--folder", tmp_path)
    assert again.code == 0 and "$ setanon anonymize km" in again.out
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "baskets.csv").write_text("mine")
    refused = setanon(*few, "--folder", mine)
    assert refused.code == 2 and "baskets.csv is there already, and is not this demo's" in refused.err
    assert [path.read_text() for path in mine.iterdir()] == ["mine"]
    (mine / "baskets.csv").rename(mine / "safe.parquet")
    refused = setanon(*few, "--folder", mine)
    assert refused.code == 2 and "safe.parquet is there already, and is not this demo's" in refused.err
    assert [path.name for path in mine.iterdir()] == ["safe.parquet"]
    assert "$ setanon anonymize km" in setanon(*few).out


def test_every_command_has_an_example_and_stands_on_the_page_of_commands(setanon: Program) -> None:
    page = runpy.run_path(str(FOLDER / ".ci" / "commands_page.py"))["page"]()
    for words, one in commands().items():
        shown = setanon(*words.split(), "--help")
        assert shown.code == 0 and re.search(rf"Example:\n\s+setanon {words}", shown.out), words
        assert one.help
        assert re.search(rf"^## `setanon {words}\b", page, re.MULTILINE), words


def test_forms_of_the_command_line_are_those_of_the_library() -> None:
    from setanon_sql.options.words import TreeForm
    from setanon_sql.taxonomy import FORMS

    assert get_args(TreeForm) == FORMS


@pytest.mark.parametrize("words", [(), ("audit",), ("audit", "km"), ("no",), ("audit", "km", "x", "--nope", "1")])
def test_bad_usage_is_2_with_nothing_on_stdout(setanon: Program, words: tuple[str, ...]) -> None:
    answer = setanon(*words)
    assert answer.code == 2 and answer.out == "" and answer.err and "Traceback" not in answer.err


@pytest.mark.slow
def test_as_a_process_of_its_own(shop: Path) -> None:
    temporary = shop / "temporary"
    temporary.mkdir()
    broken = process("audit", "km", shop / "b.csv", *K2, "--json", temporary=temporary)
    assert broken.code == 1 and broken.json["violations"] == 3 and "format: long" in broken.err
    missing = process("audit", "km", shop / "none.csv", *K2, "--json", temporary=temporary)
    assert missing.code == 2 and "there is no file" in missing.err and "there is no file" in missing.json["error"]
    assert "leaked" not in broken.err + missing.err and not list(temporary.iterdir())


@pytest.mark.slow
def test_what_is_not_needed_is_not_imported(shop: Path) -> None:
    import subprocess
    import sys

    def imported(*arguments: str, says: str = "") -> set[str]:
        command = [sys.executable, "-X", "importtime", "-m", "setanon_sql", *arguments]
        done = subprocess.run(command, cwd=FOLDER, capture_output=True, text=True, check=True)
        assert says in done.stdout
        return {line.rsplit("|", 1)[-1].strip() for line in done.stderr.splitlines() if line.startswith("import time")}

    assert not imported("--version", says="setanon, version ") & {"duckdb", "numpy", "sqlglot", "pandas"}
    used: Any = imported("anonymize", "km", str(shop / "b.csv"), "--out", str(shop / "o.csv"), *K2)
    assert not used & {"pandas", "pyarrow"} and "duckdb" in used
    dialects = {name for name in used if name.startswith("sqlglot.dialects.")}
    assert dialects <= {"sqlglot.dialects.dialect", "sqlglot.dialects.duckdb"}


@pytest.mark.slow
def test_utility_needs_no_source_where_a_query_says_what_is_read(setanon: Program, shop: Path) -> None:
    released = anonymized(setanon, shop)
    query = shop / "q.sql"
    query.write_text(f"SELECT record_id, item FROM read_csv('{shop / 'b.csv'}')")
    asked = setanon("utility", "--query", query, released, "--taxonomy", shop / "t.csv", "--json")
    plain = setanon("utility", shop / "b.csv", released, "--taxonomy", shop / "t.csv", "--json")
    assert asked.code == 0 and asked.json == plain.json
    missing = setanon("utility", released)
    assert missing.code == 2 and "Missing argument 'RELEASE'" in missing.err


@pytest.mark.parametrize("words", ["audit km --k 2 --m 1", "anonymize km --k 2 --m 1 --out safe.csv", "taxonomy build"])
def test_no_source_is_needed_where_a_query_names_it(
    setanon: Program, shop: Path, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    monkeypatch.chdir(shop)
    (shop / "q.sql").write_text("SELECT * FROM read_csv('b.csv')")
    answer = setanon(*words.split(), "--query", "q.sql", "--json")
    assert answer.code in {0, 1} and "error" not in answer.json, answer.err
    assert setanon(*words.split()).code == 2
