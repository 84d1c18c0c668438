"""The recount of coherence by local recoding against brute force; each alteration that breaks a promise is refused."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadInput
from setanon_sql.models.coherence.parameters import LocalCoherence
from setanon_sql.models.coherence.sensitive import open_labels
from setanon_sql.release.labels import LabelSource
from setanon_sql.taxonomy import Taxonomy
from setanon_sql.verify import Recount, VerificationInputs, recount
from setanon_sql.verify.closure import UNKNOWN
from setanon_sql.verify.meaning import places_of
from tests import lent
from tests.recoding.oracle import Records, over, told_anyway, too_few, too_sure
from tests.strategies import ITEMS, baskets, examples, persons_of, taxonomies

SENSITIVE = {"flu", "hiv"}
#: Which records hold what is sensitive.
Held = dict[int, set[str]]


def recounted(
    engine: DuckDBEngine, records: Records, held: Held, tree: Taxonomy, k: int, m: int, h: Fraction,
    persons: Sequence[int] | None = None,
) -> Recount:  # fmt: skip
    """Recount a release as it is checked where it stands: by its rows and its label table."""
    rows = {at: {*labels.values(), *held[at]} for at, labels in records.items()}
    lines = engine.load_rows(
        "lines",
        {"record_id": int, "item": str},
        [(at, label) for at, labels in rows.items() for label in sorted(labels)],
    )
    labels = LabelSource(tree, open_labels(tree, sorted(SENSITIVE))).label_table(sorted(set().union(*rows.values())))
    sensitive = engine.load("sensitive", {"label": str}, [sorted(SENSITIVE)])
    whose = [(str(at), persons[at]) for at in records] if persons else []
    link = engine.load_rows("link", {"record_id": str, "person": int}, whose)
    inputs = VerificationInputs(sensitive=sensitive, places=places_of(labels.rows), persons=link if persons else None)
    return recount(engine, lines, LocalCoherence(k, m, h, person=persons is not None), inputs)


@st.composite
def local_releases(draw: st.DrawFn) -> tuple[Taxonomy, dict[int, Mapping[str, str]], Held]:
    """Return records in which anything over it stands for each item, some several times, and what is sensitive.

    One sensitive item stands in the tree, under a group of others; the other one does not.
    """
    tree = draw(taxonomies())
    kinds = [
        {item: draw(st.sampled_from(over(tree.parent, item))) for item in sorted(basket)} for basket in draw(baskets)
    ]
    records = [record for record in kinds for _ in range(draw(st.sampled_from([1, 1, 2, 3])))]
    whole = Taxonomy(tree.parent | {"flu": draw(st.sampled_from([*{*tree.parent.values()}]))}, tree.root)
    shown = {at: record for at, record in enumerate(records) if record}
    return whole, shown, {at: draw(st.sets(st.sampled_from(sorted(SENSITIVE)))) for at in shown}


@given(local_releases(), st.integers(2, 3), st.integers(1, 3), st.sampled_from([Fraction(1, 2), Fraction(2, 3)]))
@examples(600)
def test_it_says_what_brute_force_says(
    drawn: tuple[Taxonomy, dict[int, Mapping[str, str]], Held], k: int, m: int, h: Fraction
) -> None:
    tree, records, held = drawn
    if not records:
        return
    with lent.engine() as engine:
        found = recounted(engine, records, held, tree, k, m, h)
    tables = (records, tree.parent, {*ITEMS})
    limits = dict.fromkeys(SENSITIVE, h)
    wrong = too_few(*tables, k, m) or too_sure(*tables, limits, m, held) or told_anyway(limits, held)
    assert found.complete
    assert bool(found.problems) == bool(wrong)


@given(
    local_releases(), st.integers(2, 3), st.integers(1, 3), st.sampled_from([Fraction(1, 2), Fraction(2, 3)]), st.data()
)
@examples(600)
def test_it_says_of_persons_what_brute_force_says(
    drawn: tuple[Taxonomy, dict[int, Mapping[str, str]], Held], k: int, m: int, h: Fraction, draw: st.DataObject
) -> None:
    tree, records, held = drawn
    if not records:
        return
    persons = draw.draw(persons_of(max(records) + 1))
    with lent.engine() as engine:
        found = recounted(engine, records, held, tree, k, m, h, persons)
    tables = (records, tree.parent, {*ITEMS})
    limits = dict.fromkeys(SENSITIVE, h)
    by_sets = too_few(*tables, k, m, persons) or too_sure(*tables, limits, m, held, persons)
    wrong = by_sets or told_anyway(limits, held, persons)
    assert found.complete
    assert bool(found.problems) == bool(wrong)


def test_what_a_label_can_only_stand_for_tells_too(engine: DuckDBEngine) -> None:
    """ABC beside a and b is c: three records say so, and two of them hold flu; no set that is shown tells as much."""
    tree = Taxonomy(dict.fromkeys([*"abc", "flu"], "ABC") | {"ABC": "all", "x": "all"}, "all")
    full = {"a": "a", "b": "b", "c": "ABC"}
    parts = [{item: label for item, label in full.items() if item != out} for out in full for _ in range(3)]
    records = dict(enumerate([full] * 3 + parts))
    held = {at: {"flu"} if at < 2 else set() for at in records}
    (problem,) = recounted(engine, records, held, tree, 3, 2, Fraction(1, 2)).problems
    assert problem.startswith("from 1 set of 1 label a sensitive") and problem.endswith(
        "counting 3 items that labels can only stand for"
    )
    assert not recounted(engine, records, held, tree, 3, 2, Fraction(2, 3)).problems


def test_what_all_records_hold_too_often_is_told_without_a_label(engine: DuckDBEngine) -> None:
    """Of four records two hold flu: nothing but that, so that no set of labels tells it."""
    tree = Taxonomy({"a": "all", "b": "all"}, "all")
    records: Records = {0: {"a": "a"}, 1: {"a": "a"}, 2: {}, 3: {}}
    held = {0: set[str](), 1: set[str](), 2: {"flu"}, 3: {"flu"}}
    (problem,) = recounted(engine, records, held, tree, 2, 2, Fraction(2, 5)).problems
    assert problem == "a sensitive label is in too large a share of all records"
    assert not recounted(engine, records, held, tree, 2, 2, Fraction(1, 2)).problems


TREE = Taxonomy(
    dict.fromkeys([*"abc", "flu"], "ABC") | dict.fromkeys("xyz", "XYZ") | {"ABC": "all", "XYZ": "all"}, "all"
)
BASKETS = ["ab", "ab", "a", "b", "c", "abc", "ax", "bx", "ay", "xyz", "xy", "xz", "yz", "a", "x", "y"] * 2
LABELS = ["a", "b", "c", "x", "y", "z", "ABC", "XYZ", "all", "flu"]


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a release that keeps its promise: 3 records, of which half may hold flu."""
    rows = [(at, item) for at, basket in enumerate(BASKETS, 1) for item in basket]
    rows += [(at, "flu") for at in (1, 2, 5, 7, 10, 20, 21, 30)]
    source = pd.DataFrame(rows, columns=["record_id", "item"])
    how = {"k": 3, "m": 2, "h": "1/2", "sensitive": ["flu"], "taxonomy": TREE, "recoding": "local", "floor": 0}
    out = tmp_path_factory.mktemp("local") / "safe.csv"
    api.anonymize_coherence(source, out=out, record_ids="keep", **how)
    return out


