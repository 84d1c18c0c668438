"""More than two releases of the same people: what all tell together, though each two of them are safe."""

from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadInput, BadParameter
from setanon_sql.inference.across import AcrossAttack, attack_across
from setanon_sql.taxonomy import Taxonomy
from tests import lent
from tests.cli.program import Program
from tests.data import columns
from tests.oracle.across import leaves_of
from tests.oracle.several import Several
from tests.strategies import ITEMS, examples, taxonomies

#: Who holds tea in each release, of eight persons: only the first one does in all; two each do in any two.
TEA = ({1, 2, 3, 4}, {1, 2, 5, 6}, {1, 3, 5, 7})


def attacked(
    engine: DuckDBEngine, records: Sequence[Sequence[set[str]]], k: int, m: int,
    taxonomy: Taxonomy | None = None, whose: Sequence[int] = (),
) -> AcrossAttack:  # fmt: skip
    """``records[release][person]``."""
    sides = []
    for release in records:
        rows = [(person, label) for person, labels in enumerate(release, 1) for label in sorted(labels)]
        sides.append(engine.load("side", {"person": int, "label": str}, columns(rows, 2)))
    numbers = [*range(1, len(records[0]) + 1)]
    table = engine.load("whose", {"record_id": int, "person": int}, [numbers, [*whose]]) if whose else None
    return attack_across(engine, len(records[0]), sides, k=k, m=m, taxonomy=taxonomy, whose=table)


def with_tea(holders: set[int]) -> list[set[str]]:
    return [{"tea", "bread"} if person in holders else {"bread"} for person in range(1, 9)]


def test_three_releases_leave_one_person_alone_though_each_two_are_safe(engine: DuckDBEngine) -> None:
    releases = [with_tea(holders) for holders in TEA]
    for pair in combinations(releases, 2):
        assert not attacked(engine, pair, 2, 1).broken
    found = attacked(engine, releases, 2, 1)
    assert (found.persons_at_risk, found.sets_by_size, found.releases) == (1, {1: 1}, 3)
    assert "by all 3 releases together" in found.sentences[0] and found.to_json()["releases"] == 3


def test_whoever_lacks_a_release_is_left_out(engine: DuckDBEngine) -> None:
    first, second, third = (with_tea(holders) for holders in TEA)
    found = attacked(engine, [first, second, [*third[:-1], set()]], 2, 1)
    assert (found.persons, found.not_in_both) == (7, 1) and "are not in all 3 releases" in found.sentences[1]
    with pytest.raises(BadInput, match="no person of the link is in all releases"):
        attacked(engine, [[{"a"}, {"a"}, set()], [{"a"}, set(), {"a"}], [set(), {"a"}, {"a"}]], 2, 1)


@pytest.fixture
def setanon(capsys: pytest.CaptureFixture[str]) -> Program:
    return Program(capsys)


@pytest.fixture
def files(tmp_path: Path) -> Path:
    for at, holders in enumerate(TEA, 1):
        rows = [(f"{at}{person}", item) for person, held in enumerate(with_tea(holders), 1) for item in sorted(held)]
        source = pd.DataFrame(rows, columns=["record_id", "item"])
        api.anonymize_km(source, tmp_path / f"{at}.csv", k=2, m=1, record_ids="keep", optimum=0.0)
    ids = {"old_record_id": 1, "new_record_id": 2, "record_id_3": 3}
    link = pd.DataFrame({name: [f"{at}{person}" for person in range(1, 9)] for name, at in ids.items()})
    link.to_csv(tmp_path / "link.csv", index=False)
    return tmp_path


@pytest.mark.slow
def test_on_the_command_line(setanon: Program, files: Path) -> None:
    names = [files / "1.csv", files / "2.csv", files / "3.csv"]
    link = ("--link", files / "link.csv", "--m", "1")
    assert setanon("attack", "across", *names[:2], *link).code == 0
    answer = setanon("attack", "across", *names, *link, "--json")
    assert answer.code == 1 and answer.json["persons_at_risk"] == 1 and answer.json["releases"] == 3
    text = setanon("attack", "across", *names, *link).out
    assert "1 of 8 persons are left with fewer than 2 candidates by all 3 releases" in " ".join(text.split())
    missing = setanon("attack", "across", *names, names[0], *link)
    assert missing.code == 2 and "record_id_3 of a third release" in missing.err


@pytest.mark.slow
def test_a_disassociated_release_is_only_compared_with_one_other(files: Path) -> None:
    api.anonymize_disassociation([["a", "b"]] * 8, files / "d", k=2, m=1)
    with pytest.raises(BadParameter, match="what a disassociated release adds to two others is not computed"):
        api.attack_across(files / "1.csv", files / "2.csv", [files / "d"], link=files / "link.csv")


held = st.frozensets(st.sampled_from([*ITEMS[:4], "G1", "G2", "G1 (other)"]), max_size=3).map(set)


@given(people=st.lists(st.tuples(held, held, held, st.integers(1, 4)), min_size=1, max_size=7), tree=taxonomies(),
       k=st.integers(2, 3), m=st.integers(1, 2), flat=st.booleans(), by_persons=st.booleans())  # fmt: skip
@examples(200)
def test_three_releases_against_the_oracle(
    people: list[tuple[set[str], set[str], set[str], int]],
    tree: Taxonomy, k: int, m: int, flat: bool, by_persons: bool,
) -> None:  # fmt: skip
    there = [at for at, person in enumerate(people) if all(person[:3])]
    assume(there)
    releases: list[list[set[str]]] = [[person[at] for person in people] for at in range(3)]  # type: ignore[misc]
    shown = [[release[at] for at in there] for release in releases]

    def fits(one: int, label: str, other: int, other_label: str) -> bool:
        if flat or label == other_label:
            return label == other_label
        return not leaves(label, one).isdisjoint(leaves(other_label, other))

    def leaves(label: str, at: int) -> set[str]:
        return leaves_of(label, tree, shown[at]) if label.removesuffix(" (other)") in tree.depth else {label}

    whose = [person[3] for person in people] if by_persons else []
    with lent.engine() as engine:
        found = attacked(engine, releases, k, m, None if flat else tree, whose)
    oracle = Several(shown, fits, [whose[at] if whose else at for at in there])
    assert found.persons_at_risk == oracle.at_risk(k, m)
    assert found.sets_by_size == oracle.sets(k, m)
