"""What the best labels tell: against all originals and all recodings, by definition."""

from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.errors import BadInput, BadParameter, NotReached
from setanon_sql.inference.choices import released_blocks
from setanon_sql.inference.downcode_results import DowncodeAttack
from setanon_sql.inference.downcoding import DowncodeRequest, downcode
from setanon_sql.taxonomy import Taxonomy
from setanon_sql.taxonomy.others import other_name
from tests.oracle.downcoding import Adversary, Original, Recoding
from tests.strategies import examples

TREES = [
    Taxonomy({"a": "g", "b": "g", "c": "top", "g": "top"}, "top"),
    Taxonomy({"a": "g", "b": "g", "c": "h", "d": "h", "g": "top", "h": "top"}, "top"),
    Taxonomy({"a": "g", "g": "over", "b": "over", "c": "over", "over": "top"}, "top"),
]


def attacked(adversary: Adversary, original: Original, recoding: Recoding) -> DowncodeAttack:
    names = {label: other_name(label, adversary.taxonomy.depth) for label in adversary.taxonomy.depth}
    outside = {str(label) for leaf, label in recoding.items() if leaf == label}

    def name(label: str) -> str:
        under = {leaf for leaf in adversary.taxonomy.leaves if label in adversary.taxonomy.path(leaf)}
        return names[label] if label not in under and under & outside else label

    records = [{name(str(recoding[item])) for item in record if recoding[item]} for record in original]
    blocks = released_blocks(adversary.taxonomy, set().union(*records), adversary.cost)
    released = Counter(frozenset(blocks[label] for label in record) for record in records)
    given = adversary
    request = DowncodeRequest(given.k, given.m, given.cost, given.exceptions, given.slack, 10**9)
    return downcode(adversary.taxonomy, released, request)


@examples(60, deadline=None)
@given(st.data())
def test_it_is_what_all_originals_and_recodings_tell(data: st.DataObject) -> None:
    taxonomy = data.draw(st.sampled_from(TREES))
    adversary = Adversary(
        taxonomy, 2, data.draw(st.sampled_from([1, 2, None])), data.draw(st.sampled_from(["ncp", "lm"])),
        data.draw(st.booleans()), data.draw(st.sampled_from([Fraction(0), Fraction(1, 5), Fraction(1, 2)])),
    )  # fmt: skip
    record = st.frozensets(st.sampled_from(taxonomy.leaves), min_size=1, max_size=2)
    drawn: Original = tuple(data.draw(st.lists(record, min_size=2, max_size=4)))
    safe = [
        each for each in adversary.recodings() if adversary.is_safe(drawn, each) and all(adversary.recoded(drawn, each))
    ]
    assume(safe)
    recoding = data.draw(st.sampled_from(safe))
    originals = adversary.originals(adversary.recoded(drawn, recoding), recoding)
    assume(len(originals) <= 100)
    found = attacked(adversary, drawn, recoding)
    outcomes = {original: adversary.is_best(original, recoding) for original in originals}
    left = [original for original, (best, _) in outcomes.items() if best]
    assert (found.allowed, found.best) == (len(originals), len(left))
    assert found.alone == sum(alone for _, alone in outcomes.values())
    if left:
        assert shared(found) == certain(left, taxonomy) - certain(originals, taxonomy)
        for item in found.items:
            totals = [sum(item.item in record for record in original) for original in left]
            assert (item.least, item.most) == (min(totals), max(totals))


def certain(originals: list[Original], taxonomy: Taxonomy) -> Counter[tuple[str, bool]]:
    """The records that hold an item in all originals, or in none, by the item."""
    facts = Counter[tuple[str, bool]]()
    for at in range(len(originals[0])):
        for item in taxonomy.leaves:
            held = {item in original[at] for original in originals}
            facts += Counter({(item, True): held == {True}, (item, False): held == {False}})
    return facts


def shared(found: DowncodeAttack) -> Counter[tuple[str, bool]]:
    facts = Counter[tuple[str, bool]]()
    for fact in found.facts:
        facts[fact.item, fact.is_held] += fact.records
    return facts


