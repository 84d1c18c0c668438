"""A mapping on new data: what stands against it, and that no other cut mends it with fewer labels changed."""

import sys
from collections.abc import Mapping, Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadInput, NotReached
from setanon_sql.models.km.methods import KmResult, apply_mapping
from setanon_sql.models.km.methods.kept import ConflictGraph, KeptSet
from setanon_sql.models.km.methods.mapped import mapping_of
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.taxonomy import Taxonomy, encode
from tests import lent
from tests.data import dataset_of
from tests.oracle import km
from tests.strategies import baskets, examples, taxonomies

Records = Sequence[set[str]]

#: Fruit and drinks under one root.
ABOVE = {"apple": "fruit", "pear": "fruit", "fig": "fruit", "tea": "drinks", "milk": "drinks"}
SHOP = Taxonomy(ABOVE | {"fruit": "all", "drinks": "all"}, "all")
AS_THEY_ARE = {"apple": "apple", "pear": "pear", "tea": "drinks", "milk": "drinks"}


def applied(
    engine: DuckDBEngine,
    data: Records,
    mapping: Mapping[str, str],
    taxonomy: Taxonomy = SHOP,
    *,
    k: int = 2,
    m: int | None = 2,
    extension: bool = True,
) -> KmResult:
    source = dataset_of(engine, data)
    nodes = encode(engine, taxonomy, source)
    model = KmAnonymity(k, m)
    return apply_mapping(source, model, nodes.nodes, nodes.ancestors, mapping, extension=extension, seconds=20)


def kept_labels(found: KmResult) -> set[str]:
    return {str(found.tree.labels[node]) for node in found.kept}


def released(data: Records, taxonomy: Taxonomy, kept: set[str]) -> list[set[str]]:
    return [{over for item in record for over in taxonomy.path(item) if over in kept} for record in data]


def test_what_does_is_applied_as_it_is(engine: DuckDBEngine) -> None:
    data = [{"apple", "tea"}, {"apple", "milk"}, {"pear"}, {"pear"}]
    found = applied(engine, data, AS_THEY_ARE, extension=False)
    assert kept_labels(found) == {"apple", "pear", "drinks"} and found.method == "mapping"
    assert found.mapped is not None and (found.mapped.labels_kept, found.mapped.threats) == (3, 0)


def test_new_items_and_threats_are_told_and_nothing_is_done(engine: DuckDBEngine) -> None:
    data = [{"apple", "tea"}, {"apple", "milk"}, {"pear"}, {"fig"}, {"fig"}]
    with pytest.raises(NotReached) as told:
        applied(engine, data, AS_THEY_ARE, extension=False)
    # the fig is new; one pear is too few
    assert "1 item is new (0 of them" in told.value.message and "each of 1 minimal" in told.value.message
    assert "fig" not in str(told.value) and "new item: fig" in told.value.details
    assert "is suppressed: pear" in told.value.details and "is added: fig" in told.value.details


def test_a_label_that_is_threatened_goes_up_and_others_stay(engine: DuckDBEngine) -> None:
    # pear with drinks is one record: pear or drinks has to go, or both kinds of fruit go up
    data = [{"apple", "tea"}, {"apple", "milk"}, {"pear", "tea"}, {"pear"}]
    found = applied(engine, data, AS_THEY_ARE)
    assert found.mapped is not None
    assert (found.mapped.labels_kept, found.mapped.labels_generalized, found.mapped.labels_suppressed) == (2, 0, 1)
    assert {"apple"} < kept_labels(found)


