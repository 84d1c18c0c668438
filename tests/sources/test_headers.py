"""Lines before the header, headers that come again, line ends and encodings: nothing of it becomes a record."""

import gzip
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadInput
from setanon_sql.policy import BadPolicy, run_policy
from setanon_sql.sources import SourceOptions, open_source
from setanon_sql.taxonomy import read_taxonomy
from tests.sources.contents import content
from tests.strategies import examples

ROWS = [("1", "a"), ("2", "a"), ("2", "b")]
SETS = {"1": {"a"}, "2": {"a", "b"}}
BLANK = ["", "\n", "\r\n", " \t\n\n"]


def table(sep: str = ",", end: str = "\n") -> str:
    return "".join(sep.join(row) + end for row in [("record_id", "item"), *ROWS])


@pytest.mark.parametrize("above", BLANK)
@pytest.mark.parametrize(("name", "sep"), [("a.csv", ","), ("a.tsv", "\t"), ("a.txt", ";"), ("a.csv.gz", ",")])
def test_blank_lines_above_a_header(engine: DuckDBEngine, tmp_path: Path, name: str, sep: str, above: str) -> None:
    raw = (above + table(sep, "\r\n" if above == "\r\n" else "\n")).encode()
    (tmp_path / name).write_bytes(gzip.compress(raw) if name.endswith("gz") else raw)
    assert content(open_source(engine, tmp_path / name)) == SETS


