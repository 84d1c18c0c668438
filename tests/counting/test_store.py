"""Counts for the next question: each k and m answered from them as brute force does; files that cannot be trusted."""

import os
import threading
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import setanon_sql
from setanon_sql import api
from setanon_sql.audit.matching import AUDIT_SETS
from setanon_sql.counting import known_sets, mining, parts
from setanon_sql.counting.store import CountStore
from setanon_sql.dataset import Dataset
from setanon_sql.errors import BadDestination
from setanon_sql.models.km.audit import KmAudit, audit_km
from setanon_sql.models.km.parameters import KmAnonymity
from tests import lent
from tests.data import dataset_of
from tests.oracle import km, persons
from tests.strategies import baskets, examples, persons_of

DATA = [["a", "b", "c"], ["a", "b"], ["a", "c", "d"], ["a", "b", "c"], ["b", "d"], ["c"]]
GRID = [(k, m) for k in (2, 3, 5) for m in (1, 2, 3, None)]
#: Of the pairs in the only triple one is much rarer than the others: that of the rarest items, or of the most frequent.
RARE_PAIR = [set(record) for record in ["abc"] * 3 + ["ab"] * 3 + ["ac"] * 3 + ["bc"]]
RARE_PAIRS = ([*RARE_PAIR, {"a"}], [*RARE_PAIR, *[{"b"}, {"c"}] * 5])
_DAMAGE = ("changed", "foreign", "link")


def expected(data: list[set[str]], whose: Sequence[int] | None, k: int, m: int | None) -> tuple[dict[int, int], Any]:
    """Return the minimal threats of each size, and who is at risk, by brute force."""
    if whose is None:
        supports = km.supports(data, m or 7)
    else:
        supports = {s: len(who) for s, who in persons.behind(data, whose, m).items()}
    rare = {s for s, n in supports.items() if n < k}
    threats = [s for s in rare if all(supports[s - {x}] >= k for x in s if len(s) > 1)]
    by_size = {size: sum(len(s) == size for s in threats) for size in range(1, 8)}
    records = {at for at, record in enumerate(data) if any(s <= record for s in threats)}
    return by_size, (len(records), len({whose[at] for at in records}) if whose else 0)


def answers(dataset: Dataset, k: int, m: int | None) -> KmAudit:
    return audit_km(dataset, KmAnonymity(k, m), matching=AUDIT_SETS)


@st.composite
def sources(draw: st.DrawFn) -> tuple[list[set[str]], list[int] | None]:
    """Records, whose they are (None: nobody asks); some items have more records than a word has bits."""
    data = draw(baskets | st.lists(st.sets(st.sampled_from("abcde"), min_size=2), min_size=8, max_size=30))
    whose = draw(st.none() | persons_of(len(data)))
    return (data * 12, None) if whose is None and draw(st.integers(0, 3)) == 0 else (data, whose)


@pytest.mark.slow
@given(sources(), st.permutations(GRID), st.booleans(), st.booleans(), st.booleans())
@example(([{"a"}, {"a", "b"}, {"a", "b"}], None), [(5, 1), (3, None), (2, 2)], False, False, False)  # all hold a
@example((RARE_PAIRS[0], None), [(2, 3), (5, 3)], False, False, True)
@example((RARE_PAIRS[1], None), [(2, 3), (5, 3)], False, False, True)
@example((RARE_PAIRS[0], None), [(2, 3), (5, 3)], True, False, True)
@example((RARE_PAIRS[1], None), [(2, 3), (5, 3)], True, False, True)
@examples(60)
def test_whatever_was_asked_before_the_answer_is_that_of_brute_force(
    source: tuple[list[set[str]], list[int] | None],
    order: list[tuple[int, int | None]],
    by_joins: bool,
    apart: bool,
    at_once: bool,
) -> None:
    data, whose = source
    with pytest.MonkeyPatch.context() as patch, lent.engine() as engine:
        patch.setattr(mining, "MANY", 0 if apart else 10**9)
        patch.setattr(parts, "_FEW_PAIRS", 0 if by_joins else 10**9)
        patch.setattr(known_sets, "FEW_SETS", AUDIT_SETS if at_once else 0)
        plain = dataset_of(engine, data, persons=whose)
        stored = replace(plain, store=CountStore())
        for k, m in order[:5]:
            found = answers(stored, k, m)
            assert found == answers(plain, k, m)
            levels = found.levels
            by_size, at_risk = expected(data, whose, k, m)
            assert {level.size: level.threats for level in levels} == {lv.size: by_size[lv.size] for lv in levels}
            assert sum(by_size.values()) == sum(level.threats for level in levels)
            assert (levels[-1].at_risk, levels[-1].persons_at_risk) == at_risk


