"""The recount of local recoding against brute force: what labels can only stand for counts as shown."""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.engine import DuckDBEngine
from setanon_sql.models.km.parameters import LocalKmAnonymity
from setanon_sql.release.labels import LabelSource
from setanon_sql.taxonomy import Taxonomy
from setanon_sql.verify import Recount, VerificationInputs, recount
from setanon_sql.verify.closure import UNKNOWN
from setanon_sql.verify.meaning import LabelPlace, places_of
from tests import lent
from tests.recoding.oracle import Records, over, too_few
from tests.strategies import ITEMS, baskets, examples, persons_of, taxonomies

ABC = Taxonomy(dict.fromkeys("abc", "ABC") | dict.fromkeys("xyz", "XYZ") | {"ABC": "all", "XYZ": "all"}, "all")
#: Each pair of a, b and ABC is in two records, and all three in one: c is in that alone.
TELLING = [{"a": "a", "b": "b", "c": "ABC"}, {"a": "a", "b": "b"}, {"a": "a", "b": "ABC"}, {"b": "b", "c": "ABC"}]
#: Up to how many items may be known; None: any number.
known_items = st.none() | st.integers(1, 3)


def recounted(
    engine: DuckDBEngine, records: Records, tree: Taxonomy, k: int, m: int | None,
    *, persons: Sequence[int] | None = None, known: set[str] | None = None,
) -> Recount:  # fmt: skip
    """Recount a release as it is checked where it stands: by its rows and its label table."""
    pairs = [(at, label) for at, labels in records.items() for label in sorted({*labels.values()})]
    lines = engine.load_rows("lines", {"record_id": int, "item": str}, pairs)
    places = places_of(LabelSource(tree).label_table([*{label for _, label in pairs}]).rows)
    listed = engine.load("known", {"label": str}, [sorted(known or ())])
    link = engine.load_rows(
        "link", {"record_id": str, "person": int}, [(str(at), person) for at, person in enumerate(persons or ())]
    )
    inputs = VerificationInputs(
        places=places, known_labels=None if known is None else listed, persons=link if persons else None
    )
    model = LocalKmAnonymity(k, m, person=persons is not None, known=known is not None)
    return recount(engine, lines, model, inputs)


@st.composite
def local_releases(draw: st.DrawFn) -> tuple[Taxonomy, dict[int, Mapping[str, str]]]:
    """Return records in which anything over it stands for each item; some records several times."""
    tree = draw(taxonomies())
    kinds = [
        {item: draw(st.sampled_from(over(tree.parent, item))) for item in sorted(basket)} for basket in draw(baskets)
    ]
    records = [record for record in kinds for _ in range(draw(st.sampled_from([1, 1, 2, 3])))]
    return tree, {at: record for at, record in enumerate(records) if record}


@given(local_releases(), st.integers(2, 3), known_items)
@examples(600)
def test_it_says_what_brute_force_says(
    drawn: tuple[Taxonomy, dict[int, Mapping[str, str]]], k: int, m: int | None
) -> None:
    tree, records = drawn
    with lent.engine() as engine:
        found = recounted(engine, records, tree, k, m)
    assert found.complete
    assert bool(found.problems) == bool(too_few(records, tree.parent, {*ITEMS}, k, m))


@given(local_releases(), st.integers(2, 3), known_items, st.data())
@examples(400)
def test_it_says_of_persons_what_brute_force_says(
    drawn: tuple[Taxonomy, dict[int, Mapping[str, str]]], k: int, m: int | None, draw: st.DataObject
) -> None:
    tree, records = drawn
    persons = draw.draw(persons_of(max(records, default=0) + 1))
    with lent.engine() as engine:
        found = recounted(engine, records, tree, k, m, persons=persons)
    assert bool(found.problems) == bool(too_few(records, tree.parent, {*ITEMS}, k, m, persons))


@given(local_releases(), st.integers(2, 3), known_items, st.sets(st.sampled_from(ITEMS)))
@examples(400)
def test_it_says_of_known_items_what_brute_force_says(
    drawn: tuple[Taxonomy, dict[int, Mapping[str, str]]], k: int, m: int | None, knowable: set[str]
) -> None:
    """An item in no record under its own name is taken to be known where the lowest label over it is listed."""
    tree, records = drawn
    shown = {label for record in records.values() for label in record.values()}
    listed = {label for item in knowable for label in over(tree.parent, item)} & shown
    lowest = {item: next((label for label in over(tree.parent, item) if label in shown), "") for item in ITEMS}
    known = {item for item, label in lowest.items() if label in listed}
    with lent.engine() as engine:
        found = recounted(engine, records, tree, k, m, known=listed)
    assert bool(found.problems) == bool(too_few(records, tree.parent, {*ITEMS}, k, m, known=listed | known))


@pytest.fixture
def telling(engine: DuckDBEngine) -> Iterator[Recount]:
    """What is found where a record says an item that no other has."""
    yield recounted(engine, dict(enumerate(TELLING)), ABC, 2, 2)


