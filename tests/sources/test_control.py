"""A control group: held out whole, by person; who has the seed and the data draws it again."""

import json
from pathlib import Path

import pandas as pd
import pytest

from setanon_sql import api
from setanon_sql.errors import BadInput, BadParameter
from setanon_sql.sources import SourceOptions
from tests.releases import rows_of

PEOPLE = pd.DataFrame(
    [(f"r{at}", item, f"p{at // 3}") for at in range(60) for item in ("a", "b" if at % 2 else "c")],
    columns=["record_id", "item", "who"],
)


def _left(tmp_path: Path, seed: str, people: pd.DataFrame = PEOPLE, **how: object) -> set[str]:
    out = tmp_path / "r.csv"
    api.anonymize_km(people, out, k=2, m=1, seed=seed, record_ids="keep", overwrite=True, **{"control": 0.25} | how)
    return {str(record) for record, _ in rows_of(out)}


@pytest.mark.slow
def test_records_are_held_out_by_lot(tmp_path: Path) -> None:
    left = _left(tmp_path, "one")
    assert len(left) == 45 and left == _left(tmp_path, "one") != _left(tmp_path, "two")
    fields = json.loads((tmp_path / "r.csv.manifest.json").read_text())["control"]
    assert fields.pop("keyed_sha256") and fields == {"share": "0.25", "records": 14, "rows": 30}


@pytest.mark.slow
def test_other_data_are_another_draw(tmp_path: Path) -> None:
    others = PEOPLE.assign(item=PEOPLE["item"].replace("c", "d"))
    assert _left(tmp_path, "one") != _left(tmp_path, "one", others)


@pytest.mark.slow
def test_persons_are_held_out_whole_and_before_any_cap(tmp_path: Path) -> None:
    left = _left(tmp_path, "one", person="who")
    persons = [int(record[1:]) // 3 for record in left]
    assert len(set(persons)) == 15 and all(persons.count(person) == 3 for person in set(persons))
    capped = _left(tmp_path, "one", person="who", options=SourceOptions(cap_records=1))
    assert len(capped) == 15 and capped < left


def test_what_makes_no_sense_is_refused(tmp_path: Path) -> None:
    out = tmp_path / "r.csv"
    with pytest.raises(BadParameter, match="nobody could say again"):
        api.anonymize_km(PEOPLE, out, k=2, m=1, control=0.25)
    for share in (0, 1, -1, "x"):
        with pytest.raises(BadParameter, match="control"):
            api.anonymize_km(PEOPLE, out, k=2, m=1, control=share, seed="s")
    with pytest.raises(BadInput, match="nobody, or everybody"):
        api.anonymize_km(PEOPLE, out, k=2, m=1, control=0.001, seed="s")
    assert not out.exists()


@pytest.mark.slow
def test_personal_wishes_of_people_who_are_held_out_change_nothing(tmp_path: Path) -> None:
    wishes = pd.DataFrame([(f"r{at}", "a") for at in range(60)], columns=["record_id", "item"])
    made = api.anonymize_rho(
        PEOPLE, tmp_path / "r.csv", rho=0.6, m=1, sensitive=wishes, control=0.25, seed="s", record_ids="keep"
    )
    assert made.manifest["control"]["records"] >= 14
    answer = api.verify(tmp_path / "r.csv", source=PEOPLE, sensitive=wishes)
    assert answer.holds and answer.satisfied