@pytest.mark.slow
@examples(20, deadline=None)
@given(st.data())
def test_the_source_is_among_the_originals_that_are_left(tmp_path_factory: Any, data: st.DataObject) -> None:
    taxonomy = TREES[1]
    record = st.frozensets(st.sampled_from(taxonomy.leaves), min_size=1, max_size=3)
    source = {str(at): sorted(data.draw(record)) for at in range(5)}
    out = tmp_path_factory.mktemp("r") / "r.csv"
    how = {"taxonomy": [*taxonomy.parent.items()], "exceptions": data.draw(st.sampled_from(["none", "always"]))}
    try:
        release = api.anonymize_km(source, out, k=2, m=2, record_ids="keep", **how)
    except NotReached:
        assume(False)
    assume(release.optimal and release.manifest["records"] == 5)
    attack = api.attack_downcode(out, **how)
    assert attack.best >= 1
    totals = {item: sum(item in record for record in source.values()) for item in taxonomy.leaves}
    assert all(item.least <= totals[item.item] <= item.most for item in attack.items)


TREE = [("fig", "fruit"), ("pear", "fruit"), ("milk", "dairy"), ("cheese", "dairy"), ("fruit", "all"), ("dairy", "all")]
SMALL = {"1": ["fig"], "2": ["fig", "milk"], "3": ["milk", "pear"], "4": ["milk", "pear"]}


@pytest.mark.slow
def test_minimality_tells_what_the_release_does_not(tmp_path: Path) -> None:
    api.anonymize_km(SMALL, tmp_path / "r.csv", k=2, m=2, taxonomy=TREE)
    attack = api.attack_downcode(tmp_path / "r.csv", taxonomy=TREE)
    assert (attack.allowed, attack.best, attack.held_pairs, attack.not_held_pairs) == (1296, 24, 0, 1)
    assert [(fact.labels, fact.records, fact.item) for fact in attack.facts] == [(("fruit",), 1, "cheese")]
    assert "cheese" not in str(attack.to_json()) and "cheese" in str(attack.to_json(show_values=True))
    more = [api.attack_downcode(tmp_path / "r.csv", taxonomy=TREE, slack=slack) for slack in (0.2, 0.5)]
    assert 24 <= more[0].best <= more[1].best <= 1296 and not more[1].facts


@pytest.mark.slow
def test_a_release_that_cannot_be_downcoded_is_refused_in_words(tmp_path: Path) -> None:
    def refused(text: str, name: str = "r.csv", kind: type[Exception] = BadParameter, **how: Any) -> None:
        with pytest.raises(kind, match=text):
            api.attack_downcode(tmp_path / name, **{"taxonomy": TREE, **how})

    api.anonymize_km(SMALL, tmp_path / "r.csv", k=2, m=2, taxonomy=TREE)
    refused("336 originals .*, and the taxonomy 64 choices", most=1000)
    refused("slack must lie between 0 and 1", slack=1)
    refused("labels of the release are not in the taxonomy", kind=BadInput, taxonomy=TREE[2:4])
    api.anonymize_kanonymity(SMALL, tmp_path / "whole.csv", k=2, taxonomy=TREE)
    refused("downcoding reasons from one best label", "whole.csv")
    rules = [{"item": "cheese", "rule": "drop", "level": None}]
    api.anonymize_km(SMALL, tmp_path / "told.csv", k=2, m=1, taxonomy=TREE, constraints=pd.DataFrame(rules))
    refused("single items were spoken of", "told.csv")
    shelf = [("fig", "fruit"), ("pear", "fruit"), ("plum", "fruit"), ("milk", "all"), ("fruit", "all")]
    data = {"1": ["fig"], "2": ["fig"], "3": ["pear"], "4": ["plum"]}
    api.anonymize_km(data, tmp_path / "beside.csv", k=2, m=1, taxonomy=shelf, exceptions="always")
    assert api.attack_downcode(tmp_path / "beside.csv", taxonomy=shelf).best
    refused("exceptions. does not allow|exceptions does not allow", "beside.csv", taxonomy=shelf, exceptions="none")
    (tmp_path / "r.csv").write_text("record_id,item\n1,fruit\n")
    refused("does not keep its promise", kind=BadInput)
