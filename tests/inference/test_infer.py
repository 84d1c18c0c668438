"""The attack on sensitive items: as in plain Python; nothing is told of members where nothing depends on them."""

import random
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.commands import attack_words
from setanon_sql.errors import BadInput, BadParameter
from setanon_sql.inference.guessing import Guessed, InferAttack, Inferred, InferRequest, TrialGroup, attack_infer
from setanon_sql.query.templates import columns_of
from setanon_sql.taxonomy import Taxonomy
from tests import lent
from tests.data import dataset_of
from tests.oracle import guessing as oracle
from tests.strategies import baskets, examples, taxonomies


@pytest.mark.slow
@given(baskets, taxonomies(), st.data())
@examples(300)
def test_it_is_what_plain_python_finds(data: list[set[str]], tree: Taxonomy, draw: st.DataObject) -> None:
    hidden = draw.draw(st.sets(st.sampled_from("abcdefg"), min_size=1, max_size=4))
    assume(any(data) and set().union(*data) & hidden)
    bounded_as_one = draw.draw(
        st.dictionaries(st.sampled_from(["g", "a"]), st.sets(st.sampled_from(sorted(hidden))).map(sorted))
    )
    held_out = draw.draw(st.sets(st.integers(1, len(data))))
    labels = {item: draw.draw(st.sampled_from(tree.path(item))) for item in "abcdefg"}
    release = [{labels[item] for item in record} for record in data]
    sample = draw.draw(st.integers(1, 14))
    with lent.engine() as engine:
        dataset = dataset_of(engine, data)
        rows = [(at, label) for at, record in enumerate(release, 1) for label in sorted(record) if at not in held_out]
        assume(rows)
        lines = engine.load_rows("lines", {"record_id": int, "item": str}, rows)
        out = engine.load("held_out", {"record_id": int}, [sorted(held_out)])
        named = engine.load("named", {"label": str}, [sorted(hidden)])
        groups = TrialGroup(dataset, out), TrialGroup(dataset, out, is_control=True)
        request = InferRequest(4, sample, "s", tree, bounded_as_one)
        found, labels_over_secrets = attack_infer(*groups, lines, named, request)
        numbers = {str(label): int(item) for item, label in engine.rows(columns_of(dataset.items, "item", "label"))}
    released = [record for at, record in enumerate(release, 1) if record and at not in held_out]
    everything = dict(enumerate(data, 1))
    sides = [{at: record for at, record in everything.items() if (at in held_out) is out} for out in (False, True)]
    tried = [(side, holders) for holders in (True, False) for side in sides]
    known = [oracle.known_items(side, numbers, hidden, 4, sample, "s", holders=holders) for side, holders in tried]
    for row in found:
        groups_of_row = (row.members, row.control, row.all_members, row.all_control)
        for group, (side, _), items in zip(groups_of_row, tried, known, strict=True):
            what = (items, side, released, lambda item, label: label in tree.path(item), numbers, hidden & {*numbers})
            assert (group.persons, group.right, group.usual) == oracle.guessed(*what, row.size)
            with_labels = oracle.guessed(*what, row.size, with_labels=True, groups=bounded_as_one)
            assert (group.persons, group.right_with_labels, group.usual_with_labels) == with_labels
    over = {label: {item for item in numbers if label in tree.path(item)} for record in released for label in record}
    assert labels_over_secrets == sum(len(items) > 1 and items <= hidden for items in over.values())


def _people(n: int, seed: int) -> list[list[str]]:
    """Return records whose sensitive item depends on nothing."""
    lots = random.Random(seed)
    return [[*lots.sample([f"i{at}" for at in range(5)], 2), f"s{lots.randrange(4)}"] for _ in range(n)]


HIDDEN = ["s0", "s1", "s2", "s3"]


@pytest.mark.slow
def test_a_control_group_tells_what_is_told_of_everybody(tmp_path: Path) -> None:
    made = api.anonymize_km(_people(800, 1), tmp_path / "r.csv", k=5, m=2, control=0.5, seed="k")
    attack = api.attack_infer(made, source=_people(800, 1), control="50%", seed="k", sensitive=HIDDEN, known=1)
    (row,) = attack.by_known
    assert attack.held_out == row.control.persons == row.members.persons == 400
    assert row.interval[0] <= 0 <= row.interval[1] and abs(row.difference) < 0.1


@pytest.mark.slow
def test_whole_records_tell_of_members(tmp_path: Path) -> None:
    """Each person has an item of their own, which only a release of such people gives away."""
    people = [[f"own{at}", "all", secret] for at, (*_, secret) in enumerate(_people(200, 2))]
    people.append(["rare", "all"])
    made = api.anonymize_rho(people, tmp_path / "new.csv", rho=0.99, m=1, sensitive=["rare"], control=0.3, seed="k")
    attack = api.attack_infer(made, source=people, control=0.3, seed="k", sensitive=HIDDEN, known=2, sample=50)
    assert attack.by_known[1].members.right == 50 and attack.by_known[1].interval[0] > 0.4