def test_an_item_that_a_label_can_only_stand_for_counts_as_shown(telling: Recount) -> None:
    (problem,) = telling.problems
    assert problem == (
        "1 set of 1 item is held by fewer than 2 records, counting 1 item that labels can only stand for"
    )


def test_with_two_such_records_nothing_is_wrong(engine: DuckDBEngine) -> None:
    assert not recounted(engine, dict(enumerate([*TELLING, TELLING[0]])), ABC, 2, 2).problems


def test_a_label_stands_in_the_place_of_an_item(engine: DuckDBEngine) -> None:
    """Two labels over a and b beside c and d say both, though neither is shown beside all others under a label."""
    tree = Taxonomy(dict.fromkeys("ab", "AB") | dict.fromkeys("cd", "CD") | {"AB": "top", "CD": "top"}, "top")
    record = {"a": "AB", "b": "top", "c": "c", "d": "d"}
    parts = [{item: label for item, label in record.items() if item != left_out} for left_out in record]
    records = dict(enumerate([record, *parts]))
    assert recounted(engine, records, tree, 3, 1).problems
    assert not recounted(engine, {**records, 9: record, 10: record}, tree, 3, 1).problems


LINES = [[1, 1, 2], ["a", "top", "a"]]


def place(label: str, path: str, leaves: int, **more: Any) -> LabelPlace:
    """Return a label under the labels of a path, a letter each."""
    how: dict[str, Any] = {"depth": len(path), "path": (*path,), "leaves": leaves, "exceptions": frozenset()}
    return LabelPlace(label, **how | more)


@pytest.mark.parametrize(
    ("places", "unknown"),
    [
        ([place("a", "a", 1), place("top", "", 9)], False),
        (None, True),
        ([place("a", "a", 1), place("top", "", 9, exceptions=frozenset("b"))], True),
        ([place("a", "", 1, depth=65), place("top", "", 9)], True),
        ([place("a", "b", 1), place("top", "", 9)], True),
        ([place("a", "a", 1), place("b", "", 2), place("top", "", 9)], True),
        ([place("a", "a", 1), place("b", "ab", 2), place("top", "", 9)], True),
    ],
)
def test_where_labels_stand_has_to_be_told(
    engine: DuckDBEngine, places: list[LabelPlace] | None, unknown: bool
) -> None:
    lines = engine.load("lines", {"record_id": int, "item": str}, LINES)
    for inputs in [VerificationInputs(places=places), *([] if places else [None])]:
        found = recount(engine, lines, LocalKmAnonymity(1 + 1, 1), inputs)
        assert found.unknown == ((UNKNOWN,) if unknown else ())
        assert found.problems == ("1 set of 1 item is held by fewer than 2 records",)


def test_under_a_root_with_too_many_items_anything_may_stand(engine: DuckDBEngine) -> None:
    """The taxonomy has a and b; u, which it does not have, stands beside them: there may be more of its kind."""
    lines = engine.load("lines", {"record_id": int, "item": str}, [[1, 1, 2, 2, 3, 3], [*"ra", *"ub", *"ra"]])
    two = [place("r", "", 2), place("a", "a", 1), place("b", "b", 1)]
    for places, problems in ((two, 1), ([*two, place("u", "u", 1)], 2)):
        inputs = VerificationInputs(places=places)
        found = recount(engine, lines, LocalKmAnonymity(2, 1), inputs)
        assert found.problems[0].startswith(f"{problems} set") and found.complete


BASKETS = ["ab", "ab", "a", "b", "c", "abc", "ax", "bx", "ay", "xyz", "xy", "xz", "yz", "a", "x", "y"] * 2


@pytest.fixture(scope="module")
def source() -> pd.DataFrame:
    """Return purchases."""
    rows = [(at, item) for at, basket in enumerate(BASKETS, 1) for item in basket]
    return pd.DataFrame(rows, columns=["record_id", "item"])


def released(source: pd.DataFrame, folder: Path, m: int | None) -> Path:
    """Return a release that keeps its promise."""
    out = folder / "safe.csv"
    api.anonymize_km(source, k=3, m=m, taxonomy=ABC, recoding="local", floor=0, out=out, record_ids="keep")
    return out