def test_blank_lines_above_lists_and_flags(engine: DuckDBEngine, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("\n\nrecord,a,b\n1,1,0\n2,1,1\n")
    assert content(open_source(engine, tmp_path / "a.csv")) == SETS
    (tmp_path / "s.csv").write_text("\nitem\na\n")
    rows = [list(items) for items in SETS.values()]
    assert api.audit_rho(rows, sensitive=tmp_path / "s.csv", rho=0.9).satisfied == (
        api.audit_rho(rows, sensitive=["a"], rho=0.9).satisfied
    )


@pytest.mark.parametrize("above", ["Sales of May\n", "# exported\n", "# exported\n\n", "% a,b,c\n@b\n"])
@pytest.mark.parametrize("options", [{}, {"format": "long"}])
@pytest.mark.parametrize("name", ["a.csv", "a.txt", "a.dat", "a.csv.gz"])
def test_a_header_below_other_lines_is_named(
    engine: DuckDBEngine, tmp_path: Path, above: str, options: dict[str, str], name: str
) -> None:
    raw = (above + table()).encode()
    (tmp_path / name).write_bytes(gzip.compress(raw) if name.endswith("gz") else raw)
    line = above.count("\n") + 1
    with pytest.raises(BadInput, match=f"header of .* seems to stand in line {line},"):
        open_source(engine, tmp_path / name, SourceOptions(**options))


def test_a_header_of_other_names_below_a_title_is_named(engine: DuckDBEngine, tmp_path: Path) -> None:
    for header, rows in (("id,a,b", "1,1,0\n2,1,1\n3,0,1\n"), ("who;what;n", "x;a;1\nx;b;2\ny;a;1\n")):
        (tmp_path / "a.csv").write_text(f"A title\n{header}\n{rows}")
        with pytest.raises(BadInput, match="in line 2,"):
            open_source(engine, tmp_path / "a.csv")


def test_baskets_of_some_widths_stay_baskets(engine: DuckDBEngine, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("a\nb,c\nc,d\nb,a\n")
    dataset = open_source(engine, tmp_path / "a.txt")
    assert dataset.records == 4 and "format: basket" in dataset.notes


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize(
    "options", [{}, {"where": "item <> 'x'"}, {"query": "SELECT record_id, upper(item) AS item FROM source"}]
)
@pytest.mark.parametrize("name", ["a.csv", "a.csv.gz"])
def test_a_header_again_is_named(
    engine: DuckDBEngine, tmp_path: Path, mark: str, options: dict[str, str], name: str
) -> None:
    raw = (2 * (mark + table())).encode()
    (tmp_path / name).write_bytes(gzip.compress(raw) if name.endswith("gz") else raw)
    with pytest.raises(BadInput, match=r"holds its header again \(line 5\)"):
        open_source(engine, tmp_path / name, SourceOptions(**options))


def test_a_header_again_in_what_is_said_of_items(engine: DuckDBEngine, tmp_path: Path) -> None:
    (tmp_path / "s.csv").write_text("record_id,item\n1,a\nrecord_id,item\n")
    with pytest.raises(BadInput, match=r"holds its header again \(line 3\)"):
        api.audit_rho([["a", "b"], ["a"]], sensitive=tmp_path / "s.csv", rho=0.5)
    (tmp_path / "t.csv").write_text("item,level1\na,x\nitem,level1\nb,x\n")
    with pytest.raises(BadInput, match="header again"):
        read_taxonomy(engine, tmp_path / "t.csv")


ENDS = st.lists(st.sampled_from(["\n", "\r\n"]), min_size=4, max_size=8)


@given(ends=ENDS, packed=st.booleans())
@examples(40)
def test_lines_may_end_in_several_ways(tmp_path_factory: pytest.TempPathFactory, ends: list[str], packed: bool) -> None:
    """Oracle: the rows that were written."""
    folder = tmp_path_factory.mktemp("ends")
    rows = [("record_id", "item"), *((str(at), f"item {at}") for at in range(1, len(ends)))]

    def written(name: str, sep: str, lines: list[tuple[str, str]]) -> Path:
        raw = "".join(sep.join(row) + end for row, end in zip(lines, ends, strict=True)).encode()
        path = folder / (f"{name}.gz" if packed else name)
        path.write_bytes(gzip.compress(raw) if packed else raw)
        return path

    with DuckDBEngine(threads=1) as engine:
        assert content(open_source(engine, written("a.csv", ",", rows))) == {row: {item} for row, item in rows[1:]}
        baskets = [(f"x{at}", f"y{at}") for at in range(len(ends))]
        dataset = open_source(engine, written("a.txt", ",", baskets), SourceOptions(format="basket"))
        assert dataset.records == len(ends)
        assert content(dataset) == {str(at): {*basket} for at, basket in enumerate(baskets, 1)}


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("name", ["a.csv", "a.csv.gz"])
def test_utf_16_is_read(engine: DuckDBEngine, tmp_path: Path, encoding: str, name: str) -> None:
    text = ("" if encoding == "utf-16" else "\ufeff") + table("\t", "\r\n").replace("b", "bü")
    raw = text.replace("record_idü", "record_id").encode(encoding)
    (tmp_path / name).write_bytes(gzip.compress(raw) if name.endswith("gz") else raw)
    assert content(open_source(engine, tmp_path / name)) == {"1": {"a"}, "2": {"a", "bü"}}
    (tmp_path / "t.csv").write_bytes(raw if name == "a.csv" else b"item,top\n")
    assert read_taxonomy(engine, tmp_path / "t.csv").form


@pytest.mark.parametrize("first", ["sep=;", '"sep=;"', "SEP=;"])
def test_the_line_that_tells_the_separator_is_none_of_the_data(
    engine: DuckDBEngine, tmp_path: Path, first: str
) -> None:
    (tmp_path / "a.csv").write_text(f"{first}\n{table(';')}")
    assert content(open_source(engine, tmp_path / "a.csv")) == SETS
    (tmp_path / "b.csv").write_text("sep=;\na;b;c\nb;c\n")
    with pytest.raises(BadInput, match="sep="):
        open_source(engine, tmp_path / "b.csv")


@pytest.mark.parametrize("end", ["; -- done", ";\n-- done\n", ";", "; /* done */"])
def test_a_query_may_end_with_a_comment(engine: DuckDBEngine, tmp_path: Path, end: str) -> None:
    (tmp_path / "a.csv").write_text(table())
    options = SourceOptions(query=f"SELECT record_id, item FROM source{end}")
    assert content(open_source(engine, tmp_path / "a.csv", options)) == SETS


@pytest.mark.parametrize("mark", ["\x0b", "\x0c", "\x85", "\u2028"])
def test_a_label_of_a_taxonomy_may_hold_marks_of_lines(engine: DuckDBEngine, tmp_path: Path, mark: str) -> None:
    (tmp_path / "t.csv").write_text(f"child,parent\na{mark}b,top\nc,top\n", encoding="utf-8")
    tree = read_taxonomy(engine, tmp_path / "t.csv").taxonomy
    assert tree is not None and f"a{mark}b" in tree.depth


def test_a_policy_may_begin_with_a_mark_of_order(tmp_path: Path) -> None:
    (tmp_path / "policy.toml").write_text("\ufeff[nothing]\n", encoding="utf-8")
    with pytest.raises(BadPolicy, match="nothing"):
        run_policy(tmp_path / "policy.toml")


def test_arrays_in_json_are_refused(engine: DuckDBEngine) -> None:
    query = """SELECT 1 AS record_id, '["a", "b"]'::JSON AS item"""
    with pytest.raises(BadInput, match="holds JSON"):
        open_source(engine, None, SourceOptions(query=query))


@pytest.mark.whole
@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("name", ["-", "/dev/stdin"])
def test_a_pipe_is_a_source(tmp_path: Path, name: str, packed: bool) -> None:
    raw = table().encode()
    done = subprocess.run(
        [sys.executable, "-m", "setanon_sql", "audit", "km", name, "--k", "2", "--m", "1", "--json"],
        input=gzip.compress(raw) if packed else raw, capture_output=True, check=False,
        env={**os.environ, "TMPDIR": str(tmp_path)},
    )  # fmt: skip
    (tmp_path / "a.csv").write_text(table())
    assert b'"records": 2' in done.stdout, done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["a.csv"]


def test_a_pipe_is_kept_for_its_owner_alone(engine: DuckDBEngine, tmp_path: Path) -> None:
    from setanon_sql.sources.pipes import spooled

    reading, writing = os.pipe()
    os.write(writing, table().encode())
    os.close(writing)
    name = f"/dev/fd/{reading}"
    assert content(open_source(engine, name)) == SETS == content(open_source(engine, name))
    file = spooled(Path(name))
    assert stat.S_IMODE(file.stat().st_mode) == 0o600 and stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    os.close(reading)
