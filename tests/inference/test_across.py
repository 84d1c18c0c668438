"""Two releases of the same people: counts against an oracle that looks at everybody and every set."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sqlglot import parse_one

from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadInput
from setanon_sql.inference.across import AcrossAttack, attack_across, labels_of, side_persons
from setanon_sql.query.templates import Table
from setanon_sql.taxonomy import Taxonomy
from tests import lent
from tests.data import columns
from tests.oracle import across as oracle
from tests.strategies import ITEMS, examples, taxonomies

Records = Sequence[set[str]]


def labels(engine: DuckDBEngine, records: Records) -> Table:
    rows = [(person, label) for person, held in enumerate(records, 1) for label in sorted(held)]
    return engine.load("held", {"person": int, "label": str}, columns(rows, 2))


def attacked(
    engine: DuckDBEngine,
    olds: Records,
    news: Records,
    k: int,
    m: int,
    taxonomy: Taxonomy | None = None,
    persons: Sequence[int] = (),
) -> AcrossAttack:
    rows = [list(range(1, len(olds) + 1)), list(persons)]
    whose = engine.load("whose", {"record_id": int, "person": int}, rows) if persons else None
    sides = labels(engine, olds), labels(engine, news)
    return attack_across(engine, len(olds), sides, k=k, m=m, taxonomy=taxonomy, whose=whose)


def test_what_each_release_hides_is_found_by_both(engine: DuckDBEngine) -> None:
    # each release is 2-anonymous; tea in the old one and a pear in the new one is one person
    olds = [{"tea"}, {"tea"}, {"milk"}, {"milk"}]
    news = [{"pear"}, {"fig"}, {"pear"}, {"fig"}]
    found = attacked(engine, olds, news, 2, 2)
    assert found.persons_at_risk_by_size == {1: 0, 2: 4} and found.sets_by_size == {1: 0, 2: 4}
    assert (found.hidden_by_new, found.hidden_by_old) == (("milk", "tea"), ("fig", "pear"))


def test_one_item_that_both_show_tells_both(engine: DuckDBEngine) -> None:
    olds = [{"tea"}, {"tea"}, {"milk"}, {"milk"}]
    news = [{"tea"}, {"milk"}, {"tea"}, {"milk"}]
    found = attacked(engine, olds, news, 2, 1)
    # tea in both is one person, and milk in both; who holds tea in one only is one of two
    assert found.persons_at_risk == 2 and found.sets_by_size == {1: 2}


def test_a_label_over_another_is_one_item(engine: DuckDBEngine) -> None:
    tree = Taxonomy({"apple": "fruit", "pear": "fruit", "fruit": "all"}, "all")
    olds, news = [{"fruit"}, {"fruit"}, {"plum"}, {"plum"}], [{"apple"}, {"pear"}, {"apple"}, {"plum"}]
    assert attacked(engine, olds, news, 2, 1).sets_by_size == {1: 3}  # the pear, the plum of the new one and of both
    found = attacked(engine, olds, news, 2, 1, tree)
    assert found.sets_by_size == {1: 5} and not found.hidden_by_new + found.hidden_by_old


def test_only_those_who_are_in_both_releases_are_candidates(engine: DuckDBEngine) -> None:
    # the second person is wholly suppressed in the new release: two candidates for the fig are left
    olds: Records = [{"fig"}, {"fig"}, {"fig"}, {"tea"}, {"tea"}, {"tea"}]
    news: Records = [{"tea"}, set(), {"tea"}, {"tea"}, {"tea"}, {"tea"}]
    found = attacked(engine, olds, news, 3, 1)
    assert (found.persons, found.not_in_both, found.persons_at_risk) == (5, 1, 2)
    with pytest.raises(BadInput, match="no person of the link is in both releases"):
        attacked(engine, [{"fig"}, set()], [set(), {"fig"}], 2, 1)


held = st.frozensets(st.sampled_from([*ITEMS, "G1", "G2", "G1 (other)", "G2 (other)"]), max_size=4).map(set)


def leaves_of(label: str, tree: Taxonomy, release: Records) -> set[str]:
    """What a label of a release stands for; one that is in no tree for itself."""
    plain = label.removesuffix(" (other)")
    if plain not in tree.depth:
        return {label}
    below = {leaf for leaf in tree.leaves if plain in tree.path(leaf)}
    return below if plain == label else below - set().union(*release)


def test_a_label_without_some_items_does_not_stand_for_these(engine: DuckDBEngine) -> None:
    tree = Taxonomy({"apple": "fruit", "pear": "fruit", "fruit": "all", "plum": "all"}, "all")
    olds: Records = [{"fruit (other)"}, {"apple"}, {"apple"}]
    assert not attacked(engine, olds, [{"pear"}, {"pear"}, {"apple"}], 2, 1, tree).hidden_by_new
    found = attacked(engine, olds, [{"plum"}, {"apple"}, {"apple"}], 2, 1, tree)
    assert (found.hidden_by_new, found.hidden_by_old) == (("fruit (other)",), ("plum",))


@given(people=st.lists(st.tuples(held, held, st.integers(1, 5)), min_size=1, max_size=9), tree=taxonomies(),
       k=st.integers(2, 3), m=st.integers(1, 3), flat=st.booleans(), by_persons=st.booleans())  # fmt: skip
@examples(150)
def test_random_people_against_the_oracle(
    people: list[tuple[set[str], set[str], int]], tree: Taxonomy, k: int, m: int, flat: bool, by_persons: bool
) -> None:
    """Each record is of a person, or where k counts persons, of one of five."""
    assume(any(old and new for old, new, _ in people))
    olds, news = [old for old, _, _ in people], [new for _, new, _ in people]
    both_sides = [[held for held, there in zip(side, other, strict=True) if there] for side, other in (
        (olds, news), (news, olds))]  # fmt: skip

    def fits(one: str, other: str) -> bool:
        if flat or one == other:
            return one == other
        return not leaves_of(one, tree, both_sides[0]).isdisjoint(leaves_of(other, tree, both_sides[1]))

    with lent.engine() as engine:
        whose = [person for _, _, person in people] if by_persons else []
        found = attacked(engine, olds, news, k, m, None if flat else tree, whose)
    in_both = [at for at, (old, new, _) in enumerate(people) if old and new]
    both = oracle.Both([olds[at] for at in in_both], [news[at] for at in in_both], [people[at][2] for at in in_both])
    both = both if by_persons else replace(both, whose=())
    persons = len(set(both.whose)) if by_persons else len(in_both)
    assert (found.persons, found.not_in_both) == (persons, len(people) - len(in_both))
    expected = {size: oracle.at_risk(both, k, size, fits) for size in range(1, m + 1)}
    assert found.persons_at_risk_by_size == expected
    assert found.sets_by_size == oracle.minimal(both, k, m, fits)
    assert found.unit == ("person" if by_persons else "")


def test_two_records_of_a_person_are_one_candidate(engine: DuckDBEngine) -> None:
    olds: Records = [{"tea"}, {"tea"}, {"milk"}, {"milk"}]
    assert not attacked(engine, olds, olds, 2, 1).broken
    found = attacked(engine, olds, olds, 2, 1, persons=[1, 1, 2, 3])
    # tea is old, new, and both, of person 1 alone
    assert (found.persons, found.persons_at_risk, found.sets_by_size) == (3, 1, {1: 3})
    assert "1 of 3 persons" in found.sentences[0] and found.to_json()["unit"] == "person"


def folder(engine: DuckDBEngine, clusters: list[tuple[int, int, str]]) -> dict[str, Table]:
    """Clusters with the one above (0: none) and their items; the last item is a term."""
    numbers = [[one[at] for one in clusters] for at in (0, 1)]
    given = engine.load("given", {"cluster_id": int, "parent": int}, numbers)
    name = given.expression().sql("duckdb")
    made = engine.table(parse_one(f"SELECT cluster_id, nullif(parent, 0) AS parent_id FROM {name}", dialect="duckdb"))
    parts = {
        "subrecords": [(one, item) for one, _, items in clusters for item in items[:-1]],
        "terms": [(one, items[-1]) for one, _, items in clusters],
    }
    kinds: dict[str, type[int] | type[str]] = {"cluster_id": int, "item": str}
    tables = {part: engine.load(part, kinds, columns(rows, 2)) for part, rows in parts.items()}
    return {"clusters": made, **tables}


def test_of_a_cluster_what_its_chunks_and_those_over_it_hold(engine: DuckDBEngine) -> None:
    tables = folder(engine, [(7, 0, "ab"), (8, 9, "cd"), (9, 10, "ef"), (10, 0, "gh")])
    link = engine.load("link", {"person": int, "old_id": str, "new_id": str}, [[1, 2, 3], ["7", "8", "8"], [""] * 3])
    found = engine.rows("inference/across/labels", held=labels_of(engine, side_persons(link, "old"), tables))
    assert {label for (label,) in found} == set("abcdefgh")
    made = labels_of(engine, side_persons(link, "old"), tables)
    rows = engine.execute("test", f"SELECT person, label FROM {made.expression().sql('duckdb')}").fetchall()
    assert sorted(rows) == sorted([(1, one) for one in "ab"] + [(who, one) for who in (2, 3) for one in "cdefgh"])
    with pytest.raises(BadInput, match="no id of the link is in the release"):
        labels_of(engine, side_persons(link, "new"), tables)
