"""What comes after a release by local recoding: measured, attacked; an item has another label in another record."""

from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.dataset import Dataset
from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadInput, BadParameter
from setanon_sql.inference.matching import MatchRequest, attack_match
from setanon_sql.measures.local import measure_told, measure_traced
from setanon_sql.query.templates import Table, columns_of
from setanon_sql.taxonomy import Taxonomy, encode
from tests import lent
from tests.data import dataset_of
from tests.strategies import examples

TREE = Taxonomy(dict.fromkeys("ab", "AB") | dict.fromkeys("xy", "XY") | {"AB": "all", "XY": "all"}, "all")
LEAVES = {"AB": 2, "XY": 2, "all": 4}
#: One occurrence is suppressed, and others stand under AB, by k = m = 2 without floors.
BASKETS = ["axy", "a", "ax", "bx", "b", "x", "ay", "aby"]
#: Of each record what stands for each item; None: nothing.
Became = list[dict[str, str | None]]


def rows(baskets: list[str] = BASKETS) -> pd.DataFrame:
    """Return baskets as rows."""
    return pd.DataFrame([(f"r{at}", item) for at, basket in enumerate(baskets) for item in basket],
                        columns=["record_id", "item"])  # fmt: skip


def released(out: Path, **options: Any) -> api.Release:
    """Return a release without floors."""
    how: dict[str, Any] = {"k": 2, "m": 2, "taxonomy": TREE, "recoding": "local", "floor": 0, "out": out} | options
    return api.anonymize_km(rows(), **how)


@st.composite
def recodings(draw: st.DrawFn) -> Became:
    """Return records whose items stand as themselves, under a label over them, or nowhere."""
    records = draw(st.lists(st.sets(st.sampled_from("abxy"), min_size=1), min_size=2, max_size=5))
    return [{item: draw(st.sampled_from([*TREE.path(item), None])) for item in sorted(items)} for items in records]


def exact(became: Became) -> tuple[float, float, float]:
    """Return NCP, the share that is as it was, and the share that is gone, occurrence by occurrence."""
    pairs = [(item, label) for record in became for item, label in record.items()]
    lost = sum(1.0 if label is None else LEAVES.get(label, 0) / 4 for _, label in pairs)
    return (lost / len(pairs), sum(item == label for item, label in pairs) / len(pairs),
            sum(label is None for _, label in pairs) / len(pairs))  # fmt: skip


@given(recodings())
@examples(200)
def test_a_ledger_tells_the_loss_exactly(became: Became) -> None:
    assume(any(label for record in became for label in record.values()))
    with lent.engine() as engine:
        source = dataset_of(engine, [set(record) for record in became])
        nodes = encode(engine, TREE, source)
        release = lines(engine, became)
        told = measure_told(source, release, ledger(engine, source, became), nodes)
        by_records = measure_traced(source, release, release, nodes, suppresses=True)
    assert (told.ncp, told.rows_unchanged_ratio, told.suppressed_ratio) == pytest.approx(exact(became))
    assert (by_records.ncp, by_records.suppressed_ratio) == (None, None)


def lines(engine: DuckDBEngine, became: Became) -> Table:
    """Return the rows of a release."""
    shown = [
        (at, label) for at, record in enumerate(became, 1) for label in sorted({*record.values()} - {None}, key=str)
    ]
    return engine.load_rows("lines", {"record_id": int, "item": str}, shown)


def ledger(engine: DuckDBEngine, source: Dataset, became: Became) -> Table:
    """Return the rows of a ledger, in numbers."""
    numbers = {label: item for item, label in engine.rows(columns_of(source.items, "item", "label"))}
    changes = [
        (at, numbers[item], "generalized" if label else "suppressed", label)
        for at, record in enumerate(became, 1)
        for item, label in record.items()
        if label != item
    ]
    return engine.load_rows("changes", {"record_id": int, "item": int, "action": str, "label": str}, changes)


