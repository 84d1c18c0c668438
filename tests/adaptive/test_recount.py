"""What verify says of adaptive releases: as the oracle does, and of ones that were tampered with."""

import json
import shutil
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.errors import BadInput
from setanon_sql.models.adaptive.parameters import AdaptiveRho
from setanon_sql.taxonomy import Taxonomy
from setanon_sql.verify import recount
from tests import lent
from tests.adaptive import oracle
from tests.adaptive.data import in_one_way
from tests.adaptive.oracle import Row
from tests.rho import oracle as rho
from tests.rho.data import told
from tests.strategies import baskets, examples

SHARE = st.sampled_from([Fraction(1, 3), Fraction(1, 2), Fraction(7, 10), Fraction("0.66666666666666666667")])


@given(baskets, st.lists(st.integers(1, 3), min_size=14, max_size=14), SHARE, SHARE, st.sampled_from([None, 1, 2]))
@examples(20)
def test_the_recount_equals_the_oracle(
    data: list[set[str]], groups: list[int], one: Fraction, other: Fraction, m: int | None
) -> None:
    rows = [Row(group, frozenset(labels)) for group, labels in zip(groups, data, strict=False) if labels]
    shares = {"a": one, "c": other}
    long = [(at, label, str(row.group)) for at, row in enumerate(rows) for label in sorted(row.labels)]
    columns = list(zip(*long, strict=True)) or [(), (), ()]
    with lent.engine() as engine:
        lines = engine.load("lines", {"record_id": int, "item": str, "group_id": str}, columns)
        found = recount(engine, lines, AdaptiveRho(Fraction(1, 3), m, shares))
    together, apart = oracle.above(rows, shares, m), oracle.apart(rows, shares, m)
    assert told(found.problems) == rho.first([len(known) for known, _, _ in together or apart])
    assert not found.problems or ("over all groups together" in found.problems[0]) == bool(together)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a release and its manifest."""
    folder = tmp_path_factory.mktemp("made")
    rows = [(at, item) for at in range(60) for item in {"abc"[at % 3], "cde"[at % 2], "s" if at % 4 == 0 else "b"}]
    source = pd.DataFrame(rows, columns=["record_id", "item"])
    tree = Taxonomy(dict.fromkeys("abcde", "top"), "top")
    sensitive = pd.DataFrame({"item": ["s"]})
    with in_one_way():
        api.anonymize_adaptive(source, folder / "r.csv", rho="0.3", sensitive=sensitive, taxonomy=tree, seed="1")
    return folder


@pytest.fixture
def release(made: Path, tmp_path: Path) -> Path:
    """A copy of it, to be changed."""
    return shutil.copytree(made, tmp_path / "own") / "r.csv"


def _edit(release: Path, edit: Callable[[dict[str, Any]], object]) -> None:
    path = release.with_name("r.csv.manifest.json")
    fields = json.loads(path.read_text())
    edit(fields)
    path.write_text(json.dumps(fields))


def test_a_release_holds_and_a_lower_threshold_does_not(release: Path) -> None:
    assert api.verify(release).holds
    _edit(release, lambda fields: (fields["parameters"].update(rho=0.001), fields["thresholds"].update(s="1/1000")))
    answer = api.verify(release)
    assert not answer.holds and any("threshold" in message for message in answer.messages)


@pytest.mark.parametrize(
    "edit",
    [
        lambda fields: fields.pop("thresholds"),
        lambda fields: fields["thresholds"].clear(),
        lambda fields: fields["thresholds"].update(s=0.5),
        lambda fields: fields["thresholds"].update(s="1"),
        lambda fields: fields["thresholds"].update(s="x"),
        lambda fields: fields["thresholds"].update(s="1/9"),
        lambda fields: fields["thresholds"].update(s=f"{10**30 // 2}/{10**30 + 1}"),
        lambda fields: fields["sensitive"].append("t"),
    ],
)
def test_thresholds_that_cannot_be_read_are_no_promise(release: Path, edit: Callable[[dict[str, Any]], object]) -> None:
    _edit(release, edit)
    with pytest.raises(BadInput):
        api.verify(release)


def test_groups_that_were_changed_are_noticed(release: Path) -> None:
    lines = release.read_text().splitlines()
    lines[1] = lines[1].rsplit(",", 1)[0] + ",99"
    release.write_text("\n".join(lines) + "\n")
    answer = api.verify(release)
    assert not answer.holds and any("several groups" in message for message in answer.messages)
