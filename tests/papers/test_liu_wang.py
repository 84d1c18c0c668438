"""Anonymizing Transaction Data by Integrating Suppression and Generalization: the running example, number by number."""

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import pytest

from setanon_sql.engine import DuckDBEngine
from setanon_sql.models.km.methods import anonymize_km
from setanon_sql.models.km.methods.kept import ConflictGraph
from setanon_sql.models.km.methods.literal import CutCost, cut_cost, literal_search
from setanon_sql.models.km.methods.rounds import first_round
from setanon_sql.models.km.methods.threats import Supporters
from setanon_sql.models.km.methods.tree import Tree, read_tree
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.options.words import Algorithm, LabelCost
from setanon_sql.taxonomy import Nodes, Taxonomy, encode
from tests import lent
from tests.data import above, dataset_of
from tests.oracle import km
from tests.papers.running_example import DATA, WITH_L, WITHOUT_L


class Example:
    """The example in an engine, with all minimal threats over all nodes (k = 2, any m)."""

    def __init__(self, engine: DuckDBEngine, parent: Mapping[str, str], cost: LabelCost) -> None:
        self.dataset = dataset_of(engine, DATA)
        self.nodes: Nodes = encode(engine, Taxonomy(parent, "T"), self.dataset)
        supporters = Supporters(engine, self.dataset.transactions, self.nodes.ancestors, 2)
        self.tree: Tree = read_tree(supporters, self.nodes.nodes, self.dataset.items, cost)
        self.threats, self.complete = supporters.threats(range(1, len(self.tree.parent)), 9)

    def ids(self, labels: str) -> list[int]:
        """The node ids of some labels."""
        return [self.tree.labels.tolist().index(label) for label in labels]

    def cost(self, cut: str) -> tuple[float, str]:
        """The cost of a cut and what its scenario suppresses."""
        found: CutCost = cut_cost(self.tree, self.threats, self.ids(cut))
        return round(found.cost, 9), "".join(sorted(self.tree.labels[list(found.suppressed)]))


@contextmanager
def example(parent: Mapping[str, str], cost: LabelCost = "lm") -> Iterator[Example]:
    with lent.engine() as engine:
        yield Example(engine, parent, cost)


@pytest.mark.parametrize("parent", [WITHOUT_L, WITH_L], ids=["without L", "with L"])
def test_each_cut_costs_what_the_paper_says(parent: Mapping[str, str]) -> None:
    with example(parent) as found:
        assert found.cost("T")[0] == 23
        assert found.cost("PQei") == (8.6, "i")
        assert found.cost("HKQei") == (10.2, "Hi")
        assert found.cost("PfgMei") == (5.6, "i")


def test_cut_4_of_figure_2_needs_a_node_over_f_and_g() -> None:
    with example(WITH_L) as found:
        assert found.cost("PLMei") == (6.2, "i")


@pytest.mark.parametrize(
    ("parent", "by_size"), [(WITHOUT_L, {1: 3, 2: 12, 3: 6}), (WITH_L, {1: 3, 2: 13, 3: 9})], ids=["21", "25"]
)
def test_minimal_threats_over_all_nodes(parent: Mapping[str, str], by_size: dict[int, int]) -> None:
    """With the node over f and g they are the 25 of section 4.1; the tree without it has 21."""
    over = above(Taxonomy(parent, "T"))
    brute = km.minimal_threats(km.generalized(DATA, over), 2, 9, over)
    assert Counter(map(len, brute)) == by_size
    with example(parent) as found:
        assert {rows.shape[1]: len(rows) for rows in found.threats if len(rows)} == {n: by_size[n] for n in (2, 3)}
        assert found.complete


@pytest.mark.parametrize("parent", [WITHOUT_L, WITH_L], ids=["without L", "with L"])
def test_the_search_of_the_paper_ends_at_its_final_cut(parent: Mapping[str, str]) -> None:
    with example(parent) as found:
        kept = literal_search(ConflictGraph(found.tree, range(1, len(found.tree.parent)), found.threats))
        assert sorted(found.tree.labels[kept.nodes()]) == sorted("PfgMe")


def test_round_1_keeps_frequent_items_and_generalizes_the_others() -> None:
    with example(WITHOUT_L) as found:
        assert sorted(found.tree.labels[first_round(found.tree)]) == sorted("abcdfgMei")


@pytest.mark.parametrize("algorithm", ["improved", "paper"])
@pytest.mark.parametrize("cost", ["lm", "ncp"])
@pytest.mark.parametrize("m", [3, pytest.param(5, marks=pytest.mark.slow), None])
@pytest.mark.parametrize("parent", [WITHOUT_L, WITH_L], ids=["without L", "with L"])
def test_mhghs_ends_at_the_solution_of_the_paper(
    parent: Mapping[str, str], m: int, cost: LabelCost, algorithm: Algorithm
) -> None:
    with example(parent, cost) as found:
        model, tree = KmAnonymity(2, m), found.nodes
        result = anonymize_km(found.dataset, model, tree.nodes, tree.ancestors, cost=cost, algorithm=algorithm)
        assert sorted(found.tree.labels[list(result.kept)]) == sorted("PfgMe")
        assert round(result.cost * 23, 9) == {"lm": 5.6, "ncp": round(71 / 11, 9)}[cost]