@pytest.fixture(scope="module")
def release(source: pd.DataFrame, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a release where two items may be known."""
    return released(source, tmp_path_factory.mktemp("local"), 2)


@pytest.fixture(scope="module")
def release_for_any(source: pd.DataFrame, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a release where any number of items may be known."""
    return released(source, tmp_path_factory.mktemp("any"), None)


def rewritten(release: Path, folder: Path, rows: pd.DataFrame, **more: Any) -> Path:
    """Write other rows with the manifest of a release, mended; return the file."""
    out = folder / release.name
    rows.to_csv(out, index=False, lineterminator="\n")
    fields = json.loads(Path(f"{release}.manifest.json").read_text())
    fields |= {"rows": len(rows), "records": int(rows["record_id"].nunique()), "verified": {}, "losses": []}
    fields["sha256"] = {out.name: hashlib.sha256(out.read_bytes()).hexdigest()}
    for table in LabelSource(ABC).tables(sorted(rows["item"].unique())):
        path = folder / f"{out.name}.{table.name}.csv"
        table.write(path)
        fields[table.name] |= table.manifest_fields() | {"sha256": hashlib.sha256(path.read_bytes()).hexdigest()}
    Path(f"{out}.manifest.json").write_text(json.dumps(fields | more))
    return out


LABELS = ["a", "b", "c", "x", "y", "z", "ABC", "XYZ", "all"]


@given(st.lists(st.tuples(st.integers(0, 59), st.sampled_from(LABELS)), max_size=3), st.sampled_from([2, None]))
@examples(150)
def test_each_alteration_that_breaks_the_promise_is_refused(
    release: Path, release_for_any: Path, tmp_path_factory: pytest.TempPathFactory,
    changes: list[tuple[int, str]], m: int | None,
) -> None:  # fmt: skip
    path = release if m else release_for_any
    rows = pd.read_csv(path)
    for row, label in changes:
        rows.loc[row % len(rows), "item"] = label
    rows = rows.drop_duplicates()
    found = api.verify(rewritten(path, tmp_path_factory.mktemp("altered"), rows))
    records = {int(at): {label: label for label in labels} for at, labels in rows.groupby("record_id")["item"]}
    assert found.satisfied == (not too_few(records, ABC.parent, {*"abcxyz"}, 3, m)), found.messages


@pytest.fixture(scope="module")
def known_release(source: pd.DataFrame, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a release that protects from who knows a, b and x."""
    out = tmp_path_factory.mktemp("known") / "safe.csv"
    how: dict[str, Any] = {"known": pd.DataFrame({"item": [*"abx"]}), "recoding": "local", "floor": 0}
    api.anonymize_km(source, k=3, m=2, taxonomy=ABC, out=out, record_ids="keep", **how)
    return out


@pytest.mark.slow
@given(st.lists(st.tuples(st.integers(0, 59), st.sampled_from(LABELS)), max_size=4))
@examples(150)
def test_each_alteration_that_tells_of_known_items_is_refused(
    known_release: Path, tmp_path_factory: pytest.TempPathFactory, changes: list[tuple[int, str]]
) -> None:
    rows = pd.read_csv(known_release)
    for row, label in changes:
        rows.loc[row % len(rows), "item"] = label
    rows = rows.drop_duplicates()
    shown = {*rows["item"]}
    listed = {label for item in "abx" for label in over(ABC.parent, item)} & shown
    lowest = {item: next((label for label in over(ABC.parent, item) if label in shown), "") for item in "abcxyz"}
    known = listed | {item for item, label in lowest.items() if label in listed}
    out = rewritten(known_release, tmp_path_factory.mktemp("altered"), rows, known=sorted(listed))
    found = api.verify(out)
    records = {int(at): {label: label for label in labels} for at, labels in rows.groupby("record_id")["item"]}
    broken = bool(too_few(records, ABC.parent, {*"abcxyz"}, 3, 2, known=known))
    assert found.satisfied == (not broken), found.messages


@pytest.fixture
def telling_release(release: Path, tmp_path: Path) -> Path:
    """Return a release in which a record says an item that too few have, and shows nothing that too few show."""
    kinds = [{*record.values()} for record in TELLING]
    records = [*kinds, *kinds[1:], *kinds[1:]]
    rows = [(at, label) for at, labels in enumerate(records, 1) for label in sorted(labels)]
    return rewritten(release, tmp_path, pd.DataFrame(rows, columns=["record_id", "item"]))


@pytest.mark.slow
def test_an_audit_of_a_release_warns_of_what_its_labels_say(
    telling_release: Path, release: Path, caplog: pytest.LogCaptureFixture
) -> None:
    for path, warned in ((telling_release, True), (release, False)):
        caplog.clear()
        assert not any(level.threats for level in api.audit_km(path, k=3, m=2).levels)
        assert ("tell more than it shows: 1 set of 1 item is held by fewer than 3" in caplog.text) == warned
        assert api.verify(path).satisfied == (not warned)


def test_an_audit_warns_of_what_labels_say_of_known_items(
    telling_release: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The record says c, which stands under ABC: a matter of whether somebody may know that."""
    for known, warned in (({*"ab"}, False), ({"a", "ABC"}, True)):
        caplog.clear()
        assert api.audit_km(telling_release, k=3, m=2, known=pd.DataFrame({"item": sorted(known)})).satisfied
        assert ("tell more than it shows: 1 set of 1 item is held by fewer than 3" in caplog.text) == warned


def test_without_its_label_table_a_release_is_not_all_checked(telling_release: Path) -> None:
    Path(f"{telling_release}.labels.csv").unlink()
    found = api.verify(telling_release)
    assert not found.satisfied and not found.complete and not found.messages
    assert UNKNOWN in found.not_checked
