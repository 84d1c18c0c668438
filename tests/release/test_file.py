"""Writing releases: what stands in them, and what never does."""

import json
from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadDestination, BadInput, NotReached
from setanon_sql.release import Form
from setanon_sql.release import publish as write_release
from tests import lent
from tests.releases import SAFE, options, published, rows_of, verify
from tests.strategies import examples

FILES = ["r.parquet", "r.csv", "r.tsv", "r.dat", "r.txt"]


@pytest.mark.parametrize("name", FILES)
def test_each_form_verifies(engine: DuckDBEngine, tmp_path: Path, name: str) -> None:
    written = write_release(published(engine), tmp_path / name, options())
    answer = verify(tmp_path / name)
    assert answer.holds, answer.messages
    assert sorted(path.name for path in tmp_path.iterdir()) == [name, f"{name}.manifest.json"]
    assert written.manifest == json.loads((tmp_path / f"{name}.manifest.json").read_text())


@pytest.mark.parametrize("name", FILES[:3])
def test_a_long_release_numbers_the_records_that_are_left(engine: DuckDBEngine, tmp_path: Path, name: str) -> None:
    write_release(published(engine), tmp_path / name, options())
    rows = [(int(str(record)), item) for record, item in rows_of(tmp_path / name)]
    assert rows == sorted(rows)
    assert {record for record, _ in rows} == set(range(1, 11))
    contents = defaultdict(set)
    for record, item in rows:
        contents[record].add(item)
    assert sorted(map(sorted, contents.values())) == sorted(sorted(record) for record in SAFE if record)


def test_basket_lines_keep_a_line_for_a_record_that_lost_everything(engine: DuckDBEngine, tmp_path: Path) -> None:
    write_release(published(engine, form=Form("basket", ",")), tmp_path / "r.txt", options())
    lines = (tmp_path / "r.txt").read_bytes().decode().split("\n")
    assert lines.pop() == ""
    assert sorted(lines) == sorted(",".join(sorted(record)) for record in SAFE)


def test_lines_are_shuffled_by_the_seed_and_by_nothing_else(engine: DuckDBEngine, tmp_path: Path) -> None:
    records = [frozenset({"x", f"i{n % 50:02}"}) for n in range(500)]
    for name, seed in (("a.dat", "1"), ("b.dat", "1"), ("c.dat", "2")):
        write_release(published(engine, records), tmp_path / name, options(seed=seed))
    one, same, other = ((tmp_path / name).read_text().split("\n")[:-1] for name in ("a.dat", "b.dat", "c.dat"))
    original = [" ".join(sorted(record)) for record in records]
    assert one == same != other
    assert one != original and sorted(one) == sorted(original)
    assert sum(a == b for a, b in zip(one, original, strict=True)) < 50


def test_kept_ids_are_those_of_the_source_in_its_order(engine: DuckDBEngine, tmp_path: Path) -> None:
    names = [f"person {n}" for n in range(len(SAFE))]
    write_release(published(engine, names=names), tmp_path / "r.csv", options(record_ids="keep"))
    expected = [(names[at], item) for at, record in enumerate(SAFE) for item in sorted(record)]
    assert rows_of(tmp_path / "r.csv") == expected
    write_release(published(engine), tmp_path / "r.dat", options(record_ids="keep"))
    assert (tmp_path / "r.dat").read_text() == "".join(" ".join(sorted(record)) + "\n" for record in SAFE)


def test_kept_ids_that_are_numbers_are_in_the_order_of_numbers(engine: DuckDBEngine, tmp_path: Path) -> None:
    """A text file numbers its records in the order of text: 1, 10, 11, 12, 2 …"""
    names = sorted(str(n) for n in range(1, len(SAFE) + 1))
    write_release(published(engine, names=names), tmp_path / "r.csv", options(record_ids="keep"))
    expected = {name: sorted(record) for name, record in zip(names, SAFE, strict=True)}
    in_order = [(name, item) for name in sorted(names, key=int) for item in expected[name]]
    assert rows_of(tmp_path / "r.csv") == in_order
    write_release(published(engine, names=names), tmp_path / "r.dat", options(record_ids="keep"))
    lines = [" ".join(expected[name]) for name in sorted(names, key=int)]
    assert (tmp_path / "r.dat").read_text().split("\n") == [*lines, ""]


@pytest.mark.parametrize(
    "names",
    [
        [str(n) for n in range(2, len(SAFE) + 2)],
        [str(n) for n in range(1, len(SAFE))] + ["13"],
        [f"0{n}" for n in range(1, len(SAFE) + 1)],
        [f"person {n}" for n in range(1, len(SAFE) + 1)],
    ],
)
def test_lines_that_cannot_hold_the_ids_are_refused(engine: DuckDBEngine, tmp_path: Path, names: list[str]) -> None:
    with pytest.raises(BadDestination, match="basket lines cannot keep the record ids") as raised:
        write_release(published(engine, names=names), tmp_path / "r.dat", options(record_ids="keep"))
    assert ".parquet" in raised.value.hint
    assert list(tmp_path.iterdir()) == []
    write_release(published(engine, names=names), tmp_path / "r.dat", options())


