"""Reading a policy: everything in it is known, and every error says where it stands."""

from datetime import date
from pathlib import Path

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql.models.km.options import AnonymizeKm
from setanon_sql.policy import BadPolicy, read_policy
from setanon_sql.policy.fingerprints import SecretKey, of_policy
from setanon_sql.policy.reading import Lines
from setanon_sql.settings import Settings
from tests.policy.conftest import policy
from tests.strategies import examples

#: What is changed in the policy for k^m-anonymity, and what is said of it.
BAD = {
    "unknown table": ("[limits]\n", "[limit]\n", "line 20: [limit] is no table of a policy", "did you mean limits?"),
    "unknown key": ("max_ncp", "max_npc", "line 21: [limits] max_npc is not known", "did you mean max_ncp?"),
    "unlike any": ("max_ncp", "zzz", "line 21: [limits] zzz is not known", "there are min_rows_unchanged,"),
    "key outside of tables": ("[source]\n", "k = 3\n[source]\n", "line 1: [k] is a key outside of any table", "below"),
    "wrong kind": ("k = 3", 'k = "3"', "line 6: [guarantee] k is not a whole number", "Records that each"),
    "true is no number": ("k = 3", "k = true", "line 6: [guarantee] k is not a whole number", ""),
    "date in quotes": ("2999-12-31", '"2999-12-31"', "line 18: [approval] expires is not a date", ""),
    "date and time": ("2999-12-31", "2999-12-31T00:00:00", "line 18: [approval] expires is not a date", ""),
    "empty text": ('"b.csv"', '""', "line 2: [source] place is not a text", ""),
    "model": ('"km"', '"kmm"', "line 5: [guarantee] model is not one of km, kanonymity, coherence, rho", ""),
    "too small": ("k = 3", "k = 1", "line 6: [guarantee] k is under 2", ""),
    "missing key": ("k = 3\n", "", "line 4: [guarantee] k is missing: the model km needs it", ""),
    "missing table": ("[source]\nplace = \"b.csv\"", "", "has no table [source]", ""),
    "another model's key": ("m = 2", "rho = 0.5", "line 7: [guarantee] rho does not go with the model km", "leave it"),
    "another model's algorithm": (
        "[limits]", "[method]\nalgorithm = \"exact\"\n[limits]", "[method] algorithm is no choice of the model km", "",
    ),
    "endless": ("[limits]", "[method]\noptimum = nan\n[limits]", "[method] optimum is not a number", "how long to"),
    "previous": ('out = "safe.csv"', 'out = "s.csv"\nprevious = "r.csv"', "line 14: [release] previous needs link", ""),
    "link": ('out = "safe.csv"', 'out = "s.csv"\nlink = "r.csv"', "line 14: [release] link needs previous", "links"),
    "columns": ('"b.csv"', '"b.csv"\ncolumns = { id = "who" }', "line 3: [source] columns is not known: id", ""),
    "columns by dots": ('"b.csv"', '"b.csv"\ncolumns.itm = "x"', "[source] columns is not known: itm", "item"),
    "percent": ("0.9", "90", "line 21: [limits] max_ncp cannot be used: max_ncp is no share from 0 to 1", "0.05"),
    "no number": ("0.9", '"many"', "line 21: [limits] max_ncp cannot be used: max_ncp is not a number", ""),
    "more than all": (
        "max_ncp = 0.9", "min_rows_unchanged = 1.5", "[limits] min_rows_unchanged cannot be used: min_rows_unchanged",
        "0.05",
    ),
    "a count of records": (
        "max_ncp = 0.9", "max_records_gone = 5", "line 21: [limits] max_records_gone cannot be used", "0.05",
    ),
    "an error of nothing": (
        "max_ncp = 0.9", "max_workload_error = 0.1", "line 21: [limits] max_workload_error needs workload", "counted",
    ),
    "alike columns": (
        '"b.csv"', '"b.csv"\ncolumns = { item = "record_id" }', "line 3: [source] columns cannot be used", "",
    ),
    "separator": ('"b.csv"', '"b.csv"\nseparator = "=="', "[source] separator cannot be used: separator must be", ""),
    "where": (
        '"b.csv"', "\"b.csv\"\nwhere = \"item <> <> 'pa55'\"", "line 3: [source] where cannot", "dialect",
    ),
    "nobody receives it": (
        "2999-12-31", "2999-12-31\nrecipients = []", "line 19: [approval] recipients is not a list of texts",
        "who receives",
    ),
    "no sha256": ('"t.csv"', '"t.csv"\nsha256 = "aaaa"', "line 11: [taxonomy] sha256 is not a sha256", "no other file"),
    "no snapshot": ('"b.csv"', '"b.csv"\nsnapshot = "aaaa"', "line 3: [source] snapshot is not a sha256", ""),
    "repair of nothing": (
        "[limits]", "[method]\nextend = true\n[limits]", "line 21: [method] extend needs mapping", "which mapping",
    ),
    "empty variable": ('"b.csv"', '"${EMPTY}"', "line 2: [source] place needs the variable EMPTY", "set it"),
    "no such variable of a month": (
        '"safe.csv"', '"${MONTH}.csv"', "line 13: [release] out needs the variable MONTH, which is not set", "set it",
    ),
    "no such variable": ('"b.csv"', '"${NONE}.csv"', "line 2: [source] place needs the variable NONE", "set it"),
    "password": (
        '"b.csv"', '"postgresql://me:pa55@host/x"\ntable = "b"', "line 2: [source] place holds a password", "${NAME}",
    ),
    "password, half": ('"b.csv"', '"postgresql://me:pa${A}@host/x"', "line 2: [source] place holds a password", ""),
    "password, parameter": ('"b.csv"', '"postgresql://host/x?password=pa55"', "[source] place holds a password", ""),
    "password, encoded": (
        '"b.csv"', '"adbc:postgresql?uri=postgresql%3A//me:pa55%40host/x"', "[source] place holds a password", "",
    ),
    "password elsewhere": ('"safe.csv"', '"postgresql://me:pa55@host/x"', "line 13: [release] out holds a pass", ""),
    "snapshot of a table": (
        '"b.csv"', f'"x.duckdb"\ntable = "b"\nsnapshot = "{"0" * 64}"', "line 4: [source] snapshot is the sha256",
        "",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_an_error_names_the_file_the_line_and_the_key(tmp_path: Path, name: str) -> None:
    old, new, told, hint = BAD[name]
    text = policy(more="[limits]\nmax_ncp = 0.9\n")
    assert text.count(old) >= 1
    (tmp_path / "p.toml").write_text(text.replace(old, new, 1))
    with pytest.raises(BadPolicy) as found:
        read_policy(tmp_path / "p.toml", {"A": "1", "EMPTY": ""})
    assert "p.toml" in found.value.message and told in found.value.message
    assert hint in found.value.hint or hint in found.value.message
    assert "pa55" not in f"{found.value} {found.value.hint}"


def test_errors_of_syntax_say_where(tmp_path: Path) -> None:
    (tmp_path / "p.toml").write_text("[source]\nplace = b.csv\n")
    with pytest.raises(BadPolicy, match=r"p\.toml is not TOML: Invalid value at line 2, column 9"):
        read_policy(tmp_path / "p.toml")
    (tmp_path / "p.toml").write_bytes(b"[source]\nplace = '\xff'\n")
    with pytest.raises(BadPolicy, match="not UTF-8"):
        read_policy(tmp_path / "p.toml")
    with pytest.raises(BadPolicy, match="there is no policy"):
        read_policy(tmp_path / "none.toml")


def test_a_bound_on_nothing_is_refused(tmp_path: Path) -> None:
    whole = policy("coherence")
    (tmp_path / "p.toml").write_text(whole.replace('sensitive = "s.csv"\n', "").replace('h = "4/5"\n', ""))
    assert read_policy(tmp_path / "p.toml").value("guarantee", "h") == "1"
    (tmp_path / "p.toml").write_text(whole.replace('sensitive = "s.csv"\n', ""))
    with pytest.raises(BadPolicy, match=r"line 8: \[guarantee\] h cannot be used: h bounds how surely") as found:
        read_policy(tmp_path / "p.toml")
    assert found.value.hint == "say sensitive, too"


def test_a_policy_is_read_as_it_is_written(tmp_path: Path) -> None:
    (tmp_path / "p.toml").write_text(
        policy("rho", '[limits]\nmax_ncp = "1/3"\n[method]\nthreads = 2\nmemory = "1GB"\nscratch = "/mnt/steps"\n')
    )
    found = read_policy(tmp_path / "p.toml")
    assert (found.model, found.value("guarantee", "rho"), found.value("limits", "max_ncp")) == ("rho", "1/2", "1/3")
    assert found.settings(Settings()) == {"memory_limit": "1GB", "threads": 2, "scratch": "/mnt/steps"}
    assert found.settings(Settings(memory_limit="2GB", threads=3, scratch="/tmp")) == {
        "memory_limit": "2GB",
        "threads": 3,
        "scratch": "/tmp",
    }
    assert found.value("approval", "expires") == date(2999, 12, 31)
    assert (found.db, found.read, found.out) == ("", tmp_path / "b.csv", tmp_path / "safe.csv")


def test_how_the_work_is_done_is_no_part_of_what_is_said_of_a_release(tmp_path: Path) -> None:
    """A release still fits its policy where only these keys are others."""
    said = []
    for method in ("", 'scratch = "/mnt/steps"\nthreads = 2\nmemory = "1GB"\n', "algorithm = 'paper'\n"):
        (tmp_path / "p.toml").write_text(policy("rho", f"[method]\n{method}"))
        said.append(of_policy(read_policy(tmp_path / "p.toml"), SecretKey(b"key"))["keyed_sha256_of_tables"])
    assert said[0] == said[1] != said[2]


def test_paths_start_at_the_folder_of_the_policy(tmp_path: Path) -> None:
    duckdb.connect(str(tmp_path / "shop.duckdb")).close()
    source = 'place = "shop.duckdb"\ntable = "b"'
    for out, expected in (("safe", "safe"), ("safe.csv", tmp_path / "safe.csv")):
        (tmp_path / "p.toml").write_text(policy(source=source, out=out))
        found = read_policy(tmp_path / "p.toml")
        assert (found.db, found.read, found.out) == (str(tmp_path / "shop.duckdb"), "b", expected)
    (tmp_path / "p.toml").write_text(policy(source='place = "shop.duckdb"'))
    with pytest.raises(BadPolicy, match=r"\[source\] place is a database"):
        read_policy(tmp_path / "p.toml")


def test_a_secret_is_filled_in_and_never_shown(tmp_path: Path) -> None:
    source = 'place = "postgresql://me:${PASS}@host/shop"\ntable = "b"'
    (tmp_path / "p.toml").write_text(policy(source=source))
    found = read_policy(tmp_path / "p.toml", {"PASS": "pa55"})
    assert found.db == "postgresql://me:pa55@host/shop"
    assert "pa55" not in repr(found) + found.canonical("source")


def test_variables_stand_for_what_changes_from_month_to_month(tmp_path: Path) -> None:
    """In each of these keys ${NAME} was once written literally."""
    source = 'place = "${DIR}/shop.duckdb"\ntable = "b_${MONTH}"\nwhere = "month = ${MONTH}"'
    more = '[method]\nmapping = "map-${LAST}.csv"\n'
    beside = 'previous = "safe-${LAST}.csv"\nlink = "who-${MONTH}.csv"\nmapping_out = "map-${MONTH}.csv"\n'
    text = policy("km", more, source=source, out="safe-${MONTH}.csv").replace("[approval]", f"{beside}[approval]")
    (tmp_path / "p.toml").write_text(text)
    found = read_policy(tmp_path / "p.toml", {"DIR": "data", "MONTH": "5", "LAST": "4"})
    assert (found.db, found.read, found.options.where) == (str(tmp_path / "data/shop.duckdb"), "b_5", "month = 5")
    keywords = found.keywords(AnonymizeKm)
    assert {name: str(keywords[name]) for name in ("out", "previous", "link", "mapping", "mapping_out")} == {
        "out": str(tmp_path / "safe-5.csv"),
        "previous": "safe-4.csv",
        "link": "who-5.csv",
        "mapping": str(tmp_path / "map-4.csv"),
        "mapping_out": str(tmp_path / "map-5.csv"),
    }
    assert found.secrets == ["data"], "names of months are no secrets"


KEYS = st.text("abcxyz", min_size=3, max_size=8)
VALUES = st.sampled_from(
    ["1", '"a = b"', '"[t]"', '"""\nz = 1\n[y]\n"""', "'''\nz = 1\n'''", "{ z = 1 }", "[\n1,\n2\n]"]
)


@examples(60)
@given(st.dictionaries(KEYS, st.dictionaries(KEYS, VALUES, min_size=1, max_size=4), min_size=1, max_size=3))
def test_the_line_of_a_key_is_where_it_was_written(tables: dict[str, dict[str, str]]) -> None:
    text, expected = "", {}
    for table, keys in tables.items():
        expected[table, ""] = text.count("\n") + 1
        text += f"[{table}]  # of = things\n"
        for key, value in keys.items():
            expected[table, key] = text.count("\n") + 1
            text += f"{key} = {value}\n"
    lines = Lines(text)
    assert {one: lines.of(*one) for one in expected} == expected


def test_reports_say_that_nobody_approved_and_what_recipients_know(tmp_path: Path) -> None:
    text = '[source]\nplace = "b.csv"\n[guarantee]\nmodel = "km"\nk = 5\nm = 2\n[release]\nout = "o.csv"\n'
    (tmp_path / "p.toml").write_text(text)
    assert "no [approval]" in read_policy(tmp_path / "p.toml").subject["approval"]
    approved = (
        'owner = "A"\napproved_by = "B"\nexpires = 2999-12-31\nrecipient_means = "none"\nthreshold_reason = "EMA"\n'
    )
    (tmp_path / "p.toml").write_text(f"{text}[approval]\n{approved}")
    assert read_policy(tmp_path / "p.toml").subject == {"recipient_means": "none", "threshold_reason": "EMA"}
