"""Balanced taxonomies: every item a leaf, no label with one child, like items side by side."""

from hypothesis import given
from hypothesis import strategies as st

from setanon_sql.taxonomy import Taxonomy, check
from setanon_sql.taxonomy.balanced import balanced_tree, by_label, by_likeness
from setanon_sql.taxonomy.pruning import pruned_tree


@given(st.sets(st.text("ab1 .", min_size=1, max_size=4), min_size=2, max_size=40), st.integers(2, 6), st.booleans())
def test_every_item_is_a_leaf_as_deep_as_any(items: set[str], fan_out: int, ranges: bool) -> None:
    tree = balanced_tree(by_label(items), fan_out, ranges=ranges)
    assert set(tree.leaves) == items
    assert len({tree.depth[leaf] for leaf in tree.leaves}) == 1
    assert all(2 <= len(children) < 2 * fan_out for children in tree.children.values())


def test_numbers_in_labels_count_by_value() -> None:
    assert by_label(["item 10", "item 9", "b", "item 9a"]) == ["b", "item 9", "item 9a", "item 10"]


def test_like_items_stand_side_by_side() -> None:
    edges = [("a", "d", 0.9), ("b", "c", 0.8), ("d", "b", 0.1), ("a", "c", 0.05)]
    assert by_likeness("abcd", edges) in (list("adbc"), list("cbda"))
    assert sorted(by_likeness("abcd", [])) == list("abcd")


@given(st.sets(st.sampled_from("abcdefgh")))
def test_a_pruned_tree_keeps_the_other_leaves(gone: set[str]) -> None:
    tree = balanced_tree(list("abcdefgh"), 2, ranges=False)
    left = pruned_tree(tree, gone)
    if gone != set("abcdefgh"):
        assert set(left.leaves) == set("abcdefgh") - gone
        assert not [fault for fault in check(left) if fault.kind == "one_child"]


def test_a_chain_ends_where_it_says_something() -> None:
    tree = Taxonomy({"a": "A", "A": "X", "X": "top", "b": "top"}, "top")
    assert pruned_tree(tree, set()) == Taxonomy({"a": "top", "b": "top"}, "top")