def rewritten(release: Path, folder: Path, rows: pd.DataFrame) -> Path:
    """Write other rows with the manifest of a release, mended; return the file."""
    out = folder / release.name
    rows.to_csv(out, index=False, lineterminator="\n")
    fields = json.loads(Path(f"{release}.manifest.json").read_text())
    fields |= {"rows": len(rows), "records": int(rows["record_id"].nunique()), "verified": {}, "losses": []}
    fields["sha256"] = {out.name: hashlib.sha256(out.read_bytes()).hexdigest()}
    fields["sensitive"] = [label for label in ["flu"] if label in {*rows["item"]}]
    for table in LabelSource(TREE, open_labels(TREE, ["flu"])).tables(sorted(rows["item"].unique())):
        path = folder / f"{out.name}.{table.name}.csv"
        table.write(path)
        fields[table.name] |= table.manifest_fields() | {"sha256": hashlib.sha256(path.read_bytes()).hexdigest()}
    Path(f"{out}.manifest.json").write_text(json.dumps(fields))
    return out


@pytest.mark.slow
@given(st.lists(st.tuples(st.integers(0, 59), st.sampled_from(LABELS)), max_size=4))
@examples(300)
def test_each_alteration_that_breaks_the_promise_is_refused(
    release: Path, tmp_path_factory: pytest.TempPathFactory, changes: list[tuple[int, str]]
) -> None:
    rows = pd.read_csv(release)
    for row, label in changes:
        rows.loc[row % len(rows), "item"] = label
    rows = rows.drop_duplicates()
    found = api.verify(rewritten(release, tmp_path_factory.mktemp("altered"), rows))
    shown = {int(at): {*labels} for at, labels in rows.groupby("record_id")["item"]}
    records = {at: {label: label for label in labels - {"flu"}} for at, labels in shown.items()}
    tables = (records, TREE.parent, {*"abcxyz"})
    limits = {"flu": Fraction(1, 2)}
    wrong = too_few(*tables, 3, 2) or too_sure(*tables, limits, 2, shown) or told_anyway(limits, shown)
    assert found.satisfied == (not wrong), found.messages