def test_ids_that_lines_cannot_hold_are_refused_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.csv").write_text("record_id,item\n2,a\n3,a\n")
    (tmp_path / "s.csv").write_text("item\na\n")
    for method in ("km.cut.anonymize_km", "rho.suppression.anonymize_rho"):
        monkeypatch.setattr(f"setanon_sql.models.{method}", lambda *_, **__: pytest.fail("it worked"))
    for anonymize, asked in (
        (api.anonymize_km, {"k": 2, "m": 1}),
        (api.anonymize_rho, {"rho": "0.5", "sensitive": tmp_path / "s.csv"}),
    ):
        with pytest.raises(BadDestination, match="basket lines cannot keep the record ids"):
            anonymize(tmp_path / "a.csv", tmp_path / "o.txt", record_ids="keep", **asked)  # type: ignore[operator]


@pytest.mark.slow
@examples(40)
@given(
    st.sets(st.text(st.characters(blacklist_characters="\0", blacklist_categories=["Cs"]), min_size=1), min_size=1),
    st.sampled_from(["tsv", "parquet"]),
)
def test_any_label_comes_back_from_every_long_form(
    tmp_path_factory: pytest.TempPathFactory, labels: set[str], other: str
) -> None:
    folder = tmp_path_factory.mktemp("labels")
    with lent.engine() as engine:
        result = published(engine, [frozenset(labels)] * 2)
        for name in ("r.csv", f"r.{other}"):
            write_release(result, folder / name, options())
            assert verify(folder / name).checks["labels"] == len(labels)


@pytest.mark.parametrize("label", ["two words", "line\nbreak", "carriage\rreturn"])
def test_a_label_that_a_line_cannot_hold_is_refused_without_naming_it(
    engine: DuckDBEngine, tmp_path: Path, label: str
) -> None:
    with pytest.raises(BadDestination, match="1 label holds the separator") as refusal:
        write_release(published(engine, [frozenset({label})] * 2), tmp_path / "r.dat", options())
    assert label not in refusal.value.message and ".parquet" in refusal.value.hint
    assert not list(tmp_path.iterdir())


def test_two_items_of_one_label_are_refused(engine: DuckDBEngine, tmp_path: Path) -> None:
    result = published(engine)
    labels = engine.load("labels", {"item": int, "label": str}, [[1, 2], ["same", "same"]])
    broken = type(result)(result.source, result.rows, labels, result.model, result.method)
    with pytest.raises(BadInput, match="1 published item has no label, 1 shares one"):
        write_release(broken, tmp_path / "r.csv", options())


def test_a_result_that_does_not_hold_is_not_published(engine: DuckDBEngine, tmp_path: Path) -> None:
    with pytest.raises(NotReached, match="nothing was published"):
        write_release(
            published(engine, [*SAFE, frozenset("ac")]), tmp_path / "r.csv", options(ledger=tmp_path / "l.csv")
        )
    assert not list(tmp_path.iterdir())


def test_the_manifest_says_what_the_contract_lists_and_no_more(engine: DuckDBEngine, tmp_path: Path) -> None:
    fields = write_release(published(engine, SAFE * 3, k=5), tmp_path / "r.csv", options(seed="S3CRET")).manifest
    assert (fields["model"], fields["parameters"], fields["method"]) == ("km", {"k": 5, "m": 2}, "mHgHs")
    assert (fields["format_version"], fields["records"], fields["rows"]) == (1, 30, 54)
    assert list(fields["sha256"]) == ["r.csv"] and len(fields["sha256"]["r.csv"]) == 64
    assert "at least 5 records" in fields["guarantee"] and fields["created_by"].startswith("setanon")
    assert not any(1 <= count < 5 for count in fields["verified"].values())
    assert "S3CRET" not in json.dumps(fields)


# Destinations ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["r.xlsx", "r", "r.parquet.gz"])
def test_an_unknown_extension_is_refused(engine: DuckDBEngine, tmp_path: Path, name: str) -> None:
    with pytest.raises(BadDestination, match="cannot be written to"):
        write_release(published(engine), tmp_path / name, options())
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("there", ["r.csv", "r.csv.manifest.json", "ledger.csv"])
def test_what_setanon_did_not_write_is_kept_even_with_overwrite(
    engine: DuckDBEngine, tmp_path: Path, there: str
) -> None:
    (tmp_path / there).write_text("mine")
    ledger = tmp_path / "ledger.csv"
    with pytest.raises(BadDestination, match="already exists"):
        write_release(published(engine), tmp_path / "r.csv", options(ledger=ledger))
    with pytest.raises(BadDestination, match=f"{there} was not written by setanon"):
        write_release(published(engine), tmp_path / "r.csv", options(ledger=ledger, overwrite=True))
    assert [path.name for path in tmp_path.iterdir()] == [there] and (tmp_path / there).read_text() == "mine"


