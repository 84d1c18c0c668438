"""A label with exceptions keeps its meaning from month to month, or gets another name."""

import re
from pathlib import Path

import duckdb
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import NotReached
from setanon_sql.inference.facts import fitting_pairs
from setanon_sql.models.km.methods import KmResult, apply_mapping
from setanon_sql.models.km.methods.mapped import mapping_of
from setanon_sql.models.km.methods.narrowed import NextNames
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.taxonomy import Taxonomy, encode
from setanon_sql.taxonomy.others import narrowed, other_name
from tests import lent
from tests.data import dataset_of
from tests.km_cases import run
from tests.oracle.decisions import Records
from tests.strategies import baskets, examples, taxonomies

DAIRY = Taxonomy(
    {"milk": "dairy", "curd": "dairy", "cream": "dairy", "butter": "dairy", "bread": "bakery"}
    | {"dairy": "food", "bakery": "food"},
    "food",
)
MARCH = ["milk", "milk", "curd", "curd", "cream", "butter", "bread", "bread"]
#: Milk is rare now.
APRIL = ["milk", "curd", "curd", "cream", "butter", "bread", "bread"]


def meanings(result: KmResult) -> dict[str, set[str]]:
    """Return the leaves of the taxonomy that each label stands for."""
    stands_for: dict[str, set[str]] = {}
    for leaf, label in mapping_of(result.tree, result.kept, result.tree.lowest).items():
        stands_for.setdefault(label, set()).add(leaf)
    return stands_for


def extended(
    engine: DuckDBEngine, data: Records, taxonomy: Taxonomy, earlier: KmResult, k: int, m: int, secret: str
) -> KmResult:
    items = earlier.known.union(range(1, earlier.tree.items + 1))  # as the mapping for the owner has them
    mapping = mapping_of(earlier.tree, earlier.kept, items)
    source = dataset_of(engine, data)
    nodes = encode(engine, taxonomy, source)
    names = NextNames(secret)
    return apply_mapping(
        source, KmAnonymity(k, m), nodes.nodes, nodes.ancestors, mapping, extension=True, seconds=5, names=names
    )


@pytest.mark.slow
@given(baskets.filter(any), st.lists(baskets.filter(any), min_size=2, max_size=3), st.integers(1, 2), taxonomies())
@examples(60)
def test_labels_of_one_name_stand_for_the_same_in_all_months(
    first: Records, months: list[Records], m: int, taxonomy: Taxonomy
) -> None:
    if min(map(len, [first, *months])) < 2:
        return
    with lent.engine() as engine:
        try:
            result = run(engine, (first, taxonomy, (), {}), 2, m, exceptions=True)
            seen = meanings(result)
            for at, month in enumerate(months):
                result = extended(engine, month, taxonomy, result, 2, m, str(at))
                now = meanings(result)
                assert all(seen[label] == leaves for label, leaves in now.items() if label in seen and label)
                seen |= now
        except NotReached:
            return


@given(st.sets(st.text("a ", max_size=2).map("x".__add__), min_size=1), st.data())
@examples(60)
def test_a_name_tells_its_label_whatever_else_is_called_so(labels: set[str], draw: st.DataObject) -> None:
    endings = ["", " (other)", " (other) (other)", " (other 0a1b2c3d)", " (other) (other 0a1b2c3d)"]
    labels |= {label + draw.draw(st.sampled_from(endings)) for label in labels}
    for code in ("", "0a1b2c3d"):
        names = {other_name(label, labels, code): label for label in labels}
        assert len(names) == len(labels) and labels.isdisjoint(names)
        assert narrowed(labels, [*names, *labels]) == names


def month(folder: Path, name: str, baskets: list[str], mapping: str = "", **more: object) -> dict[str, str]:
    """Publish a month with its mapping; return the mapping."""
    frame = pd.DataFrame(enumerate(baskets, 1), columns=["record_id", "item"])
    how = {"mapping": folder / f"{mapping}-map.csv", "extend": True} if mapping else {}
    out = folder / f"{name}.csv"
    api.anonymize_km(
        frame, out, k=2, m=2, taxonomy=DAIRY, mapping_out=folder / f"{name}-map.csv", optimum=1.0, **how, **more
    )  # type: ignore[arg-type]
    assert api.verify(out).satisfied
    api.utility(frame, out, taxonomy=DAIRY)
    table = pd.read_csv(folder / f"{name}-map.csv", keep_default_na=False)
    return dict(zip(table.item, table.label, strict=True))


@pytest.mark.slow
def test_a_label_from_which_other_items_are_taken_out_gets_another_name(tmp_path: Path) -> None:
    march = month(tmp_path, "march", MARCH)
    assert march["cream"] == "dairy (other)" and march["milk"] == "milk" and march["curd"] == "curd"
    april = month(tmp_path, "april", APRIL, "march")
    renamed = april["cream"]
    assert april["milk"] == renamed and april["curd"] == "curd"
    assert renamed.startswith("dairy (other ") and renamed != march["cream"]
    may = month(tmp_path, "may", APRIL, "april")
    assert may == april
    assert ("dairy (other)", renamed) in fitting_pairs(["dairy (other)"], [renamed], DAIRY)


@pytest.mark.slow
@pytest.mark.parametrize("tier", ["internal", "public"])
def test_a_public_mapping_keeps_no_name_whose_items_it_forgets(tmp_path: Path, tier: str) -> None:
    """Nobody buys milk in April: a public mapping lacks it, so that in May it would go to the label for the rest."""
    month(tmp_path, "march", MARCH)
    april = month(tmp_path, "april", APRIL[1:], "march", mapping_tier=tier)
    may = month(tmp_path, "may", MARCH, "april", mapping_tier=tier)
    assert (april["cream"] == "dairy (other)") == (tier == "internal")
    assert may["milk"] == "milk" if tier == "internal" else may["milk"] == may["cream"] != "dairy (other)"


@pytest.mark.slow
def test_the_query_of_two_months_compares_like_with_like(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Milk stands beside the label in March only, so that both are compared as dairy; bread keeps its label."""
    month(tmp_path, "march", MARCH)
    month(tmp_path, "april", [*APRIL, "bread"], "march")
    monkeypatch.chdir(tmp_path)
    page = (Path(__file__).parent.parent.parent / "docs" / "asking.md").read_text(encoding="utf-8")
    section = page[page.index("### Two months") : page.index("## Occurrences that are gone")]
    views, query = re.findall(r"^```sql\n(.*?)^```$", section, re.DOTALL | re.MULTILINE)
    with duckdb.connect() as connection:
        connection.execute(views)
        assert sorted(connection.execute(query).fetchall()) == [("bread", 2, 3), ("dairy", 6, 5)]
