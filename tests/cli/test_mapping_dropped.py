"""What a rule dropped is in no public mapping, and a private one keeps it dropped."""

import csv
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.decisions import forest_of, read_decisions
from setanon_sql.errors import BadInput, NotReached
from setanon_sql.models.km.mapping import dropped_labels, next_mapping
from setanon_sql.options.words import Tier
from setanon_sql.release.mappings import read_mapping
from setanon_sql.taxonomy import Taxonomy, encode
from tests import lent
from tests.data import dataset_of
from tests.km_cases import cases, rows, run
from tests.oracle.decisions import Records, Rules
from tests.strategies import examples

TREE = Taxonomy(
    {"fig": "fruit", "pear": "fruit", "secret": "fruit", "tea": "drinks", "rum": "drinks", "cocoa": "drinks"}
    | {"fruit": "food", "drinks": "food"},
    "food",
)
K2: dict[str, Any] = {"k": 2, "m": 2, "optimum": 0.0, "exceptions": "none"}
#: Fig and pear are released as fruit, tea as it is.
JUNE = ["fig secret", "pear", "tea", "tea", "secret"]
JULY = ["fig secret", "pear", "secret", "secret fig", "tea", "tea secret"]
DROP = [("secret", "drop", "")]


def month(baskets: list[str]) -> pd.DataFrame:
    held = [(at, item) for at, basket in enumerate(baskets, 1) for item in basket.split()]
    return pd.DataFrame(held, columns=["record_id", "item"])


def released(
    folder: Path, name: str, baskets: list[str], *, tier: Tier = "internal", rules: Any = DROP, **more: Any
) -> list[str]:
    """Publish a month with its mapping, and return the labels of its rows."""
    more = {"taxonomy": TREE, **K2, **more}
    out = folder / f"{name}.csv"
    api.anonymize_km(
        month(baskets), out, constraints=rules, mapping_out=folder / f"{name}-map.csv", mapping_tier=tier, **more
    )
    return sorted(pd.read_csv(out).item)


def lines(path: Path) -> list[list[str]]:
    with path.open(newline="") as file:
        return [*csv.reader(file)]


@pytest.mark.slow
def test_a_public_mapping_does_not_speak_of_what_was_dropped(tmp_path: Path) -> None:
    assert released(tmp_path, "june", JUNE, tier="public") == ["fruit", "fruit", "tea", "tea"]
    header, *told = lines(tmp_path / "june-map.csv")
    assert header == ["item", "label"]
    assert dict(told) == {"fig": "fruit", "pear": "fruit", "tea": "tea", "rum": "", "cocoa": ""}
    # the rule forgotten, a month later: it is new, and nothing is published unless that is asked for
    with pytest.raises(NotReached, match="1 item is new"):
        released(tmp_path, "july", JULY, rules=None, mapping=tmp_path / "june-map.csv")


@pytest.mark.slow
def test_what_was_dropped_stays_dropped(tmp_path: Path) -> None:
    released(tmp_path, "june", JUNE)
    expected = [["item", "label", "rule"], ["fig", "fruit", ""], ["pear", "fruit", ""], ["secret", "", "drop"]]
    assert lines(tmp_path / "june-map.csv") == [*expected, ["tea", "tea", ""]]
    for extend in (False, True):
        how = {"rules": None, "mapping": tmp_path / "june-map.csv", "extend": extend}
        assert released(tmp_path, f"july{extend}", JULY, **how) == ["fruit", "fruit", "fruit", "tea", "tea"]
        assert lines(tmp_path / f"july{extend}-map.csv") == lines(tmp_path / "june-map.csv")


@pytest.mark.slow
def test_what_was_dropped_stays_dropped_where_a_label_goes_up_over_it(tmp_path: Path) -> None:
    released(tmp_path, "june", JUNE, rules=[("rum", "drop", "")])
    how = {"rules": None, "mapping": tmp_path / "june-map.csv", "extend": True}
    labels = released(tmp_path, "july", ["fig", "pear", "tea", "cocoa rum", "rum"], **how)
    assert labels == ["drinks", "drinks", "fruit", "fruit"]


@pytest.mark.slow
def test_what_a_rule_for_a_label_drops_stays_dropped_though_no_record_held_it(tmp_path: Path) -> None:
    released(tmp_path, "june", JUNE, rules=[("drinks", "drop", "")])
    dropped = {item for item, _, rule in lines(tmp_path / "june-map.csv")[1:] if rule == "drop"}
    assert dropped == {"tea", "rum", "cocoa"}
    source = [*JUNE, "rum fig", "rum", "rum"]
    labels = released(tmp_path, "july", source, rules=None, mapping=tmp_path / "june-map.csv", extend=True)
    assert labels == ["fruit"] * 4


@pytest.mark.slow
def test_a_public_mapping_names_no_item_that_neither_release_nor_taxonomy_names(tmp_path: Path) -> None:
    """An item without a place in the taxonomy, suppressed, and one that is dropped for that."""
    for missing in ("root", "drop"):
        released(tmp_path, missing, [*JUNE, "odd fig"], tier="public", rules=None, missing=missing)
        assert "odd" not in (tmp_path / f"{missing}-map.csv").read_text()


@pytest.mark.slow
def test_a_public_mapping_names_no_label_that_only_the_one_before_has(tmp_path: Path) -> None:
    assert "tea" in released(tmp_path, "june", JUNE)
    dry = [basket for basket in JUNE if "tea" not in basket]
    labels = released(tmp_path, "july", dry, tier="public", mapping=tmp_path / "june-map.csv")
    told = {label for _, label in lines(tmp_path / "july-map.csv")[1:]}
    assert told - {""} == set(labels)


@pytest.mark.parametrize("line", ["tea,drinks,drop", "tea,,keep", "tea,", "tea,,drop,"])
def test_rules_that_are_none(tmp_path: Path, line: str) -> None:
    (tmp_path / "map.csv").write_text(f"item,label,rule\n{line}\n")
    with pytest.raises(BadInput, match="1 line of the mapping is no item and label, the first is line 2"):
        read_mapping(tmp_path / "map.csv")


@examples(150)
@given(case=cases(), k=st.integers(2, 3), exceptions=st.booleans())
def test_a_public_mapping_tells_what_release_taxonomy_and_rules_tell(
    case: tuple[Records, Taxonomy, Rules, Any], k: int, exceptions: bool
) -> None:
    data, taxonomy, rules, _ = case
    with lent.engine() as engine:
        try:
            found = run(engine, case, k, 2, exceptions=exceptions)
        except Exception as error:
            assert "k is" in str(error) or "nothing" in str(error) or "not all of" in str(error)
            return
        shown = set().union(*rows(engine, found, len(data)))
        source = dataset_of(engine, data)
        forest = forest_of(engine, encode(engine, taxonomy, source).nodes, source.distinct_items)
        decisions = read_decisions(engine, list(rules) or None)
        dropped = dropped_labels(forest, decisions, (), None)
    told = next_mapping(found, "public", dropped, frozenset(taxonomy.leaves))
    gone = {item for item, rule, _ in rules if rule == "drop"}
    expected = {
        leaf: next((name for over in taxonomy.path(leaf) for name in (over, f"{over} (other)") if name in shown), "")
        for leaf in taxonomy.leaves if not gone.intersection(taxonomy.path(leaf))
    }  # fmt: skip
    assert told.labels == expected and not told.dropped
