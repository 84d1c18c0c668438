"""Links in which persons have several records in each release: what is read, what is refused, what is counted."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import pandas as pd
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadInput
from setanon_sql.inference.across import AcrossAttack, attack_across, labels_of, side_persons
from setanon_sql.pipeline.links import read_link, read_whose, with_further
from tests import lent
from tests.oracle import across as oracle
from tests.strategies import examples

IDS = ("old_record_id", "new_record_id", "record_id_3")
#: The records of a person in each release, and which rows of all that are possible the link has.
held = st.frozensets(st.sampled_from("abcd"), max_size=3).map(set)
person = st.tuples(*[st.lists(held, min_size=1, max_size=3)] * 2, st.lists(st.booleans(), min_size=9, max_size=9))


@dataclass
class Months:
    """Releases, by what each calls its records; rows of a link, of a record of each; who is behind each row."""

    releases: list[dict[str, set[str]]]
    rows: list[tuple[str, ...]]
    whose: list[str]

    @classmethod
    def of(cls, people: Sequence[tuple[Sequence[Sequence[set[str]]], Sequence[bool]]]) -> "Months":
        """``people``: the records of each in each release, and of all rows with one of each those that are linked."""
        months = cls([{} for _ in people[0][0]], [], [])
        for number, (releases, linked) in enumerate(people):
            names = []
            for at, records in enumerate(releases):
                named = {f"{at}-{number}-{each}": record for each, record in enumerate(records)}
                months.releases[at] |= named
                names.append([*named])
            rows = [row for row, there in zip(product(*names), linked, strict=False) if there]
            months.rows += rows
            months.whose += [f"person {number}"] * len(rows)
        return months

    def link(self) -> pd.DataFrame:
        frame = pd.DataFrame(self.rows, columns=IDS[: len(self.releases)])
        return frame.assign(who=self.whose)

    def attacked(self, engine: DuckDBEngine, k: int, m: int, link: pd.DataFrame | None = None) -> AcrossAttack:
        """Attack the releases as the command does."""
        link = self.link() if link is None else link
        persons, count = read_link(engine, link, "", several=True)
        sides = [side_persons(persons, "old"), side_persons(persons, "new")]
        for _ in self.releases[2:]:
            sides = with_further(engine, link, "", sides, several=True)
            count = engine.count(sides[0])
        whose = read_whose(engine, link, "", "who", sides, pieces=[False] * len(sides))
        shown = []
        for side, release in zip(sides, self.releases, strict=True):
            rows = [(name, label) for name, record in release.items() for label in sorted(record)]
            table = engine.load_rows("release", {"record_id": str, "item": str}, rows)
            shown.append(labels_of(engine, side, {"": table}))
        return attack_across(engine, count, shown, k=k, m=m, whose=whose)


@pytest.mark.slow
@given(people=st.lists(person, min_size=1, max_size=5), k=st.integers(2, 3), m=st.integers(1, 2))
@example([([{"a"}, {"b"}], [{"a"}, {"c"}], [True] * 9), ([{"a"}], [{"c"}], [True] * 9)], 2, 2)
@example([([{"a"}, {"b"}], [{"c"}], [True] * 9), ([{"b"}], [{"c"}, {"a"}], [True] * 9)], 2, 1)
@examples(150)
def test_each_row_is_what_may_be_known_and_candidates_are_the_persons_behind(
    people: list[tuple[list[set[str]], list[set[str]], list[bool]]], k: int, m: int
) -> None:
    months = Months.of([((olds, news), linked) for olds, news, linked in people])
    olds, news = ([months.releases[at][row[at]] for row in months.rows] for at in (0, 1))
    numbers = [int(name.split()[-1]) for name in months.whose]
    both = oracle.Both.of(olds, news, numbers)
    assume(both.olds)
    with lent.engine() as engine:
        found = months.attacked(engine, k, m)
    fits = both.fit(None)
    assert found.persons_at_risk_by_size == {size: oracle.at_risk(both, k, size, fits) for size in range(1, m + 1)}
    assert found.sets_by_size == oracle.minimal(both, k, m, fits)
    assert found.persons == len(set(both.whose)) and found.not_in_both == len(months.rows) - len(both.olds)
    assert found.unit == "person"


def test_one_old_record_beside_three_new_ones_is_one_candidate(engine: DuckDBEngine) -> None:
    """Tea is one person's, though three rows hold it; bread is two persons'."""
    months = Months.of([([[{"tea"}], [{"bread"}] * 3], [True] * 3), ([[{"milk"}] * 2, [{"bread"}]], [True] * 2)])
    found = months.attacked(engine, 2, 1)
    assert (found.persons, found.persons_at_risk, found.sets_by_size) == (2, 2, {1: 2})
    assert months.attacked(engine, 2, 1, pd.concat([months.link()] * 2)).sets_by_size == {1: 2}  # a row twice is one


def test_rows_of_a_third_release_are_those_of_the_old_record(engine: DuckDBEngine) -> None:
    """Whoever has tea, bread and figs in one row each is one of two; with all of it in one row there is one."""
    people = [([[{"tea"}], [{"bread"}], [{"fig"}, {"nut"}]], [True] * 2),
              ([[{"tea"}], [{"bread"}, {"rye"}], [{"nut"}]], [True] * 2)]  # fmt: skip
    found = Months.of(people).attacked(engine, 2, 1)
    assert (found.persons, found.releases, found.persons_at_risk, found.sets_by_size) == (2, 3, 2, {1: 2})


def test_records_in_two_rows_are_somebodys(engine: DuckDBEngine) -> None:
    link = Months.of([([[{"a"}] * 2, [{"a"}] * 2, [{"a"}]], [True] * 4)]).link()
    with pytest.raises(BadInput, match="names 4 records twice") as refused:
        read_link(engine, link, "")
    assert "where persons have several, say with <person> whose each is" in (refused.value.marked_hint or "")
    persons, rows = read_link(engine, link, "", several=True)
    assert rows == 4
    sides = [side_persons(persons, "old"), side_persons(persons, "new")]
    with pytest.raises(BadInput, match="names 1 record twice"):
        with_further(engine, link, "", sides, several=False)


@pytest.mark.parametrize(("column", "at"), [("old_record_id", 0), ("new_record_id", 0), ("record_id_3", 0)])
def test_a_record_of_two_persons_is_refused(engine: DuckDBEngine, column: str, at: int) -> None:
    months = Months.of([([[{"a"}], [{"a"}], [{"a"}]], [True]), ([[{"b"}], [{"b"}], [{"b"}]], [True])])
    link = months.link()
    link[column] = link[column][at]
    with pytest.raises(BadInput, match=r"1 record (has|to) more than one person") as refused:
        months.attacked(engine, 2, 1, link)
    assert refused.value.hint and "person" in refused.value.hint and "0-0-0" not in str(refused.value)


def test_records_of_a_disassociated_release_are_in_one_row_each(engine: DuckDBEngine) -> None:
    """A new record in two rows would be two candidates; clusters may be in many."""
    link = pd.DataFrame({"person_id": [1, 2], "old_record_id": [5, 5], "new_record_id": ["x", "x"], "who": ["p", "p"]})
    with pytest.raises(BadInput, match="names 1 record twice"):
        read_link(engine, link, "", pieces=(True, False))
    assert read_link(engine, link, "", pieces=(True, True))[1] == 2
    persons, rows = read_link(engine, link, "", pieces=(True, False), several=True)
    sides = [side_persons(persons, "old"), side_persons(persons, "new")]
    assert rows == 2 and engine.count(read_whose(engine, link, "", "who", sides, pieces=[True, False])) == 2
    with pytest.raises(BadInput, match="more than one person"):
        read_whose(engine, link.assign(who=["p", "q"]), "", "who", sides, pieces=[True, False])
    with pytest.raises(BadInput, match="names 2 ids in person_id twice"):
        read_link(engine, link.assign(person_id=1, old_record_id=[5, 6], new_record_id=["x", "y"]), "",
                  pieces=(True, False), several=True)  # fmt: skip
