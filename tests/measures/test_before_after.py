"""Lists of what was there and what is left, by walking over the records."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.engine import DuckDBEngine
from setanon_sql.measures import Measures, before_after
from setanon_sql.measures.before_after import pair_fates, sensitive_by_length, sensitive_items
from setanon_sql.measures.details import MeasureRequest
from setanon_sql.measures.public import public_sentences
from setanon_sql.measures.records import utility
from setanon_sql.query.templates import columns_of
from setanon_sql.taxonomy import Taxonomy, encode
from tests.data import dataset_of
from tests.strategies import examples

_records = st.lists(st.frozensets(st.sampled_from("abcdefghijklmnopqrstuvwxyz"), min_size=1, max_size=24), max_size=9)


@pytest.fixture(scope="module")
def shared() -> Iterator[DuckDBEngine]:
    with DuckDBEngine(threads=1) as engine:
        yield engine


def loaded(engine: DuckDBEngine, records: Any) -> Any:
    rows = [(at, item) for at, record in enumerate(records, 1) for item in sorted(record)]
    return engine.load_rows("release", {"record_id": int, "item": str}, rows)


@examples(40)
@given(records=_records.filter(bool), hidden=st.frozensets(st.sampled_from("abcdefgh")), draw=st.data())
def test_sensitive_rows_and_pairs_are_counted(
    shared: DuckDBEngine, records: Any, hidden: frozenset[str], draw: Any
) -> None:
    source = dataset_of(shared, records)
    released = [record - draw.draw(st.frozensets(st.sampled_from(sorted(record)))) for record in records]
    release = loaded(shared, released)
    labels = shared.rows(columns_of(source.items, "item", "label"))
    numbers = [item for item, label in labels if label in hidden]
    sensitive = shared.load("sensitive", {"item": int}, [numbers])

    before = Counter(item for record in records for item in record if item in hidden)
    after = Counter(item for record in released for item in record if item in hidden)
    worst = sorted(((after[item] - n, item, n) for item, n in before.items()))[:5]
    told = sensitive_items(source, release, sensitive)
    assert [(one.label, one.before, one.after) for one in told] == [(item, n, n + lost) for lost, item, n in worst]

    lengths: dict[str, list[int]] = {}
    for record, left in zip(records, released, strict=True):
        size = len(record)
        name = "1 to 5" if size < 6 else "6 to 10" if size < 11 else "11 to 20" if size < 21 else "21 and more"
        counts = lengths.setdefault(name, [0, 0])
        counts[0] += len(record & hidden)
        counts[1] += len(left & hidden)
    by_length = {one.lengths: [one.before, one.after] for one in sensitive_by_length(source, release, sensitive)}
    assert by_length == {name: counts for name, counts in lengths.items() if counts[0]}

    pairs = Counter(pair for record in records for pair in combinations(sorted(record), 2))
    left = Counter(pair for record in released for pair in combinations(sorted(record), 2))
    with pytest.MonkeyPatch.context() as patch:  # the most frequent pairs are not those of the first three items
        patch.setattr(before_after, "_FIRST_ITEMS", 3)
        fates = pair_fates(source, release, 7)
    assert [one.support for one in fates] == sorted(pairs.values(), reverse=True)[:7]
    shown = [tuple(sorted(one.items)) for one in fates]
    assert len(set(shown)) == len(shown)
    assert [(pairs[pair], left[pair]) for pair in shown] == [(one.support, one.after) for one in fates]


def test_what_may_be_public_is_told_in_steps_of_k() -> None:
    measures = Measures(
        records_before=107, records_after=100, records_gone=7, rows_before=400, rows_after=300, rows_unchanged=200,
        rows_generalized=100, rows_merged=3, rows_suppressed=97, items_before=9, items_kept=2,
        sensitive_rows_before=29, sensitive_rows_after=12,
    )  # fmt: skip
    assert public_sentences(measures, 5) == [
        "100 records are released with 300 rows; 5 records are gone.",
        "Of the rows 200 stay as they are, 100 became a label over their item, fewer than 5 merged and 95 are "
        "suppressed.",
        "Of sensitive items 12 rows are left and 15 are gone.",
        "2 items stay as they are: 66.67 % of the released rows.",
    ]
    assert public_sentences(Measures(tkd=0.5), 5) == []


@pytest.mark.slow
def test_they_stand_in_manifest_and_both_reports(tmp_path: Any) -> None:
    source = [["milk", "beer"], ["milk", "bread"], ["beer", "bread"], ["milk"], ["wine", "milk"]] * 4
    pages = {}
    for tier in ("internal", "public"):
        release = api.anonymize_rho(
            source, tmp_path / f"{tier}.csv", rho=0.4, sensitive=pd.DataFrame({"item": ["beer", "wine"]}), seed="s",
            report=api.Report(tmp_path / f"{tier}.html", tier=tier),
        )  # fmt: skip
        pages[tier] = " ".join((tmp_path / f"{tier}.html").read_text().split())
    sentences = release.manifest["losses"]
    assert sentences == public_sentences(release.utility, 5)
    assert all(sentence in pages["public"] for sentence in sentences)
    assert "Before and after" not in pages["public"] and "wine" not in pages["internal"]
    assert pages["internal"].index("What is left of the data") < pages["internal"].index("What the badge means")
    for text in ("Sensitive item", "Items of the record", "The most frequent pairs", "The most frequent items"):
        assert text in pages["internal"]
    told = release.to_json()
    assert told["sensitive_items"][0].keys() == {"rank", "rows_before", "rows_after"}
    assert sum(row["rows_before"] for row in told["sensitive_by_length"]) == told["sensitive_rows_before"] == 12
    assert (
        "what the release cost, which needs the source: 'losses' in the manifest"
        in api.verify(tmp_path / "public.csv").not_checked
    )


@examples(30)
@given(records=_records.filter(bool), draw=st.data())
def test_records_of_categories_are_counted(shared: DuckDBEngine, records: Any, draw: Any) -> None:
    """Items of a category stay, or all of it becomes its label or is gone: who holds something of it is counted."""
    parent = {item: "xyz"[at % 3] for at, item in enumerate("abcdefghijklmnopqrstuvwxyz")}
    parent = {item: f"group {label}" for item, label in parent.items()} | {f"group {at}": "top" for at in "xyz"}
    parent |= {"a": "top"}
    fate = {f"group {at}": draw.draw(st.sampled_from(["kept", "label", "gone"])) for at in "xyz"}
    fate["top"] = draw.draw(st.sampled_from(["kept", "gone"]))
    became = {"kept": lambda item: item, "label": parent.get, "gone": lambda _: None}
    to = {item: became[fate[parent[item]]](item) for item in parent if len(item) == 1}
    released = [{label for item in record if (label := to[item])} for record in records]
    source = dataset_of(shared, records)
    nodes = encode(shared, Taxonomy(parent, "top"), source)
    measures = utility(source, loaded(shared, released), nodes, request=MeasureRequest(top_categories=2))
    before = Counter(category for record in records for category in {parent[item] for item in record})
    before["a"] = before.pop("top", 0)
    first = sorted((+before).items(), key=lambda entry: (-entry[1], entry[0]))[:2]
    left = {name: fate["top" if name == "a" else name] != "gone" for name, _ in first}
    expected = [(name, n, n * left[name], name == "a") for name, n in first]
    assert [(one.label, one.before, one.after, one.is_item) for one in measures.details.top_categories] == expected