@pytest.mark.slow
def test_an_audit_of_a_release_warns_of_what_its_labels_say(
    release: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """ABC beside a and b is c in three records, of which two hold flu; shown is each set by enough that do not."""
    full, parts = ["a", "b", "ABC"], [["a", "b"], ["a", "ABC"], ["b", "ABC"]]
    records = [[*full, "flu"]] * 2 + [full] + parts * 3
    rows = [(at, label) for at, labels in enumerate(records, 1) for label in labels]
    told = rewritten(release, tmp_path, pd.DataFrame(rows, columns=["record_id", "item"]))
    for path, warned in ((told, True), (release, False)):
        caplog.clear()
        audit = api.audit_coherence(path, k=3, m=2, h="1/2", sensitive=["flu"])
        assert audit.satisfied and ("tell more than it shows: from 1 set of 1 label" in caplog.text) == warned
        assert api.verify(path).satisfied == (not warned)


@pytest.mark.slow
def test_an_audit_by_persons_warns_likewise(
    release: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A release with a column of persons, as its owner may add one to a table; each record is of one of its own."""
    full, parts = ["a", "b", "ABC"], [["a", "b"], ["a", "ABC"], ["b", "ABC"]]
    records = [[*full, "flu"]] * 2 + [full] + parts * 3
    rows = [(at, label) for at, labels in enumerate(records, 1) for label in labels]
    owned = pd.DataFrame([(*row, row[0]) for row in rows], columns=["record_id", "item", "who"])
    told = rewritten(release, tmp_path, owned)
    monkeypatch.setattr(
        "setanon_sql.pipeline.auditing._own_tables",
        lambda reader, _: {"": reader.engine.load_rows("lines", {"record_id": int, "item": str}, rows)},
    )
    audit = api.audit_coherence(told, k=3, m=2, h="1/2", sensitive=["flu"], person="who")
    assert audit.persons == 12 and "tell more than it shows: from 1 set of 1 label" in caplog.text


def test_without_its_label_table_a_release_is_not_all_checked(release: Path, tmp_path: Path) -> None:
    out = rewritten(release, tmp_path, pd.read_csv(release))
    assert api.verify(out).satisfied
    Path(f"{out}.labels.csv").unlink()
    found = api.verify(out)
    assert not found.satisfied and not found.complete and not found.messages
    assert UNKNOWN in found.not_checked


@pytest.mark.parametrize("parameters", [{"h": 0.9}, {"floor": 0.2}, {"recoding": "cut"}, {"k": 2}])
def test_another_promise_is_not_the_guarantee_that_was_made(
    release: Path, tmp_path: Path, parameters: dict[str, object]
) -> None:
    out = rewritten(release, tmp_path, pd.read_csv(release))
    path = Path(f"{out}.manifest.json")
    fields = json.loads(path.read_text())
    path.write_text(json.dumps(fields | {"parameters": fields["parameters"] | parameters}))
    try:
        assert not api.verify(out).satisfied
    except BadInput as error:
        assert "parameters in the manifest" in str(error)
