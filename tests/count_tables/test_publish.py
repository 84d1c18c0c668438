"""Counts of k and more of which no smaller one follows: published and verified, against plain Python."""

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.errors import BadInput, BadParameter, NotReached
from setanon_sql.pipeline.safe_counts import SafeCounts
from setanon_sql.registry.counts import CountsPromise
from tests.count_tables import oracle
from tests.count_tables.oracle import OVER, Cell, Record, cells_of
from tests.strategies import examples

ANY = 10**9
record = st.tuples(st.sampled_from("nsw"), st.frozensets(st.sampled_from("abcd"), min_size=1, max_size=4))
TREE = pd.DataFrame([("a", "ab", "all"), ("b", "ab", "all"), ("c", "c", "all"), ("d", "d", "all")])


def source_of(records: list[Record], persons: int = 0) -> pd.DataFrame:
    """Return records as a source, with their region and a person for every so many of them."""
    rows = [
        (f"r{at}", item, region, f"p{at // max(persons, 1)}")
        for at, (region, items) in enumerate(records)
        for item in sorted(items)
    ]
    return pd.DataFrame(rows, columns=["record_id", "item", "region", "who"])


def shown_in(counts: SafeCounts) -> dict[Cell, int]:
    """Return the cells that are shown."""
    at = len(counts.promise.by)
    return {
        (str(row[0] or "") if at else "", frozenset(str(label) for label in row[at:-1] if label)): int(row[-1] or 0)
        for row in counts.counts
    }


ALL = oracle.Asked()


def countable(
    records: list[Record], regions: list[str], k: int, over: Mapping[str, str], asked: oracle.Asked = ALL
) -> dict[Cell, int]:
    """Return all cells of k and more: all, items and labels, pairs of items, itemsets that were asked for."""
    every = cells_of(records, regions, 3, over)

    def is_counted(items: frozenset[str]) -> bool:
        pair = asked.pairs and len(items) == 2 and not items & set(over.values())
        return len(items) <= asked.singles or pair or items in asked.itemsets

    return {cell: n for cell, n in every.items() if n >= k and is_counted(cell[1])}


def published(source: pd.DataFrame, **options: Any) -> SafeCounts | None:
    """Publish counts; None where none can be shown."""
    try:
        counts = api.publish_counts(source, **options)
    except NotReached:
        return None
    assert isinstance(counts, SafeCounts)
    return counts


@pytest.mark.slow
@examples(60)
@given(
    st.lists(record, min_size=4, max_size=24),
    st.integers(2, 4),
    st.booleans(),
    st.booleans(),
    st.sampled_from([{}, OVER]),
    st.sampled_from([["items", "labels", "pairs"], ["items", "labels"], []]),
    st.sets(st.frozensets(st.sampled_from("abcd"), min_size=1, max_size=3), max_size=6),
)
# a, and b with c, are held by most: a few hold the chosen set of all three
@example([("n", frozenset("abc"))] + [("n", frozenset("a"))] * 4 + [("n", frozenset("bc"))] * 4, 2, False, False, {},
         ["items"], {frozenset("abc"), frozenset("bc")})  # fmt: skip
# nobody can tell from 9, 5 and 5 whether the pair is not shown or not there, but for that all pairs are counted
@example([("n", frozenset("ab"))] + [("n", frozenset("a"))] * 4 + [("n", frozenset("b"))] * 4, 4, False, False, {},
         ["items", "labels", "pairs"], set())  # fmt: skip
