"""Frequent sets that no record shows, and which of them told something sensitive too surely: as in plain Python."""

import json
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.commands import attack_words
from setanon_sql.inference.hidden_sets import HiddenSets
from setanon_sql.models.coherence.hidden import hidden_in_release
from setanon_sql.models.coherence.parameters import Coherence, SensitiveGroup
from setanon_sql.query.templates import columns_of
from setanon_sql.report.attacks import read_attacks
from tests import lent
from tests.coherence import oracle
from tests.data import dataset_of
from tests.strategies import baskets, examples, persons_of


def expected(
    data: list[set[str]], shown: list[set[str]], model: Coherence, private: set[str], persons: list[int] | None
) -> list[HiddenSets]:
    """Return what is to be counted, by brute force."""
    groups = [(group.items, group.h) for group in model.groups]
    records = [*map(sorted, data)]
    telling = oracle.moles(records, 1, 2, model.h, private, persons, groups)
    found = []
    for size in range(1, min(model.m or 2, 2) + 1):
        sets = {frozenset(chosen) for record in data for chosen in combinations(sorted(record - private), size)}
        frequent = {
            chosen for chosen in sets
            if len({persons[at] if persons else at for at, record in enumerate(data) if chosen <= record}) >= model.k
        }  # fmt: skip
        hidden = {chosen for chosen in frequent if not any(chosen <= labels for labels in shown)}
        told = frequent & telling
        found.append(HiddenSets(size, len(frequent), len(told), len(hidden), len(hidden & told)))
    return found


@given(baskets, st.data(), st.integers(2, 3), st.sampled_from([1, 2, 3, None]), st.sampled_from(["1/2", "1/3", "1"]))
@examples(400)
def test_it_counts_what_brute_force_finds(
    data: list[set[str]], drawn: st.DataObject, k: int, m: int | None, h: str
) -> None:
    """A release shows some of the items of each record, and labels that are no items."""
    persons = drawn.draw(st.none() | persons_of(len(data)))
    shown = [drawn.draw(st.sets(st.sampled_from(sorted(record | {"AB"})))) for record in data]
    private = {"a", "c"} & set().union(*data)
    groups = (SensitiveGroup("group", Fraction(2, 5), ("a", "c")),) if drawn.draw(st.booleans()) else ()
    model = Coherence(k, m, Fraction(h), persons is not None, groups)
    with lent.engine() as engine:
        dataset = dataset_of(engine, data, persons=persons)
        numbers = {str(label): int(item) for item, label in engine.rows(columns_of(dataset.items, "item", "label"))}
        sensitive = engine.load("sensitive", {"item": int}, [sorted(numbers[label] for label in private)])
        lines = [(f"r{at}", label) for at, labels in enumerate(shown) for label in sorted(labels)]
        released = engine.load_rows("lines", {"record_id": str, "item": str}, lines)
        found = hidden_in_release(dataset, released, model, sensitive)
    assert [*found] == (expected(data, shown, model, private, persons) if model.bounded else [])


#: a beside x tells s or t, so that a goes: a beside b is hidden, too. Of those who are held out b beside x tells s.
PEOPLE = [*["axs"] * 4, *["axt"] * 4, *["bx", "a", "x", "b"] * 8, *["ab"] * 2, *["bxs"] * 40]


@pytest.mark.slow
def test_the_attack_and_its_report_say_it_of_the_records_that_were_not_held_out(tmp_path: Path) -> None:
    people = {f"p{at:02}": [*basket] for at, basket in enumerate(PEOPLE)}
    members = dict([*people.items()][:42])
    groups = tmp_path / "groups.csv"
    groups.write_text("item,group,h\ns,opioid,0.9\nt,opioid,0.9\n")
    how: dict[str, Any] = {"k": 2, "m": 2, "h": "0.4", "sensitive": ["s", "t"]}
    made = api.anonymize_coherence(members, tmp_path / "r.csv", **how, sensitive_groups=groups)
    assert {*made.df()["item"]} == {"b", "x", "s", "t"}
    control = dict([*people.items()][42:])
    attack = api.attack_infer(made, source=people, control=control, sensitive=["s", "t"], known=1)
    assert attack.hidden_sets == (HiddenSets(1, 3, 0, 1, 0), HiddenSets(2, 3, 1, 2, 1))
    words = attack_words.infer_attack(attack)
    assert "1 group of these is listed" in words and "not shown" in words
    row = attack.by_known[0].all_members
    assert row.right_with_labels >= row.right and attack.sensitive_groups == 1
    found = tmp_path / "infer.json"
    found.write_text(json.dumps(attack.to_json()))
    assert any("50.0 % (all were counted)" in told.success for told in read_attacks([found]))
