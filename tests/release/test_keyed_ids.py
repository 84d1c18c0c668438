"""Record ids that last: the same in each release with one key, and of which nothing can be told without it."""

import csv
import json
import re
from pathlib import Path
from typing import Any

import pytest

from setanon_sql import api
from setanon_sql.errors import BadDestination, BadInput, BadParameter
from setanon_sql.sources import SourceOptions

HEADER = "record_id,item\n"
MARCH = HEADER + "".join(f"card {at},{item}\n" for at in range(6) for item in ("a", "b"))
APRIL = HEADER + "".join(f"card {at},{item}\n" for at in range(2, 9) for item in ("a", "c"))


@pytest.fixture
def key(tmp_path: Path) -> Path:
    path = tmp_path / "ids.key"
    path.write_bytes(bytes(range(32)))
    (tmp_path / "march.csv").write_text(MARCH)
    (tmp_path / "april.csv").write_text(APRIL)
    return path


def released(folder: Path, month: str, key: Path, **more: Any) -> Path:
    out = folder / f"{month}-{len(list(folder.iterdir()))}.csv"
    more = {"record_ids": "keyed", "id_key": key} | more
    api.anonymize_km(folder / f"{month}.csv", out, k=2, m=1, **more)
    return out


def ids(path: Path) -> list[str]:
    with path.open(encoding="utf-8") as file:
        return list(dict.fromkeys(row["record_id"] for row in csv.DictReader(file)))


@pytest.mark.slow
def test_a_record_has_the_same_id_in_each_release_with_the_key(key: Path, tmp_path: Path) -> None:
    march, april = ids(released(tmp_path, "march", key)), ids(released(tmp_path, "april", key))
    assert len(set(march)) == 6
    assert len(set(april)) == 7
    assert len({*march} & {*april}) == 4
    assert all(re.fullmatch("[0-9a-f]{32}", one) for one in march + april)
    assert march == sorted(march)  # the order of rows tells nothing but the ids

    key.write_bytes(bytes(range(1, 33)))
    assert not {*march} & {*ids(released(tmp_path, "march", key))}


def test_verify_tells_what_ids_open_and_takes_no_other_ids(key: Path, tmp_path: Path) -> None:
    release = released(tmp_path, "march", key)
    checked = api.verify(release)
    assert checked.satisfied
    assert any("same ids knows which records belong together" in one for one in checked.not_checked)
    manifest = tmp_path / f"{release.name}.manifest.json"
    assert json.loads(manifest.read_text())["format"]["record_ids"] == "keyed"
    assert key.name not in manifest.read_text()

    other = tmp_path / "other.csv"
    api.anonymize_km(tmp_path / "march.csv", other, k=2, m=1, record_ids="keep")
    claimed = tmp_path / f"{other.name}.manifest.json"
    claimed.write_text(claimed.read_text().replace('"keep"', '"keyed"'))
    faults = api.verify(other)
    assert not faults.satisfied
    assert any("32 hexadecimal digits" in one for one in faults.messages)


@pytest.mark.slow
def test_two_releases_with_keys_are_linked_only_where_that_is_said(key: Path, tmp_path: Path) -> None:
    march = released(tmp_path, "march", key)
    rows = [f"{old},card {at}" for at, old in enumerate(ids(march))]
    (tmp_path / "link.csv").write_text("\n".join(["old_record_id,new_record_id", *rows]))
    with pytest.raises(BadParameter, match="made with a key"):
        released(tmp_path, "april", key, previous=march, link=tmp_path / "link.csv")
    april = released(tmp_path, "april", key, previous=march, link=tmp_path / "link.csv", linkable=True)
    assert len({*ids(march)} & {*ids(april)}) == 4


@pytest.mark.parametrize("content", [b"", b"secret", b"a" * 64, b"x" * 5000])
def test_a_key_that_can_be_guessed_is_refused(key: Path, tmp_path: Path, content: bytes) -> None:
    key.write_bytes(content)
    with pytest.raises(BadInput, match="can be guessed"):
        released(tmp_path, "march", key)


def test_a_key_and_keyed_ids_belong_together(key: Path, tmp_path: Path) -> None:
    for how in ({"record_ids": "shuffle"}, {"id_key": None}):
        with pytest.raises(BadParameter, match="belong together"):
            released(tmp_path, "march", key, **how)
    with pytest.raises(BadInput, match="cannot be read"):
        released(tmp_path, "march", tmp_path / "none.key")


def test_what_has_no_room_for_ids_or_none_that_last_is_refused(key: Path, tmp_path: Path) -> None:
    with pytest.raises(BadDestination, match="no room"):
        api.anonymize_km(tmp_path / "march.csv", tmp_path / "r.dat", k=2, m=1, record_ids="keyed", id_key=key)
    lines = tmp_path / "lines.txt"
    lines.write_text("a b\na b\na b\n")
    with pytest.raises(BadParameter, match="would not last"):
        api.anonymize_km(
            lines, tmp_path / "r.csv", k=2, m=1, record_ids="keyed", id_key=key, options=SourceOptions(format="basket")
        )


def test_a_key_is_never_overwritten(key: Path, tmp_path: Path) -> None:
    with pytest.raises(BadDestination):
        api.anonymize_km(
            tmp_path / "march.csv", tmp_path / "r.csv", k=2, m=1, record_ids="keyed", id_key=key, ledger=key
        )
    assert key.read_bytes() == bytes(range(32))
