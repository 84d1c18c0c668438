"""The meaning table: which items each label may stand for, by the taxonomy alone; it goes with its release."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.errors import BadDestination
from setanon_sql.layout import labels_path, meaning_path
from setanon_sql.sources import SourceOptions
from setanon_sql.taxonomy import Taxonomy
from tests.papers.running_example import DATA, WITH_L
from tests.releases import rows_of
from tests.strategies import examples, taxonomies

TREE = Taxonomy(WITH_L, "T")
SHOP = Taxonomy({"dairy": "*", "milk": "dairy", "yogurt": "dairy", "cream": "dairy", "beer": "*"}, "*")
OTHER = " (other)"
Meaning = dict[str, set[str]]


def under(taxonomy: Taxonomy, label: str) -> set[str]:
    """Walk down from a label to the leaves, one child after the other."""
    below = [child for child, parent in taxonomy.parent.items() if parent == label]
    return set().union(*(under(taxonomy, child) for child in below)) if below else {label}


def expected(taxonomy: Taxonomy, labels: set[str]) -> Meaning:
    """Return the items of each label: of one with exceptions those that stand under no released label below it."""
    known = {*taxonomy.parent, taxonomy.root}
    meaning: Meaning = {}
    for label in labels:
        node = label if label in known else label.removesuffix(OTHER)
        meaning[label] = under(taxonomy, node)
        if node != label and node in known:
            beside = [under(taxonomy, each) for each in labels & known if under(taxonomy, each) < meaning[label]]
            meaning[label] = meaning[label].difference(*beside)
    return meaning


def found(rows: list[tuple[Any, ...]]) -> Meaning:
    """Return the items of each label in a table, whose shares are looked at, too."""
    meaning: Meaning = {}
    for label, item, _ in rows:
        meaning.setdefault(label, set()).add(item)
    assert len(rows) == sum(map(len, meaning.values()))
    assert all(float(share) == 1 / len(meaning[label]) for label, _, share in rows)
    assert rows == sorted(rows)
    return meaning


def labels_in(release: Path) -> set[str]:
    return {str(row[1]) for row in rows_of(release)}


@pytest.mark.slow
@examples(40)
@given(taxonomy=taxonomies(), draw=st.data())
def test_a_label_stands_for_the_leaves_under_it_that_stand_nowhere_else(
    tmp_path_factory: Any, taxonomy: Taxonomy, draw: Any
) -> None:
    folder = tmp_path_factory.mktemp("meaning")
    record = st.sets(st.sampled_from(taxonomy.leaves), min_size=1, max_size=4)
    records = draw.draw(st.lists(record, min_size=4, max_size=12))
    out = folder / f"r.{draw.draw(st.sampled_from(['csv', 'parquet']))}"
    api.anonymize_km([sorted(items) for items in records], out, k=2, m=2, taxonomy=taxonomy, exceptions="always")
    assert found(rows_of(meaning_path(out))) == expected(taxonomy, labels_in(out))
    answer = api.verify(out)
    assert answer.holds and any("which items the meaning table" in sentence for sentence in answer.not_checked)


SALES = [["milk", "beer"], ["milk"], ["yogurt", "beer"], ["cream", "milk"], ["yogurt"], ["milk", "wine"]] * 10
METHODS: dict[str, Callable[[Path], api.Release]] = {
    "km": lambda out: api.anonymize_km(SALES, out, k=5, m=2, taxonomy=SHOP, missing="root"),
    "paper": lambda out: api.anonymize_km(SALES, out, k=5, m=2, taxonomy=SHOP, missing="root", algorithm="paper"),
    "aa": lambda out: api.anonymize_km(SALES, out, k=5, m=2, taxonomy=SHOP, missing="root", algorithm="aa"),
    "kanonymity": lambda out: api.anonymize_kanonymity(SALES, out, k=11, taxonomy=SHOP, missing="root"),
    "adaptive": lambda out: api.anonymize_adaptive(
        SALES, out, rho=0.5, sensitive=["beer"], taxonomy=SHOP, missing="root"
    ),
    "tdcontrol": lambda out: api.anonymize_rho(
        SALES, out, rho=0.5, m=1, sensitive=["beer"], taxonomy=SHOP, missing="root", algorithm="tdcontrol"
    ),
}


@pytest.mark.whole
@pytest.mark.usefixtures("one_way")
@pytest.mark.parametrize("method", METHODS)
def test_every_method_that_generalizes_has_one(method: str, tmp_path: Path) -> None:
    out = tmp_path / "r.parquet"
    release = METHODS[method](out)
    meaning = found(rows_of(meaning_path(out)))
    assert meaning == expected(SHOP, labels_in(out))
    assert release.manifest["meaning"]["rows"] == sum(map(len, meaning.values()))
    leaves = {label: count for label, _, *_, count, _ in rows_of(out.with_name("r.parquet.labels.parquet"))}
    assert leaves == {label: len(items) for label, items in meaning.items()}
    assert [*release.df("meaning").columns] == ["label", "item", "share"]
    assert api.verify(out).holds


@pytest.mark.slow
def test_a_mapping_has_one_too(tmp_path: Path) -> None:
    for name, mapping in (("a", {"mapping_out": tmp_path / "m.csv"}), ("b", {"mapping": tmp_path / "m.csv"})):
        api.anonymize_km(DATA, tmp_path / f"{name}.csv", k=2, m=2, taxonomy=TREE, **mapping)  # type: ignore[arg-type]
    assert found(rows_of(tmp_path / "b.csv.meaning.csv")) == expected(TREE, labels_in(tmp_path / "b.csv"))
    assert (tmp_path / "a.csv.meaning.csv").read_bytes() == (tmp_path / "b.csv.meaning.csv").read_bytes()


@pytest.mark.slow
def test_it_says_nothing_of_what_the_data_hold(tmp_path: Path) -> None:
    """Other items under the same label, some of them not in the taxonomy: not a byte is different."""
    tables = set()
    for at, items in enumerate((["milk", "yogurt", "beer"], ["cream", "wine", "gin"])):
        out = tmp_path / f"{at}.csv"
        api.anonymize_kanonymity([[item] for item in items], out, k=3, taxonomy=SHOP, missing="root")
        assert labels_in(out) == {"*"} and api.verify(out).holds
        tables.add((meaning_path(out).read_bytes(), labels_path(out).read_bytes()))
    assert len(tables) == 1


def release_in(folder: Path, name: str = "r.csv", *, taxonomy: Taxonomy | None = TREE, **more: Any) -> Path:
    api.anonymize_km([sorted(record) for record in DATA], folder / name, k=2, m=2, taxonomy=taxonomy, **more)
    return folder / name


@pytest.mark.whole
def test_it_can_be_left_out_and_is_replaced_with_its_release(tmp_path: Path) -> None:
    out = release_in(tmp_path)
    before = rows_of(meaning_path(out))
    everything = {"r.csv", "r.csv.manifest.json", "r.csv.labels.csv", "r.csv.meaning.csv"}
    assert {path.name for path in tmp_path.iterdir()} == everything
    flat = Taxonomy(dict.fromkeys("abcdefgixyz", "T"), "T")
    release_in(tmp_path, taxonomy=flat, overwrite=True)
    assert rows_of(meaning_path(out)) != before and api.verify(out).holds
    for more, left in (
        ({"meaning": False}, everything - {"r.csv.meaning.csv"}),
        ({}, everything),
        ({"taxonomy": None}, {"r.csv", "r.csv.manifest.json"}),
    ):
        release_in(tmp_path, overwrite=True, **more)  # type: ignore[arg-type]
        assert {path.name for path in tmp_path.iterdir()} == left
        assert ("meaning" in json.loads((tmp_path / "r.csv.manifest.json").read_text())) is (left == everything)
        assert api.verify(out).holds


@pytest.mark.whole
def test_a_file_of_somebody_else_is_never_replaced(tmp_path: Path) -> None:
    own = tmp_path / "r.csv.meaning.csv"
    own.write_text("mine\n")
    for overwrite, message in ((False, "r.csv.meaning.csv already exists"), (True, "not written by setanon")):
        with pytest.raises(BadDestination, match=message):
            release_in(tmp_path, overwrite=overwrite)
    assert own.read_text() == "mine\n" and not (tmp_path / "r.csv").exists()
    release_in(tmp_path, meaning=False)
    release_in(tmp_path, meaning=False, overwrite=True)
    assert own.read_text() == "mine\n" and api.verify(tmp_path / "r.csv").holds


@pytest.mark.slow
def test_verify_sees_one_that_was_changed_and_says_where_none_is(tmp_path: Path) -> None:
    out = release_in(tmp_path, "r.dat")
    table, manifest = meaning_path(out), tmp_path / "r.dat.manifest.json"
    header, *rows = table.read_text().splitlines(keepends=True)
    several = next(row for row in rows if not row.endswith("1.0\n"))
    label = several.split(",")[0]
    table.write_text("".join([header, *(row for row in rows if row != several)]))
    answer = api.verify(out)
    assert not answer.holds and "the meaning table is not the one that the manifest was made for" in answer.messages[0]
    with pytest.raises(BadDestination, match="was not written by setanon"):
        release_in(tmp_path, "r.dat", overwrite=True)
    left = [row for row in rows if row != several]
    share = 1 / sum(row.startswith(f"{label},") for row in left)
    text = [f"{row.rpartition(',')[0]},{share}\n" if row.startswith(f"{label},") else row for row in left]
    table.write_text("".join([header, *text]))  # as if only the items of the data were told
    fields = json.loads(manifest.read_text())
    fields["meaning"] = {"rows": len(text), "sha256": hashlib.sha256(table.read_bytes()).hexdigest()}
    manifest.write_text(json.dumps(fields))
    assert api.verify(out).messages == ("the meaning table has other items under a label than the label table allows",)
    table.unlink()
    answer = api.verify(out)
    assert answer.holds and "the meaning table: it does not stand beside the release" in answer.not_checked


@pytest.mark.whole
def test_in_a_database_it_is_a_table(tmp_path: Path) -> None:
    """A table of somebody else under its name stays; a release without one takes the old one away."""
    database = tmp_path / "w.duckdb"
    with duckdb.connect(str(database)) as connection:
        connection.execute("CREATE TABLE mine_meaning AS SELECT 1 AS mine")
        connection.execute("CREATE TABLE baskets (record_id integer, item varchar)")
        rows = [(at, item) for at, record in enumerate(DATA) for item in sorted(record)]
        connection.executemany("INSERT INTO baskets VALUES (?, ?)", rows)
    common: dict[str, Any] = {"k": 2, "m": 2, "taxonomy": TREE, "options": SourceOptions(db=str(database))}
    for overwrite, message in ((False, "already exists"), (True, "mine_meaning was not written by setanon")):
        with pytest.raises(BadDestination, match=message):
            api.anonymize_km("baskets", "mine", overwrite=overwrite, **common)
    api.anonymize_km("baskets", "safe", **common)
    with duckdb.connect(str(database)) as connection:
        labels = {label for (label,) in connection.execute("SELECT DISTINCT item FROM safe").fetchall()}
        table = connection.execute("FROM safe_meaning ORDER BY label, item")
        assert [column[0] for column in table.description or ()] == ["label", "item", "share"]
        assert found(table.fetchall()) == expected(TREE, labels)
    assert api.verify("safe", db=str(database)).holds
    api.anonymize_km("baskets", "safe", meaning=False, overwrite=True, **common)
    with duckdb.connect(str(database)) as connection:
        names = {name for (name,) in connection.execute("SELECT table_name FROM duckdb_tables()").fetchall()}
        assert names == {"baskets", "mine_meaning", "safe", "safe_labels", "safe_manifest"}
        assert connection.execute("FROM mine_meaning").fetchall() == [(1,)]
    api.anonymize_km("baskets", "safe", overwrite=True, **common)
    with duckdb.connect(str(database)) as connection:
        connection.execute("DELETE FROM safe_meaning WHERE share < 1")
    assert "the meaning table is not the one" in api.verify("safe", db=str(database)).messages[0]
    with pytest.raises(BadDestination, match="safe_meaning was not written by setanon"):
        api.anonymize_km("baskets", "safe", overwrite=True, **common)