def test_what_a_poor_search_misses_is_found_by_the_integer_program(
    engine: DuckDBEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The search keeps nothing here. Each conflict is told once: of one told twice it would let go, and keep again."""

    def poor(graph: ConflictGraph, *_: object) -> KeptSet:
        assert all(len(set(others.tolist())) == len(others) for others in graph.conflicts)
        return KeptSet(graph)

    monkeypatch.setattr(sys.modules[mapping_of.__module__], "search", poor)
    found = applied(engine, [{"apple", "tea"}, {"apple", "milk"}, {"pear", "tea"}, {"pear"}], AS_THEY_ARE)
    assert found.mapped is not None and found.mapped.labels_kept == 2


def test_a_new_item_goes_to_the_label_over_it(engine: DuckDBEngine) -> None:
    data = [{"tea", "apple"}, {"milk", "apple"}, {"fig"}]
    mapping = {"apple": "fruit", "pear": "fruit", "tea": "drinks", "milk": "drinks"}
    found = applied(engine, data, mapping)
    assert kept_labels(found) == {"fruit", "drinks"}
    assert found.mapped is not None and found.mapped.new_items_placed == found.mapped.new_items == 1
    assert mapping_of(found.tree, found.kept, [found.tree.labels.tolist().index("fig")]) == {"fig": "fruit"}


def test_a_label_without_records_stays_for_the_month_after(engine: DuckDBEngine) -> None:
    found = applied(engine, [{"tea"}, {"milk"}], AS_THEY_ARE)
    assert kept_labels(found) == {"apple", "pear", "drinks"}


@pytest.mark.parametrize(
    ("mapping", "what"),
    [
        ({"apple": "vegetables"}, "1 label of the mapping is not in the taxonomy"),
        ({"cocoa": ""}, "1 label of the mapping is not in the taxonomy"),
        ({"apple": "drinks"}, "1 item of the mapping does not go to the nearest"),
        ({"apple": "", "pear": "fruit"}, "1 item of the mapping does not go to the nearest"),
        ({"apple": "fruit", "tea": "all"}, "1 label of the mapping stands below another"),
    ],
)
def test_a_mapping_that_is_no_cut_of_the_taxonomy(engine: DuckDBEngine, mapping: dict[str, str], what: str) -> None:
    with pytest.raises(BadInput, match=what):
        applied(engine, [{"apple", "tea"}] * 2, mapping)


def cuts(labels: Sequence[str], taxonomy: Taxonomy) -> list[set[str]]:
    """All sets of some labels, none over another."""
    found = [set(some) for size in range(len(labels) + 1) for some in combinations(labels, size)]
    return [some for some in found if not any(some & set(taxonomy.path(label)[1:]) for label in some)]


def best(data: Records, taxonomy: Taxonomy, mapping: Mapping[str, str], k: int, m: int) -> int:
    """The most labels of a mapping that any safe cut keeps: of these labels, those over them, those over new items."""
    before, spoken = set(mapping.values()) - {""}, {over for item in mapping for over in taxonomy.path(item)}
    new = {item for record in data for item in record if item not in mapping}
    able = {over for label in before for over in taxonomy.path(label)}
    able |= {over for item in new for over in taxonomy.path(item) if over not in spoken}
    safe = [cut for cut in cuts(sorted(able), taxonomy) if km.is_km_anonymous(released(data, taxonomy, cut), k, m)]
    return max(len(cut & before) for cut in safe)


@st.composite
def months(draw: st.DrawFn) -> tuple[Records, Taxonomy, dict[str, str]]:
    """New data, a taxonomy, and a mapping of some of its items."""
    taxonomy = draw(taxonomies())
    kept: set[str] = set()
    for label in draw(st.permutations(sorted(set(taxonomy.depth) - {"top"}))):
        near = set(taxonomy.path(label)) | {below for below in taxonomy.depth if label in taxonomy.path(below)}
        if not near & kept and draw(st.booleans()):
            kept.add(label)
    known = draw(st.sets(st.sampled_from("abcdefg"), min_size=1))
    mapping = {item: next((over for over in taxonomy.path(item) if over in kept), "") for item in sorted(known)}
    return draw(baskets), taxonomy, mapping


@pytest.mark.slow
@given(month=months(), k=st.integers(2, 3), m=st.integers(1, 3))
@examples(150)
def test_no_safe_cut_keeps_more_labels(month: tuple[Records, Taxonomy, dict[str, str]], k: int, m: int) -> None:
    data, taxonomy, mapping = month
    if len(data) < k or not any(data):
        return
    with lent.engine() as engine:
        try:
            found = applied(engine, data, mapping, taxonomy, k=k, m=m)
        except NotReached:
            assert _nothing_is_left(data, taxonomy, mapping, k, m)
            return
        kept = kept_labels(found)
        assert km.is_km_anonymous(released(data, taxonomy, kept), k, m)
        assert found.mapped is not None and found.mapped.labels_kept == best(data, taxonomy, mapping, k, m)
        _stays_or_goes_up(data, taxonomy, mapping, kept, k, m)


def _nothing_is_left(data: Records, taxonomy: Taxonomy, mapping: Mapping[str, str], k: int, m: int) -> bool:
    """With as many labels of the mapping as can be, can the cut lose every item of the data?"""
    before = set(mapping.values()) - {""}
    held = {over for record in data for item in record for over in taxonomy.path(item)}
    return best(data, taxonomy, mapping, k, m) == len({label for label in before if label not in held})


def _stays_or_goes_up(
    data: Records, taxonomy: Taxonomy, mapping: Mapping[str, str], kept: set[str], k: int, m: int
) -> None:
    """What went to a label goes to it, or to one over it, or nowhere; and all stay where all can stay."""
    for item, label in mapping.items():
        now = next((over for over in taxonomy.path(item) if over in kept), "")
        assert not label or not now or now in taxonomy.path(label)
    before = set(mapping.values()) - {""}
    if km.is_km_anonymous(released(data, taxonomy, before), k, m):
        assert before <= kept
