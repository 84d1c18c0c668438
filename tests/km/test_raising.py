"""The search for labels beside an earlier release: that it ends, however the data are, and what it finds."""

import random
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadParameter, NotReached
from setanon_sql.inference.earlier import Earlier, Knowledge
from setanon_sql.models.km.methods import anonymize_km, raised
from setanon_sql.models.km.methods.raised import Raising
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.taxonomy import Taxonomy, encode
from tests import lent
from tests.data import dataset_of
from tests.km_cases import rows, wanted
from tests.oracle.across import Both, at_risk
from tests.oracle.decisions import Rules
from tests.strategies import ITEMS, examples


@dataclass(frozen=True)
class Case:
    """Records, whose they are, and the labels of each in an earlier release that is safe by itself."""

    records: list[set[str]]
    olds: list[set[str]]
    people: list[int]
    by_person: bool
    tree: Taxonomy
    rules: Rules
    k: int
    m: int
    exceptions: bool
    cost: Any
    knowledge: Knowledge


def case_of(seed: int) -> Case:
    """Return a small dense case. (Draws of hypothesis are seldom safe before, and so seldom come to the search.)"""
    chance = random.Random(seed)
    items = ITEMS[: chance.randint(3, 7)]
    tree = tree_of(chance, items)
    shares = [1 / at for at in range(1, len(items) + 1)]
    first = [set(chance.choices(items, shares, k=chance.randint(1, 5))) for _ in range(chance.randint(4, 12))]
    records = [held if chance.random() < 0.6 else set(chance.choices(items, shares, k=3)) for held in first]
    by_person = chance.random() < 0.4
    people = [chance.randint(1, max(2, len(first) * 2 // 3)) if by_person else at for at in range(len(first))]
    k, m = chance.choice([2, 2, 2, 3]), chance.choice([1, 1, 2, 2, 3])
    as_labels = [{chance.choice(tree.path(item)) for item in sorted(held)} for held in first]
    olds = made_safe(chance.choice([first, as_labels]), people, k, m)
    used = sorted(set().union(*records))
    drop = chance.choice(used)
    rules = [(drop, "drop", "")] if chance.random() < 0.6 else []
    if chance.random() < 0.2 and len(used) > 1:
        rules.append((chance.choice([item for item in used if item != drop]), chance.choice(["keep", "keep_most"]), ""))
    knowledge: Knowledge = chance.choice(["nothing", "taxonomy", "placed"])
    how = (chance.random() < 0.75, chance.choice(["ncp", "lm", "bits"]), knowledge)
    return Case(records, olds, people, by_person, tree, rules, k, m, *how)


def tree_of(chance: random.Random, items: str) -> Taxonomy:
    """Return a tree over some items, each group most often under another."""
    parent = {item: chance.choice(["G1", "G2", "G3", "top"]) for item in items}
    for group in ("G1", "G2", "G3"):
        if group in parent.values():
            over = [other for other in ("G2", "G3") if other > group]
            parent[group] = chance.choice(over) if over and chance.random() < 0.7 else "top"
    return Taxonomy(parent, "top")


def made_safe(olds: list[set[str]], people: list[int], k: int, m: int) -> list[set[str]]:
    """Take labels out until each set of up to m that somebody holds is held by k people."""
    while True:
        rare = {
            (at, some[-1]) for at, held in enumerate(olds) for size in range(1, m + 1)
            for some in combinations(sorted(held), size)
            if len({person for person, other in zip(people, olds, strict=True) if other >= set(some)}) < k
        }  # fmt: skip
        if not rare:
            return olds
        olds = [held - {label for where, label in rare if where == at} for at, held in enumerate(olds)]


def labels_beside(engine: DuckDBEngine, case: Case) -> list[set[str]]:
    """Return the labels of each record that are found beside the earlier release."""
    numbers = range(1, len(case.records) + 1)
    source = dataset_of(engine, case.records, [*map(str, numbers)], case.people if case.by_person else None)
    nodes = encode(engine, case.tree, source)
    olds = [(at, label) for at, held in zip(numbers, case.olds, strict=True) for label in sorted(held)]
    whose = [*zip(numbers, case.people, strict=True)]
    earlier = Earlier(
        engine.load_rows("olds", {"person": int, "label": str}, olds),
        engine.load_rows("linked", {"person": int, "new_id": str}, [(at, str(at)) for at in numbers]),
        engine.load_rows("whose", {"record_id": int, "person": int}, whose) if case.by_person else None,
        case.k, case.m, case.knowledge, let_go=True,
    )  # fmt: skip
    asked = wanted(engine, nodes, source.distinct_items, case.rules, {})
    how: dict[str, Any] = {"cost": case.cost, "exceptions": case.exceptions, "constraints": asked}
    model = KmAnonymity(case.k, case.m, case.by_person)
    found = anonymize_km(source, model, nodes.nodes, nodes.ancestors, earlier=earlier, **how)
    return rows(engine, found, len(case.records))


def counted_rounds(patch: pytest.MonkeyPatch) -> None:
    """Let a search fail that takes more rounds than ``Raising.run`` says it can."""
    searched = Raising._searched

    def counted(self: Raising, kept_nodes: Any, round_: int) -> list[int]:
        most = raised._ROUNDS + raised._TIMES + len(self.data.tree.parent) - 1
        assert round_ <= most, "the search does not end"
        return searched(self, kept_nodes, round_)

    patch.setattr(Raising, "_searched", counted)


@pytest.mark.slow
@examples(400)
@given(seed=st.integers(0, 2**40))
def test_the_search_ends_and_leaves_k_candidates(seed: int) -> None:
    ends(seed)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1173, 1456, 1869, 1877])
def test_searches_that_went_on_for_ever(seed: int) -> None:
    """Records that nobody has several of, with rules and without; and persons, with one known item and with two."""
    ends(seed)


@pytest.mark.slow
def test_an_item_that_has_to_stay_is_under_its_label() -> None:
    """G1 without d, which must stay, still stands for e: before, no old label was taken to be of the same item."""
    ends(611_141)


def ends(seed: int) -> None:
    """Search in a case; look at everybody's candidates."""
    case = case_of(seed)
    with lent.engine() as engine, pytest.MonkeyPatch.context() as patch:
        counted_rounds(patch)
        try:
            news = labels_beside(engine, case)
        except (NotReached, BadParameter):  # records would have to go, or k is more than there are
            return
    both = Both.of(case.olds, news, case.people)
    tree = None if case.knowledge == "nothing" else case.tree
    assert at_risk(both, case.k, case.m, both.fit(tree)) == 0


def months(folder: Path) -> dict[str, Any]:
    """Write two months of five people: what a label of the second came from is over more than its exceptions."""
    first = {1: "i3", 2: "i1 i2 i3 i4 i5", 3: "i5", 4: "i1 i2 i5", 5: "i1 i2 i4 i5"}
    second = {1000: "i3", 1001: "i0 i1 i3 i4 i5", 1002: "i5", 1003: "i1 i2 i5", 1004: "i1 i4"}
    over = {"i0": "N1", "i1": "N2", "i2": "N1", "i3": "ROOT", "i4": "N0", "i5": "N0", "N0": "N1", "N1": "N2"}
    lines = {
        "a.csv": ["record_id,item", *(f"{at},{item}" for at, held in first.items() for item in held.split())],
        "b.csv": ["record_id,item", *(f"{at},{item}" for at, held in second.items() for item in held.split())],
        "link.csv": ["old_record_id,new_record_id", *(f"{at},{999 + at}" for at in first)],
        "drop.csv": ["item,rule,level", "i4,drop,"],
        "tree.csv": ["child,parent", *(f"{low},{high}" for low, high in over.items()), "N2,ROOT"],
    }
    for name, text in lines.items():
        (folder / name).write_text("\n".join(text) + "\n")
    names = {"previous": "old.csv", "link": "link.csv", "constraints": "drop.csv", "taxonomy": "tree.csv"}
    return {option: folder / name for option, name in names.items()}


@pytest.mark.slow
def test_what_a_label_came_from_is_forbidden_as_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is left of ROOT, and of N2, is called N1, which somebody has alone: the label was forbidden for ever."""
    files = months(tmp_path)
    how: dict[str, Any] = {"k": 2, "m": 1, "optimum": 0.0}
    api.anonymize_km(tmp_path / "a.csv", tmp_path / "old.csv", record_ids="keep", **how)
    counted_rounds(monkeypatch)
    release = api.anonymize_km(tmp_path / "b.csv", tmp_path / "new.csv", **files, **how)
    assert release.beside is not None and release.beside.labels_suppressed == 1
    assert set(pd.read_csv(tmp_path / "new.csv").item) == {"i1", "i3", "i5"}
    assert api.verify(tmp_path / "new.csv").holds


@pytest.mark.slow
def test_a_search_that_learns_nothing_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = months(tmp_path)
    how: dict[str, Any] = {"k": 2, "m": 1, "optimum": 0.0}
    api.anonymize_km(tmp_path / "a.csv", tmp_path / "old.csv", record_ids="keep", **how)
    monkeypatch.setattr(Raising, "_replaced_sets", lambda *_, **__: [])  # what a label came from is not forbidden
    with pytest.raises(NotReached, match="it found labels again that it had refused; nothing was published"):
        api.anonymize_km(tmp_path / "b.csv", tmp_path / "new.csv", **files, **how)
    assert not (tmp_path / "new.csv").exists()
