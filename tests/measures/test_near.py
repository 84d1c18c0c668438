"""Rows by the level of their label, and how many frequent items and pairs keep about their count."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from setanon_sql.engine import DuckDBEngine
from setanon_sql.measures import near
from setanon_sql.measures.public import public_sentences
from setanon_sql.measures.records import utility
from setanon_sql.measures.results import Measures
from setanon_sql.measures.sentences import sentences
from setanon_sql.taxonomy import Taxonomy, encode
from tests import lent
from tests.data import dataset_of
from tests.strategies import examples

TREE = Taxonomy(dict.fromkeys("ab", "AB") | {"AB": "all", "c": "all"}, "all")


def test_rows_are_told_by_the_level_of_their_label(engine: DuckDBEngine) -> None:
    source = dataset_of(engine, [{"a"}, {"b"}, {"a", "c"}, {"a", "c"}])
    shown = [(1, "a"), (2, "AB"), (3, "AB"), (3, "c"), (4, "all")]
    release = engine.load_rows("lines", {"record_id": int, "item": str}, shown)
    measures = utility(source, release, encode(engine, TREE, source), grouped=True)
    assert (measures.rows_unchanged, measures.rows_at_depth) == (2, {0: 1, 1: 2})
    assert measures["rows_at_depth_1"] == 2


def test_the_levels_are_told_and_in_public_no_small_count() -> None:
    rows = {"rows_unchanged": 9, "rows_generalized": 41, "rows_after": 50}
    measures = Measures(**rows, rows_at_depth={0: 1, 2: 40}, records_gone=0, items_near={100: 7}, pairs_near={100: 3})
    said = "Rows with a label by its level: 40 at level 2, {} at the root."
    assert said.format(1) in sentences(measures)
    assert said.format("fewer than 5") in public_sentences(measures, 5)
    near_source = (
        "Counts within 5 % of the source have 7 of the 100 most frequent items, 3 of the 100 most frequent pairs."
    )
    assert near_source in sentences(measures)
    assert not [line for line in public_sentences(measures, 5) if "within" in line]


@given(
    st.lists(st.tuples(st.sets(st.sampled_from("abcde"), min_size=1), st.sets(st.sampled_from("abcde"))), min_size=1)
)
@examples(200)
def test_near_counts_are_those_of_plain_python(records: list[tuple[set[str], set[str]]]) -> None:
    """Of each record some items are released."""
    before = [items for items, _ in records]
    after = [items & kept for items, kept in records]
    names = sorted(set().union(*before))
    sets = [({item}) for item in names], [set(pair) for pair in combinations(names, 2)]
    with lent.engine() as engine:
        source = dataset_of(engine, before)
        lines = [(at, item) for at, items in enumerate(after, 1) for item in sorted(items)]
        told = near.near_counts(source, engine.load_rows("lines", {"record_id": int, "item": str}, lines), most=(1, 2))
    for mapping, asked in zip((told.items_near, told.pairs_near), sets, strict=True):
        counted = [(sum(s <= r for r in before), sum(s <= r for r in after)) for s in asked]
        supports = sorted((n for n, _ in counted if n), reverse=True)
        assert list(mapping) == [most for most in (1, 2) if len(supports) >= most]
        for most, found in mapping.items():
            # Of equally frequent ones any may be among the most frequent.
            surely = sum(n > supports[most - 1] and (n - left) * 20 <= n for n, left in counted)
            ties = sum(n == supports[most - 1] and (n - left) * 20 <= n for n, left in counted)
            assert surely <= found <= surely + ties