@pytest.mark.slow
def test_an_opened_source_counts_once_and_tells_each_k(monkeypatch: pytest.MonkeyPatch) -> None:
    runs = _runs(monkeypatch)
    plain = {(k, m): api.audit_km(DATA, k=k, m=m).to_json() for k, m in GRID}
    runs.clear()
    with setanon_sql.open(DATA) as shop:
        assert {(k, m): shop.audit_km(k=k, m=m).to_json() for k, m in reversed(GRID)} == dict(reversed(plain.items()))
    assert len(runs) < 4


def _runs(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that gets the k of each counting of sets."""
    runs: list[int] = []
    before = mining.Mining.__init__

    def noted(self: mining.Mining, engine: Any, k: int, **how: Any) -> None:
        runs.append(k)
        before(self, engine, k, **how)

    monkeypatch.setattr(mining.Mining, "__init__", noted)
    return runs


@pytest.mark.slow
def test_a_cache_answers_later_runs_and_holds_no_label(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, runs = tmp_path / "counts", _runs(monkeypatch)
    asked = {"k": 2, "m": 2}
    first = api.audit_km(DATA, **asked, cache=folder).to_json()
    (file,) = folder.glob("*.counts")
    assert os.name != "posix" or (folder.stat().st_mode & 0o777, file.stat().st_mode & 0o777) == (0o700, 0o600)
    assert '"a"' not in file.read_text()
    runs.clear()
    assert api.audit_km(DATA, **asked, cache=folder).to_json() == first == api.audit_km(DATA, **asked).to_json()
    assert api.audit_km(DATA, k=3, m=1, cache=folder).to_json() == api.audit_km(DATA, k=3, m=1).to_json()
    assert runs == [2, 3]  # both without the cache
    assert api.audit_km([*DATA, ["a"]], **asked, cache=folder).records == 7
    assert runs == [2, 3, 2] and len([*folder.glob("*.counts")]) == 2
    monkeypatch.setattr(setanon_sql, "__version__", "0.0.1")
    api.audit_km(DATA, **asked, cache=folder)
    assert runs == [2, 3, 2, 2]


@pytest.mark.parametrize("damage", ["cut", *(pytest.param(each, marks=pytest.mark.slow) for each in _DAMAGE)])
def test_a_file_that_cannot_be_trusted_is_not_used(
    tmp_path: Path, damage: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, runs = tmp_path / "counts", _runs(monkeypatch)
    whole = api.audit_km(DATA, k=2, m=2, cache=folder).to_json()
    (file,) = folder.glob("*.counts")
    content = file.read_bytes()
    bad = {"cut": content[:-9], "changed": content.replace(b"[1,", b"[7,", 1), "foreign": b"mine\n"}.get(damage)
    if bad is None:
        file.rename(tmp_path / "elsewhere")
        file.symlink_to(tmp_path / "elsewhere")
    else:
        file.write_bytes(bad)
    assert api.audit_km(DATA, k=2, m=2, cache=folder).to_json() == whole
    assert len(runs) == 2
    assert ("is damaged" if damage in {"cut", "changed"} else "is not setanon's") in capsys.readouterr().err
    if damage in {"foreign", "link"}:
        assert file.is_symlink() if bad is None else file.read_bytes() == bad
    else:
        assert file.read_bytes() == content


def test_folders_that_are_not_setanon_s_own_are_refused_before_the_work(tmp_path: Path) -> None:
    def refused(path: Path) -> str:
        with pytest.raises(BadDestination) as error:
            api.audit_km("no such file.csv", k=2, m=2, cache=path)
        return error.value.message

    mine = tmp_path / "mine"
    mine.mkdir(mode=0o700)
    (mine / "letter").touch()
    assert "did not make" in refused(mine) and "did not make" in refused(mine / "letter")
    folder = tmp_path / "counts"
    api.audit_km(DATA, k=2, m=2, cache=folder)
    (tmp_path / "link").symlink_to(folder)
    assert "did not make" in refused(tmp_path / "link")
    assert "cannot be made" in refused(tmp_path / "none" / "counts")
    if os.name == "posix":
        folder.chmod(0o755)
        assert "others may look" in refused(folder)


@pytest.mark.slow
def test_two_runs_at_once_lose_nothing_of_each_other(tmp_path: Path) -> None:
    asked = [(2, 1), (3, 2), (4, None), (60, 2)]
    runs = [
        threading.Thread(target=api.audit_km, args=(DATA,), kwargs={"k": k, "m": m, "cache": tmp_path / "counts"})
        for k, m in asked
    ]
    for run in runs:
        run.start()
    for run in runs:
        run.join()
    with lent.engine() as engine:
        counting = api.Settings(statements=(statements := []))
        for k, m in asked:
            found = api.audit_km(DATA, k=k, m=m, cache=tmp_path / "counts", settings=counting)
            assert found.to_json() == api.audit_km(DATA, k=k, m=m).to_json()
        assert engine and not [each for each in statements if "single_items" in each.name]