@pytest.mark.slow
def test_a_ledger_tells_the_loss_of_a_release_with_new_record_ids(tmp_path: Path) -> None:
    release = released(tmp_path / "safe.csv", ledger=tmp_path / "ledger.csv")
    by_ledger = api.utility(rows(), release.out, taxonomy=TREE, ledger=tmp_path / "ledger.csv")
    assert by_ledger.rows_suppressed == 1
    assert {name: by_ledger[name] for name in release.utility} == dict(release.utility)
    assert "suppressed_ratio" not in api.utility(rows(), release.out, taxonomy=TREE)
    released(tmp_path / "other.csv", ledger=tmp_path / "other-ledger.csv", k=3)
    with pytest.raises(BadInput, match="not that of this release"):
        api.utility(rows(), release.out, taxonomy=TREE, ledger=tmp_path / "other-ledger.csv")


@pytest.mark.slow
def test_records_alone_do_not_tell_which_label_an_item_has(tmp_path: Path) -> None:
    release = released(tmp_path / "kept.csv", record_ids="keep")
    assert not {"ncp", "suppressed_ratio", "rows_suppressed"} & {*api.utility(rows(), release.out, taxonomy=TREE)}
    with pytest.raises(BadInput, match="is this the source"):
        api.utility(rows(BASKETS[::-1]), release.out, taxonomy=TREE)


def test_a_label_tells_no_more_than_one_under_it() -> None:
    """One record shows the root: whoever knows a and x names the record that shows them, not that one."""
    data = [set("ax"), set("b"), set("a"), set("a"), set("x"), set("x"), set("b"), set("y")]
    release = [{"a", "x"}, {"all"}, *data[2:]]
    with lent.engine() as engine:
        source = dataset_of(engine, data)
        truth = engine.table("inference/match/kept", record_ids=source.names())
        lines = [(at, label) for at, labels in enumerate(release, 1) for label in sorted(labels)]
        table = engine.load_rows("lines", {"record_id": int, "item": str}, lines)
        attack = attack_match(source, table, truth, MatchRequest(2, taxonomy=TREE))
    assert attack.by_known[-1].guessed == attack.by_known[-1].persons == 1


@pytest.mark.slow
def test_downcoding_without_known_sets_is_refused_with_the_reason(tmp_path: Path) -> None:
    release = released(tmp_path / "safe.csv")
    with pytest.raises(BadParameter, match="another label in another record"):
        api.attack_downcode(release.out, taxonomy=TREE)


@pytest.mark.slow
def test_estimates_of_items_and_labels_bound_the_source(tmp_path: Path) -> None:
    """Where nothing is gone the truth lies between; a label that is nowhere shown is counted by those under it."""
    source = [["a", "x"]] * 3 + [["b", "x"]] * 2 + [["a", "y"], ["b", "y"]] + [["y"]] * 5
    out = api.anonymize_km(source, tmp_path / "r.csv", k=2, m=2, taxonomy=TREE, recoding="local", floor=0).out
    asked = [["a"], ["AB"], ["XY"], ["AB", "y"], ["a", "y"]]
    told = api.estimate(out, items=asked).estimates
    assert [(e.certain, e.expected, e.at_most) for e in told] == [
        (3, 4.0, 5), (7, 7.0, 7), (12, 12.0, 12), (2, 2.0, 2), (0, 1.0, 2)
    ]  # fmt: skip


@pytest.mark.slow
def test_floors_are_counted_in_what_is_expected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of 2,000 rows of a goes up with probability 0.05, and nothing else does: b stands under AB hardly ever."""
    monkeypatch.setattr("setanon_sql.pipeline.local.secrets.token_hex", lambda length: "7" * 2 * length)
    source = [["a"]] * 2000 + [["b"]] * 10
    out = api.anonymize_km(source, tmp_path / "r.csv", k=2, m=1, taxonomy=TREE, recoding="local", floor=0.05).out
    a, b = api.estimate(out, items=[["a"], ["b"]]).estimates
    assert a.certain < 1950 and a.expected == pytest.approx(2000, abs=25)
    assert b.expected is not None and b.expected < 40
