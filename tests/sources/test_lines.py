"""Lines that begin as headers do: none is lost in silence, in a source or in a release of it."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadDestination, BadInput
from setanon_sql.policy import run_policy
from setanon_sql.sources import SourceOptions, open_source
from tests.sources.contents import content, rows_of
from tests.strategies import examples

ALICE = "@alice x\n@bob x\n" + 3 * "x y\n"
BY_HAND = "# by hand\n" + 20 * "a b c\n"
SPMF = "# made by hand\n@CONVERTED_FROM_TEXT\n@ITEM=1=apple\n1 2\n% so\n2\n\n2 3\n"

LINES = st.lists(st.lists(st.sampled_from(["#", "%x", "@a", "a", "b", "#b"]), max_size=3), min_size=1, max_size=8)


@given(lines=LINES, spmf=st.booleans())
@examples(60)
def test_each_line_is_a_record_or_told_to_be_none(lent: Any, lines: list[list[str]], spmf: bool) -> None:
    """Oracle: lines in plain Python. A record is called by its line, and numbers of records have no gap."""
    engine, folder = lent
    path = folder / "a.dat"
    path.write_text("".join(" ".join(line) + "\n" for line in lines))
    marked = [bool(line) and line[0][0] in "#%@" for line in lines]
    records = {at: set(line) for at, line in enumerate(lines, 1) if not (spmf and marked[at - 1])}
    if not any(records.values()):
        return
    dataset = open_source(engine, path, SourceOptions(format="spmf" if spmf else "basket"))
    assert content(dataset) == {str(at): line for at, line in records.items() if line}
    assert dataset.records == len(records)
    assert {record for (record,) in rows_of(dataset, dataset.transactions, "record_id")} <= {
        *range(1, len(records) + 1)
    }
    skipped = [note for note in dataset.notes if note.startswith("skipped: ")]
    assert [int(note.split()[1]) for note in skipped] == ([sum(marked)] if spmf and any(marked) else [])


@pytest.fixture(scope="module")
def lent(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with DuckDBEngine(threads=1) as engine:
        yield engine, tmp_path_factory.mktemp("lines")


@pytest.mark.parametrize(
    ("text", "kind", "records", "note"),
    [
        (ALICE, "basket", 5, "2 lines begin with #, % or @, and each is a record like the others"),
        (BY_HAND, "basket", 21, "1 line begins with #, % or @, and each is a record"),
        ("@ITEMS=2 a\na b\n", "basket", 2, "1 line begins with"),
        (SPMF, "spmf", 4, "skipped: 4 lines begin with #, % or @, as headers and comments of SPMF do"),
    ],
)
def test_spmf_is_known_by_its_headers(
    engine: DuckDBEngine, tmp_path: Path, text: str, kind: str, records: int, note: str
) -> None:
    (tmp_path / "a.dat").write_text(text)
    dataset = open_source(engine, tmp_path / "a.dat")
    assert f"format: {kind}" in dataset.notes and dataset.records == records
    assert any(one.startswith(note) for one in dataset.notes)


def test_comments_above_the_header_of_a_table_make_no_baskets(engine: DuckDBEngine, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("# exported\nrecord_id,item\n1,a\n2,b\n3,a\n")
    with pytest.raises(BadInput):
        open_source(engine, tmp_path / "a.csv")


def test_an_audit_of_such_lines_finds_who_is_alone(tmp_path: Path) -> None:
    (tmp_path / "a.dat").write_text(ALICE)
    audit = api.audit_km(tmp_path / "a.dat", k=2, m=1)
    assert (audit.records, audit.satisfied) == (5, False)


METHODS: dict[str, Any] = {
    "km": lambda source, out: api.anonymize_km(source, out, k=2, m=2, options=SPMF_LINES),
    "kanonymity": lambda source, out: api.anonymize_kanonymity(
        source, out, k=2, taxonomy=[[item, "*"] for item in "abcz"], options=SPMF_LINES
    ),
    "rho": lambda source, out: api.anonymize_rho(source, out, rho="0.99", sensitive=["z"], m=1, options=SPMF_LINES),
    "coherence": lambda source, out: api.anonymize_coherence(
        source, out, h="0.9", k=2, m=1, sensitive=["z"], options=SPMF_LINES
    ),
}
SPMF_LINES = SourceOptions(format="spmf")


@pytest.mark.slow
@pytest.mark.parametrize("ending", ["dat", "txt"])
@pytest.mark.parametrize("method", METHODS)
def test_no_release_loses_a_record_for_a_header(tmp_path: Path, method: str, ending: str) -> None:
    (tmp_path / "a.dat").write_text(
        "# by hand\n" + 10 * "a b c\n" + "% half\n" + 10 * "a b c\n" + 2 * "z b\n" + 8 * "b\n"
    )
    METHODS[method](tmp_path / "a.dat", tmp_path / f"out.{ending}")
    lines = (tmp_path / f"out.{ending}").read_text().splitlines()
    manifest = json.loads((tmp_path / f"out.{ending}.manifest.json").read_text())
    assert (len(lines), manifest["records"]) == (30, 30)
    assert Counter(len(line.split()) for line in lines)[0] == 0 or method in {"rho", "coherence"}
    assert sum(len(line.split()) for line in lines) == manifest["rows"] == manifest["verified"]["rows"]
    assert api.verify(tmp_path / f"out.{ending}").satisfied


@pytest.mark.slow
def test_a_policy_loses_no_record_for_a_header(tmp_path: Path) -> None:
    (tmp_path / "a.dat").write_text(BY_HAND)
    (tmp_path / "p.toml").write_text(
        '[source]\nplace = "a.dat"\nformat = "spmf"\n[guarantee]\nmodel = "km"\nk = 2\nm = 2\n'
        '[release]\nout = "out.dat"\n'
    )
    run_policy(tmp_path / "p.toml")
    assert (tmp_path / "out.dat").read_text() == 20 * "a b c\n"


def test_ids_are_kept_by_line_where_there_is_room_for_them(tmp_path: Path) -> None:
    (tmp_path / "a.dat").write_text("# by hand\n" + 3 * "a b\n")
    with pytest.raises(BadDestination, match="basket lines cannot keep the record ids"):
        api.anonymize_km(tmp_path / "a.dat", tmp_path / "o.dat", k=2, m=1, record_ids="keep", options=SPMF_LINES)
    api.anonymize_km(tmp_path / "a.dat", tmp_path / "o.csv", k=2, m=1, record_ids="keep", options=SPMF_LINES)
    assert (tmp_path / "o.csv").read_text() == "record_id,item\n2,a\n2,b\n3,a\n3,b\n4,a\n4,b\n"


@pytest.mark.parametrize("label", ["@CONVERTED_FROM_TEXT", "@ITEM=1=x"])
def test_no_release_looks_like_a_file_of_spmf(tmp_path: Path, label: str) -> None:
    source = [[label, "b"]] * 3
    with pytest.raises(BadDestination, match="headers of SPMF"):
        api.anonymize_km(source, tmp_path / "o.dat", k=2, m=1)
    api.anonymize_km([["@x", "#y"]] * 3, tmp_path / "p.dat", k=2, m=1)
    assert api.audit_km(tmp_path / "p.dat", k=2, m=1).records == 3


def test_a_manifest_that_contradicts_itself_is_told(tmp_path: Path) -> None:
    api.anonymize_km([["a", "b"]] * 4, tmp_path / "o.csv", k=2, m=1)
    path = tmp_path / "o.csv.manifest.json"
    fields = json.loads(path.read_text())
    assert fields["losses"][0].startswith("4 records are released with 8 rows; ")
    for wrong in ("4 records are released with 9 rows; ", "5 records are released with 8 rows; "):
        path.write_text(json.dumps(fields | {"losses": [wrong + "0 records are gone."]}))
        answer = api.verify(tmp_path / "o.csv")
        assert not answer.satisfied and "contradicts itself" in answer.messages[0]
