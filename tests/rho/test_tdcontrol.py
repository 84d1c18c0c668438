"""TDControl publishes what its plain form does, and keeps its guarantee."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.errors import BadParameter, NotReached
from setanon_sql.models.rho.parameters import RhoUncertainty
from setanon_sql.models.rho.tdcontrol import anonymize_tdcontrol, counted
from setanon_sql.pipeline.opening import open_nodes
from setanon_sql.query.templates import all_rows
from setanon_sql.sources import SourceOptions
from setanon_sql.taxonomy import Taxonomy
from setanon_sql.taxonomy.pruning import pruned_tree
from tests import lent
from tests.data import dataset_of
from tests.rho import oracle
from tests.rho.data import TABLE_1, fixed
from tests.rho.oracle_tdcontrol import Oracle
from tests.strategies import ITEMS, baskets, examples, taxonomies

MEDICINE = pa.table({"item": ["medicine"]})
TREE = Taxonomy(
    {
        "milk": "food",
        "bread": "food",
        "coffee": "top",
        "food": "top",
        "apple": "fruit",
        "orange": "fruit",
        "fruit": "top",
    },
    "top",
)
CONTROL: dict[str, Any] = {"rho": "0.5", "sensitive": MEDICINE, "algorithm": "tdcontrol"}


@pytest.mark.slow
@given(
    baskets.filter(any),
    st.sets(st.sampled_from(ITEMS), min_size=1, max_size=4),
    st.sampled_from([Fraction(1, 3), Fraction(1, 2), Fraction(7, 10)]),
    st.sampled_from([None, 1, 2, 3]),
    taxonomies(),
)
@examples(60)
def test_it_publishes_what_the_plain_form_does(
    data: list[set[str]], hidden: set[str], rho: Fraction, m: int | None, taxonomy: Taxonomy
) -> None:
    used = set().union(*data)
    assume(hidden & used and used - hidden)
    with lent.engine() as engine:
        source = dataset_of(engine, data)
        constraint = fixed(source, hidden & used)
        nodes = open_nodes(source, constraint.sensitive, taxonomy, SourceOptions())
        result = anonymize_tdcontrol(source, RhoUncertainty(rho, m), constraint, nodes)
        names = {node: label for node, _, label, *_ in engine.rows(all_rows(nodes.nodes))}
        published: list[set[str]] = [set() for _ in data]
        for record, node in engine.rows(all_rows(result.rows)):
            published[record - 1].add(names[node])
        changes = {names[item]: (action, label) for item, action, label, _ in engine.rows(all_rows(result.changes))}
    taxonomy = pruned_tree(taxonomy, hidden & used)
    plain = Oracle(
        data, taxonomy, frozenset(hidden & used), rho, m or 7, {v: k for k, v in names.items()}, nodes.leaves
    )
    labels, suppressed = plain.run()
    stands = {item: next(node for node in plain.path(item) if node in labels or node in hidden) for item in used}
    assert published == [{stands[item] for item in record} - suppressed for record in data]
    assert not oracle.check(published, published, dict.fromkeys(range(len(data)), hidden), rho, m).rules
    rows = sum(map(len, data))
    assert result.ncp == pytest.approx(plain.cost(labels, suppressed) / nodes.leaves / rows)
    fates = {
        item: ("suppressed", None) if node in suppressed else ("generalized", node) for item, node in stands.items()
    }
    assert changes == {item: fate for item, fate in fates.items() if fate != ("generalized", item)}


@pytest.mark.slow
def test_a_release_holds_and_tells_its_loss(tmp_path: Path) -> None:
    out = tmp_path / "r.csv"
    release = api.anonymize_rho(
        TABLE_1, out, taxonomy=TREE, ledger=tmp_path / "l.csv", report=tmp_path / "p.html", **CONTROL
    )
    assert release.manifest["method"] == "TDControl" and "labels" in release.manifest
    answer = api.verify(out)
    assert answer.holds, answer.messages
    with pytest.raises(BadParameter, match="names no sensitive items that are gone"):
        api.utility(TABLE_1, out, taxonomy=TREE)
    asked: dict[str, Any] = {
        "models": ("rho",),
        "rho": ("0.5",),
        "m": (None,),
        "sensitive": MEDICINE,
        "algorithms": ("tdcontrol",),
    }
    row = api.compare(TABLE_1, taxonomy=TREE, **asked).settings[0]
    assert row.setting.name == "rho rho=0.5 m=any (tdcontrol)"
    assert row.figures.ncp == pytest.approx(release.utility["ncp"])
    problem = api.compare(TABLE_1, **asked).settings[0].problem
    assert problem and "none was given" in problem


@pytest.mark.parametrize(
    "wrong",
    [
        {"taxonomy": None},
        {"person": "p"},
        {"constraints": [("milk", "keep")]},
        {"sensitive": pa.table({"record_id": [1], "item": ["medicine"]})},
        {"algorithm": "improved"},
        {"missing": "drop"},
    ],
)
def test_what_does_not_go_with_it_is_refused(tmp_path: Path, wrong: dict[str, Any]) -> None:
    with pytest.raises(BadParameter, match=r"tdcontrol|none was given"):
        api.anonymize_rho(TABLE_1, tmp_path / "r.csv", **{"taxonomy": TREE} | CONTROL | wrong)


def test_too_much_to_count_ends_with_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counted, "MOST_WORK", 1)
    with pytest.raises(NotReached, match="too much to be counted"):
        api.anonymize_rho(TABLE_1, tmp_path / "r.csv", taxonomy=TREE, **CONTROL)
    assert not (tmp_path / "r.csv").exists()