def test_no_small_count_follows_in_plain_python(
    tmp_path_factory: pytest.TempPathFactory,
    records: list[Record],
    k: int,
    by: bool,
    exact: bool,
    over: dict[str, str],
    kinds: list[str],
    chosen: set[frozenset[str]],
) -> None:
    """All that is counted is shown, but for what would tell; itemsets of up to three items among it."""
    if not kinds and not chosen:
        return
    options: dict[str, Any] = {"k": k, "exact": exact, "by": ["region"] if by else []}
    options |= {"taxonomy": TREE} if over else {}
    options |= {"count": [kind for kind in kinds if over or kind != "labels"]}
    options |= {"itemsets": [sorted(items) for items in chosen]} if chosen else {}
    counts = published(source_of(records), **options)
    if counts is None:
        return
    out = tmp_path_factory.mktemp("counts") / "counts.csv"
    api.publish_counts(source_of(records), out, **options)
    assert api.verify(out).satisfied
    asked = oracle.Asked("pairs" in kinds, chosen, singles=int("items" in kinds))
    shown, step = shown_in(counts), 1 if exact else k
    groups = sorted({group for group, _ in shown} - {""})
    most = k - 1 if counts.promise.small_if_hidden else ANY
    assert not any(oracle.follows(shown, groups, k, over, most, step, asked).values())
    true = {cell: oracle.count(records, cell, over) for cell in shown}
    assert shown == {cell: n - n % step for cell, n in true.items()}
    assert all(n >= k for n in true.values())
    regions = sorted({group for group, _ in records}) if by else []
    assert counts.hidden == len(countable(records, regions, k, over, asked)) - len(shown)
    assert counts.hidden == 0 or not counts.promise.small_if_hidden


@pytest.mark.slow
def test_a_group_that_no_cell_names_is_unknown_to_whoever_reads_the_table(tmp_path: Path) -> None:
    items = ["bcd", "abcd", "bc", "bc", "b", "bc", "ac", "b", "ac", "b", "abcd", "c", "bc", "abd", "bcd", "abc", "abcd"]
    items += ["ab", "abd"]
    records = [(region, frozenset(held)) for region, held in zip("wsnsnwwnsnswwwnnsnw", items, strict=True)]
    out = tmp_path / "counts.csv"
    counts = published(source_of(records), k=2, exact=True, by=["region"])
    api.publish_counts(source_of(records), out, k=2, exact=True, by=["region"])
    assert counts is not None and api.verify(out).satisfied
    shown = shown_in(counts)
    most = 1 if counts.promise.small_if_hidden else ANY
    assert not any(oracle.follows(shown, sorted({group for group, _ in shown} - {""}), 2, {}, most).values())