def test_a_manifest_that_a_killed_run_left_alone_is_replaced(engine: DuckDBEngine, tmp_path: Path) -> None:
    write_release(published(engine, SAFE * 2), tmp_path / "r.csv", options())
    (tmp_path / "r.csv").unlink()
    write_release(published(engine), tmp_path / "r.csv", options())
    assert verify(tmp_path / "r.csv").holds


def test_an_input_is_never_written_even_with_overwrite(engine: DuckDBEngine, tmp_path: Path) -> None:
    source = tmp_path / "data.csv"
    source.write_text("precious")
    (tmp_path / "link.csv").symlink_to(source)
    (tmp_path / "hard.csv").hardlink_to(source)
    for name in ("data.csv", "link.csv", "hard.csv"):
        with pytest.raises(BadDestination, match="also what is read"):
            write_release(published(engine), tmp_path / name, options(overwrite=True, inputs=(source,)))
    assert source.read_text() == "precious"


def test_a_folder_or_a_file_in_the_way_is_a_clear_error(engine: DuckDBEngine, tmp_path: Path) -> None:
    (tmp_path / "folder.csv").mkdir()
    (tmp_path / "file").write_text("")
    for path, reason in (("folder.csv", "is a folder"), ("none/r.csv", "no folder"), ("file/r.csv", "no folder")):
        with pytest.raises(BadDestination, match=reason):
            write_release(published(engine), tmp_path / path, options(overwrite=True))
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.parametrize("name", ["a[1]*?.csv", "it's.parquet", "ünï cödé.dat", "%d.tsv", "x" * 200 + ".csv"])
def test_any_file_name_will_do(engine: DuckDBEngine, tmp_path: Path, name: str) -> None:
    write_release(published(engine), tmp_path / name, options())
    assert verify(tmp_path / name).holds


# The ledger ------------------------------------------------------------------------------------------------


def test_the_ledger_tells_every_change_and_the_seed(engine: DuckDBEngine, tmp_path: Path) -> None:
    result = published(engine, [frozenset("ab"), frozenset("b")] * 2, names=["p", "q", "r", "s"])
    kinds = {"item": int, "action": str, "label": str, "cause": str}
    changes = engine.load("changes", kinds, [[2, 1], ["suppressed", "generalized"], [None, "letters"], ["a b", "b c"]])
    recoded = type(result)(result.source, result.rows, result.labels, result.model, "m", changes=changes)
    write_release(recoded, tmp_path / "r.csv", options(ledger=tmp_path / "l.jsonl", seed="7"))
    lines = [json.loads(line) for line in (tmp_path / "l.jsonl").read_text().splitlines()]
    assert list(lines[0]) == ["record_id", "item", "action", "label", "cause"]
    assert (lines[0]["action"], lines[0]["label"]) == ("seed", "7")
    told = [tuple(line.values()) for line in lines[1:]]
    suppressed, generalized = ("a", "suppressed", None, "a b"), ("b", "generalized", "letters", "b c")
    assert told == [("p", *suppressed), ("p", *generalized), ("q", *generalized), ("r", *suppressed),
                    ("r", *generalized), ("s", *generalized)]  # fmt: skip


@pytest.mark.parametrize("extension", ["parquet", "csv", "tsv"])
def test_a_ledger_is_written_by_its_extension(engine: DuckDBEngine, tmp_path: Path, extension: str) -> None:
    path = tmp_path / f"l.{extension}"
    write_release(published(engine), tmp_path / "r.csv", options(ledger=path))
    assert rows_of(path)[0][2:4] == ("seed", "a secret")
    assert path.stat().st_mode & 0o077 == 0 != (tmp_path / "r.csv").stat().st_mode & 0o044
    with pytest.raises(BadDestination, match="a ledger cannot be written"):
        write_release(published(engine), tmp_path / "r2.csv", options(ledger=tmp_path / "l.xml"))


def test_scratch_tables_of_writing_are_gone(engine: DuckDBEngine, tmp_path: Path) -> None:
    result = published(engine)
    before = _tables(engine)
    write_release(result, tmp_path / "r.csv", options())
    write_release(result, tmp_path / "r.dat", options())
    assert _tables(engine) == before


def _tables(engine: DuckDBEngine) -> int:
    return len(engine.execute("show", "SELECT * FROM duckdb_tables()").fetchall())
