"""The attack by known items: as in plain Python; unique records are all found, equal ones no better than by a guess."""

from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.commands import attack_words
from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadInput, BadParameter
from setanon_sql.inference.matching import MatchRequest, attack_match
from setanon_sql.query.templates import columns_of
from setanon_sql.taxonomy import Taxonomy
from tests import lent
from tests.data import dataset_of
from tests.oracle import matching as oracle
from tests.strategies import baskets, examples, taxonomies


def attacked(
    engine: DuckDBEngine, data: list[set[str]], release: list[set[str]], request: MatchRequest
) -> tuple[api.MatchAttack, dict[str, int]]:
    """Attack a release whose records have the ids of the source; also return the numbers of the items."""
    dataset = dataset_of(engine, data)
    truth = engine.table("inference/match/kept", record_ids=dataset.names())
    rows = [(at, label) for at, labels in enumerate(release, 1) for label in sorted(labels)]
    lines = engine.load_rows("lines", {"record_id": int, "item": str}, rows)
    attack = attack_match(dataset, lines, truth, request)
    return attack, {str(label): int(item) for item, label in engine.rows(columns_of(dataset.items, "item", "label"))}


@given(baskets, taxonomies(), st.data())
@examples(300)
def test_it_is_what_plain_python_finds(data: list[set[str]], tree: Taxonomy, draw: st.DataObject) -> None:
    assume(any(data))
    wrong = draw.draw(st.sampled_from([0.0, 0.0, 0.3, 0.5]))
    labels = {item: draw.draw(st.sampled_from(tree.path(item))) for item in "abcdefg"}
    release = [{labels[item] for item in record} for record in data]
    request = MatchRequest(4, wrong, sample=draw.draw(st.integers(1, 14)), seed="s", taxonomy=tree)
    with lent.engine() as engine:
        attack, numbers = attacked(engine, data, release, request)
    places = {at: record for at, record in enumerate(data, 1) if record}
    known = oracle.known_items(places, numbers, 4, request.sample, "s", wrong)
    released = {at: record for at, record in enumerate(release, 1) if record}
    assert request.sizes == [1, 2, 4]
    for row in attack.by_known:
        expected = oracle.attacked(known, released, lambda item, label: label in tree.path(item), row.size)
        assert (row.persons, row.named_right, row.named_wrong) == (
            expected.persons, expected.named_right, expected.named_wrong
        )  # fmt: skip
        assert row.guessed == pytest.approx(expected.guessed)


def test_unique_records_are_all_found_and_equal_ones_by_a_guess(engine: DuckDBEngine) -> None:
    unique = [{f"i{at}", "all"} for at in range(50)]
    attack, _ = attacked(engine, unique, unique, MatchRequest(2))
    assert attack.by_known[1].named_right == 50 and attack.by_known[1].to_json()["share_right_high"] == pytest.approx(1)
    alike = [{f"i{at // 5}", "all"} for at in range(50)]
    attack, _ = attacked(engine, alike, alike, MatchRequest(2))
    assert attack.by_known[1].named_right == 0 and attack.by_known[1].guessed == pytest.approx(50 / 5)


def test_where_nobody_holds_so_many_items_no_share_is_told(engine: DuckDBEngine) -> None:
    attack, _ = attacked(engine, [{"a"}, {"b"}], [{"a"}, {"b"}], MatchRequest(2))
    told = attack.by_known[1].to_json()
    assert told["persons"] == 0
    assert [told[name] for name in ("share_right", "share_right_low", "share_right_high", "guess_right")] == [None] * 4
    last = attack_words.match_attack(attack).split("\n\n")[1].splitlines()[-1].split()
    assert last == ["2", "0", *"-----"]


def test_a_label_over_an_item_is_known(engine: DuckDBEngine) -> None:
    tree = Taxonomy({"a": "left", "b": "left", "c": "right", "left": "all", "right": "all"}, "all")
    attack, _ = attacked(engine, [{"a"}, {"b"}, {"c"}], [{"a"}, {"b"}, {"c"}], MatchRequest(1, 0, True, taxonomy=tree))
    assert attack.by_known[0].guessed == pytest.approx(1 + 1 / 2 + 1 / 2)


@pytest.mark.slow
def test_what_cannot_be_attacked_is_refused(tmp_path: Path) -> None:
    data = [["a", "b"]] * 5
    api.anonymize_km(data, tmp_path / "new.csv", k=2, m=1)
    with pytest.raises(BadParameter, match="new ones"):
        api.attack_match(tmp_path / "new.csv", source=data)
    api.anonymize_disassociation(data, tmp_path / "apart", k=2, m=1)
    with pytest.raises(BadParameter, match="whole records"):
        api.attack_match(tmp_path / "apart", source=data)
    api.anonymize_km(data, tmp_path / "kept.csv", k=2, m=1, record_ids="keep")
    with pytest.raises(BadParameter, match="needs a taxonomy"):
        api.attack_match(tmp_path / "kept.csv", source=data, generalized=True)
    with pytest.raises(BadParameter, match="wrong"):
        api.attack_match(tmp_path / "kept.csv", source=data, wrong=1)
    with pytest.raises(BadInput, match="is this the source"):
        api.attack_match(tmp_path / "kept.csv", source={"x": ["a"], "y": ["b"]})


@pytest.mark.slow
def test_a_link_says_who_is_who(tmp_path: Path) -> None:
    data = {"x": ["a", "b"], "y": ["a", "b"], "z": ["c"], "w": ["c"]}
    api.anonymize_km(data, tmp_path / "kept.csv", k=2, m=1, record_ids="keep")
    (tmp_path / "link.csv").write_text("old_record_id,new_record_id\nx,y\ny,x\nz,z\nw,w\n")
    attack = api.attack_match(tmp_path / "kept.csv", source=data, known=2, link=tmp_path / "link.csv")
    assert attack.by_known[0].guessed == pytest.approx(2) and attack.blind_guess == 1 / 4
    (tmp_path / "link.csv").write_text("old_record_id,new_record_id\nx,y\nx,x\nz,z\nw,w\n")
    with pytest.raises(BadInput, match="names 1 record twice") as refused:
        api.attack_match(tmp_path / "kept.csv", source=data, known=2, link=tmp_path / "link.csv")
    assert refused.value.hint == "each record is in one row, with one of the release"