@pytest.mark.slow
@examples(30)
@given(st.lists(record, min_size=6, max_size=24), st.integers(2, 3), st.booleans())
def test_persons_are_counted_where_one_record_holds_it(records: list[Record], k: int, exact: bool) -> None:
    counts = published(source_of(records, 2), k=k, exact=exact, person="who", by=["region"])
    if counts is None:
        return
    for (group, items), n in shown_in(counts).items():
        persons = {at // 2 for at, one in enumerate(records) if oracle.holds(one, (group, items), {})}
        assert len(persons) >= k
        assert n == (len(persons) if exact else len(persons) - len(persons) % k)
    kinds = oracle.follows(shown_in(counts), [], k, {}, ANY, 1 if exact else k)
    assert not kinds["difference"]


@pytest.mark.slow
def test_columns_add_up_where_each_person_has_one_value(tmp_path: Path) -> None:
    """Twelve persons of the north, nine of the south and two of the west, of whom each month has records."""
    rows = [
        (f"{month}{at}", "a", "n" * (at < 12) or "s" * (at < 21) or "w", month, at)
        for at in range(23)
        for month in "jf"
    ]
    source = pd.DataFrame(rows, columns=["record_id", "item", "region", "month", "who"])
    counts = api.publish_counts(source, k=5, exact=True, by=["region", "month"], person="who")
    assert isinstance(counts, SafeCounts)
    assert counts.promise.adds_up == ("region",)
    shown = {row[0] for row in counts.counts if row[1] is None and row[2] is None and row[0]}
    assert shown != {"n", "s"}, "the total less both would be 2 persons"
    of_records = api.publish_counts(source, k=5, by=["region", "month"], adds_up=["region"])
    assert isinstance(of_records, SafeCounts) and of_records.promise.adds_up == ("region", "month")


def written(folder: Path, shown: Mapping[Cell, int], manifest: Mapping[str, Any]) -> Path:
    """Write a table of counts, with the manifest of another one that is mended for it."""
    path = folder / "counts.csv"
    items_of = ["item", "item2", "item3"][: max([2, *map(len, manifest.get("itemsets", []))])]
    rows = [(group, *[*sorted(items), "", "", ""][: len(items_of)], n) for (group, items), n in shown.items()]
    pd.DataFrame(rows, columns=["region", *items_of, "count"]).to_csv(path, index=False)
    fingerprint = sha256(path.read_bytes()).hexdigest()
    fields = {**manifest, "sha256": {path.name: fingerprint}}
    path.with_name("counts.csv.manifest.json").write_text(json.dumps(fields))
    return path


@pytest.fixture(scope="module")
def manifest(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Return the manifest of a table by region, exact, k = 3, with labels."""
    out = tmp_path_factory.mktemp("counts") / "counts.csv"
    records = [("n", frozenset("ab")), ("s", frozenset("cd"))] * 9
    api.publish_counts(source_of(records), out, k=3, exact=True, by=["region"], taxonomy=TREE)
    fields: dict[str, Any] = json.loads(out.with_name("counts.csv.manifest.json").read_text())
    assert api.verify(out).satisfied
    return fields


table_of_cells = st.tuples(st.lists(record, min_size=4, max_size=20), st.booleans(), st.sampled_from([0.6, 1.0]))
chosen_sets = st.sets(st.frozensets(st.sampled_from("abcd"), min_size=2, max_size=3), max_size=5)


@examples(60)
@given(
    drawn=table_of_cells,
    pairs=st.booleans(),
    chosen=chosen_sets,
    step=st.sampled_from([1, 3]),
    random=st.randoms(use_true_random=False),
)
def test_verify_finds_what_follows_in_plain_python(
    manifest: dict[str, Any],
    tmp_path_factory: pytest.TempPathFactory,
    drawn: tuple[list[Record], bool, float],
    pairs: bool,
    chosen: set[frozenset[str]],
    step: int,
    random: Any,
) -> None:
    (records, small, share), k = drawn, 3
    asked = oracle.Asked(pairs, chosen)
    every = countable(records, sorted({group for group, _ in records}), k, OVER, asked)
    shown = {cell: n - n % step for cell, n in every.items() if random.random() < share}
    if not shown:
        return
    groups = sorted({group for group, _ in shown} - {""})
    promise = CountsPromise(
        k, False, step, small, ("region",), ("region",), {"a": "ab", "b": "ab"},
        ("items", "labels", "pairs") if pairs else ("items", "labels"), tuple(map(tuple, map(sorted, chosen))),
    )  # fmt: skip
    fields = {**manifest, **promise.manifest_fields}
    answer = api.verify(written(tmp_path_factory.mktemp("altered"), shown, fields))
    try:
        kinds = oracle.follows(shown, groups, k, OVER, k - 1 if small else ANY, step, asked)
    except oracle.ContradictionError:
        assert not answer.satisfied
        return
    assert answer.satisfied == (not any(kinds.values())), (kinds, answer.messages)


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ({("", "a"): 9, ("", "ab"): 8}, "follows from a count less that of a cell in it"),
        ({("", ""): 9, ("", "a"): 2}, "1 count is under 3"),
        ({("", ""): 9, ("n", ""): 4, ("s", ""): 4}, "as what is left of a total"),
        ({("", ""): 20, ("", "c"): 12, ("", "d"): 12, ("", "cd"): 6}, "of who holds none of several items"),
        ({("", "a"): 9, ("", "ab"): 12}, "a count is larger than one around it"),
    ],
)
def test_a_table_that_tells_is_refused(
    tmp_path: Path, manifest: dict[str, Any], cells: dict[tuple[str, str], int], message: str
) -> None:
    shown = {(group, frozenset(items)): n for (group, items), n in cells.items()}
    answer = api.verify(written(tmp_path, shown, manifest))
    assert not answer.satisfied
    assert any(message in fault for fault in answer.messages)


@pytest.mark.slow
def test_a_file_that_is_another_one_is_refused(tmp_path: Path, manifest: dict[str, Any]) -> None:
    path = written(tmp_path, {("", frozenset("a")): 9}, manifest)
    assert api.verify(path).satisfied
    path.write_text(path.read_text().replace("9", "12"))
    assert not api.verify(path).satisfied
    path.write_text("region,item,item2,count,more\n,a,,9,x\n")
    assert "columns of the table" in str(api.verify(path).messages)
    path.write_text("region,item,item2,count\n,a,,9.5\n")
    assert "no whole number" in str(api.verify(path).messages)
    path.write_text("region,item,item2,count\n,a,,9\n,a,,12\n")
    assert "shown twice" in str(api.verify(path).messages)
    sets = [{"itemsets": [list(labels)]} for labels in ("aa", "", "abcd")]
    others = ({"adds_up": ["month"]}, {"adds_up": []}, {"not_shown": None, "by": 7}, {"kinds": 7})
    for damage in ({"parameters": {"k": "3"}}, *others, *sets):
        written(tmp_path, {("", frozenset("a")): 9}, {**manifest, **damage})
        with pytest.raises(BadInput, match="does not say what its counts promise"):
            api.verify(path)
    other = {**manifest, "guarantee": "Nobody can tell anything."}
    assert "another guarantee" in str(api.verify(written(tmp_path, {("", frozenset("a")): 9}, other)).messages)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "say one of both"),
        ({"k": 5, "epsilon": 1}, "say one of both"),
        ({"k": 5, "most": 3}, "not with"),
        ({"k": 5, "exact": True, "rounded": True}, "exclude each other"),
        ({"epsilon": 1, "by": ["region"]}, "not with"),
        ({"k": 5, "by": ["region", "region"]}, "names a column twice"),
        ({"k": 5, "by": ["region"], "adds_up": ["who"]}, "no column of"),
        ({"k": 5, "by": ["item3"]}, "as the table calls its own"),
        ({"k": 5, "itemsets": [list("abcd")]}, "itemsets with .* have up to 3 items"),
    ],
)
def test_what_makes_no_sense_is_refused_before_the_work(options: dict[str, Any], message: str) -> None:
    with pytest.raises(BadParameter, match=message):
        api.publish_counts(source_of([("n", frozenset("a"))]), **options)


@pytest.mark.slow
def test_chosen_itemsets_are_counted_beside_items(tmp_path: Path) -> None:
    """Chosen sets of one to three items, in all and by region; one that too few hold, and one that the source lacks."""
    records = [("n", frozenset("abc"))] * 9 + [("s", frozenset("ab"))] * 6 + [("s", frozenset("d"))] * 8
    chosen = [list(items) for items in ("abc", "ba", "ad", "a", "zb")]
    out = tmp_path / "counts.csv"
    counts = api.publish_counts(
        source_of(records), out, k=5, exact=True, count=["items"], by=["region"], itemsets=chosen
    )
    assert isinstance(counts, SafeCounts)
    assert counts.columns == ("region", "item", "item2", "item3", "count")
    rows = pd.read_csv(out, keep_default_na=False).astype(str).agg(",".join, axis=1)
    assert {",a,b,c,9", "n,a,b,c,9", ",a,b,,15", "s,a,b,,6"} < set(rows)
    assert counts.promise.itemsets == (("a",), ("a", "b"), ("a", "b", "c"), ("a", "d"))
    assert counts.promise.small_if_hidden and "sets of items those that were chosen" in counts.promise.guarantee
    assert api.verify(out).satisfied
    counts = api.publish_counts(source_of(records), k=5, exact=True, itemsets=[["a", "b"]])
    assert isinstance(counts, SafeCounts)
    assert counts.counts == ((None, None, 23), ("a", "b", 15))


def test_a_record_of_two_groups_is_refused() -> None:
    source = pd.DataFrame([(1, "a", "n"), (1, "b", "s")], columns=["record_id", "item", "region"])
    with pytest.raises(BadInput, match='1 record has no value or several in the column "region"'):
        api.publish_counts(source, k=2, by=["region"])