@pytest.mark.slow
def test_people_of_another_file(tmp_path: Path) -> None:
    """Those with the same ids are no members; lines without ids are other people."""
    people = {f"p{at}": items for at, items in enumerate(_people(60, 3))}
    held_out = {name: people[name] for name in list(people)[:20]}
    rest = {name: items for name, items in people.items() if name not in held_out}
    made = api.anonymize_disassociation(rest, tmp_path / "apart", k=2, m=2)
    attack = api.attack_infer(made, source=people, control=held_out, sensitive=HIDDEN, known=1)
    assert (attack.held_out, attack.made_up, attack.unit) == (20, 10, "record")
    assert [attack.by_known[0].members.persons, attack.by_known[0].control.persons] == [40, 20]
    strangers = api.attack_infer(made, source=rest, control=_people(30, 4), sensitive=HIDDEN, known=1)
    assert strangers.held_out == 0 and strangers.by_known[0].control.persons == 30


@pytest.mark.slow
def test_what_cannot_be_attacked_is_refused(tmp_path: Path) -> None:
    people = _people(100, 5)
    made = api.anonymize_km(people, tmp_path / "r.csv", k=2, m=1, control=0.5, seed="k")
    asked = {"source": people, "sensitive": HIDDEN}
    for wrong in ({"control": 0.4, "seed": "k"}, {"control": 0.5, "seed": "l"}, {"control": 0.5}):
        with pytest.raises(BadInput, match="not that of the release"):
            api.attack_infer(made, **asked, **wrong)
    with pytest.raises(BadParameter, match="control"):
        api.attack_infer(made, **asked, control=1.5)
    with pytest.raises(BadParameter, match="wishes"):
        wishes = pd.DataFrame([("x", "s0")], columns=["record_id", "item"])
        api.attack_infer(made, source={"x": ["a", "s0"]}, control=people, sensitive=wishes)
    plain = api.anonymize_km(people, tmp_path / "plain.csv", k=2, m=1)
    with pytest.raises(BadInput, match="held nobody out"):
        api.attack_infer(plain, **asked, control=0.5)
    with pytest.raises(BadInput, match="in the control group holds"):
        api.attack_infer(plain, **asked, control=[["i1"]])


def test_where_nobody_holds_so_many_items_no_difference_is_told() -> None:
    some, nobody = Guessed(3, 1, 1, 1, 1), Guessed(0, 0, 0, 0, 0)
    attack = InferAttack(2, "record", 0, (Inferred(4, some, nobody, some, nobody),))
    told = attack.to_json()["by_known"]["4"]
    assert told["control"]["share_right"] is None and told["members"]["share_right"] == pytest.approx(1 / 3)
    assert [told[f"difference{end}"] for end in ("", "_low", "_high")] == [None] * 3
    assert attack_words.infer_attack(attack).split("\n\n")[1].splitlines()[-1].split()[4:8] == ["0", "-", "-", "-"]


@pytest.mark.slow
def test_it_says_whom_it_tries_and_how_many_guesses_are_right_of_anybody(tmp_path: Path) -> None:
    """One record in ten holds what is hidden: of these all are guessed, of anybody no more than one in ten."""
    people = [["all", f"i{at % 4}", *(["s0"] if at % 10 == 0 else [])] for at in range(400)]
    made = api.anonymize_rho(people, tmp_path / "new.csv", rho=0.5, m=1, sensitive=["s0"], control=0.5, seed="k")
    attack = api.attack_infer(made, source=people, control=0.5, seed="k", sensitive=["s0"], known=1)
    (row,) = attack.by_known
    assert row.members.share == row.control.share == 1
    assert row.all_members.persons == row.all_control.persons == 200
    assert row.all_members.share == row.members.persons / 200 and row.all_members.share < 0.16
    words = attack_words.infer_attack(attack)
    assert "of these alone a guess can be right" in words and "about any records" in words
    assert attack.summary().sentences[0] in attack.tried and "anybody" in attack.tried


def test_a_label_over_sensitive_items_alone_is_disclosed(tmp_path: Path) -> None:
    """No item is guessed better than by chance, but that somebody holds one is published."""
    people = [[f"i{at % 2}", *([f"s{at % 4}"] if at % 2 else [])] for at in range(80)]
    tree = Taxonomy({"i0": "all", "i1": "all", **{f"s{at}": "illness" for at in range(4)}, "illness": "all"}, "all")
    to = {f"s{at}": "illness" for at in range(4)}
    with lent.engine() as engine:
        dataset = dataset_of(engine, [set(record) for record in people])
        rows = [(at, to.get(item, item)) for at, record in enumerate(people, 1) for item in record]
        lines = engine.load_rows("lines", {"record_id": int, "item": str}, rows)
        out = engine.empty("held_out", "record_id")
        named = engine.load("named", {"label": str}, [sorted(to)])
        group = TrialGroup(dataset, out)
        (row,), labels = attack_infer(group, TrialGroup(dataset), lines, named, InferRequest(1, 80, "s", tree))
    assert labels == 1 and row.members.right < row.members.persons == row.members.right_with_labels == 40
    assert row.all_members.right_with_labels == row.all_members.usual_with_labels == 40 < row.all_members.persons
