"""The budget of differential privacy: one file, whatever leads to it, with numbers that make sense, for what stands."""

import json
import os
import stat
from pathlib import Path
from typing import Any

import pytest

from setanon_sql.differential import DifferentialPrivacy
from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadDestination, BadInput, BadParameter, SetanonError
from setanon_sql.options.dp import PublishRecords
from setanon_sql.pipeline import noisy
from setanon_sql.pipeline.noisy import NoisyPublication
from setanon_sql.release import staging
from setanon_sql.sources import SourceOptions

ENTRY = {"name": "a.csv", "epsilon": 1, "delta": 0}


def publish(budget: Path, out: Path | None = None, delta: float = 0, **totals: Any) -> None:
    """Publish a made-up record with an epsilon of 1, and charge it to a budget of 3."""
    request = PublishRecords(source=[], items=["a"], epsilon=1, out=out, budget=budget, **{"total_epsilon": 3} | totals)
    model = DifferentialPrivacy.from_numbers(1, delta)
    publication = NoisyPublication(request, model, SourceOptions(), "records", [])
    if out is None:
        publication.spend()
    else:
        with DuckDBEngine(threads=1) as engine:
            tables = {
                "made": engine.load_rows("made", {"record_id": int, "set_id": int}, [(1, 1)]),
                "contents": engine.load_rows("contents", {"set_id": int, "item": str}, [(1, "a")]),
            }
            publication.write(engine, "dp/publish/records_{form}", tables, {})


def charged(budget: Path) -> list[float]:
    return [entry["epsilon"] for entry in json.loads(budget.read_text())["publications"]]


def test_links_lead_to_the_file_itself(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    real = tmp_path / "real" / "spent.json"
    link, further = tmp_path / "link.json", tmp_path / "further.json"
    link.symlink_to(real)
    further.symlink_to("link.json")
    for path in (link, real, further):
        publish(path)
    assert link.is_symlink() and further.is_symlink() and charged(real) == [1, 1, 1]
    with pytest.raises(BadParameter, match="add up to 4"):
        publish(link)
    assert charged(real) == [1, 1, 1] and [path.name for path in real.parent.iterdir()] == ["spent.json"]


def test_a_file_with_two_names_is_refused(tmp_path: Path) -> None:
    budget, other = tmp_path / "spent.json", tmp_path / "other.json"
    publish(budget)
    other.hardlink_to(budget)
    for path in (budget, other):
        with pytest.raises(BadInput, match="several names"):
            publish(path)
    other.unlink()
    publish(budget)
    assert charged(budget) == [1, 1]


WRONG: list[dict[str, Any]] = [
    *(
        {"publications": [ENTRY, ENTRY | {"epsilon": epsilon}]}
        for epsilon in (-9, 0, "-1/2", "nan", True, None, "", [])
    ),
    *({"publications": [ENTRY | {"epsilon": float(epsilon)}]} for epsilon in ("nan", "inf", "-inf")),
    *({"publications": [ENTRY | {"delta": delta}]} for delta in (-0.1, 1, None, "nan")),
    {"publications": [{"name": "a.csv", "epsilon": 1}]},
    {"publications": [ENTRY | {"person": 0}]},
    {"publications": [7]},
    {"publications": 7},
    *({"total": total} for total in ({"epsilon": -1}, {"epsilon": 0}, {"epsilon": 9, "delta": -1}, {"delta": 0}, 7)),
    {"kind": "another"},
]


@pytest.mark.parametrize("wrong", WRONG, ids=str)
def test_numbers_that_make_no_sense_are_errors(tmp_path: Path, wrong: dict[str, Any]) -> None:
    budget = tmp_path / "spent.json"
    fields = {"kind": "setanon budget", "total": {"epsilon": 9, "delta": 0.1}, "publications": [ENTRY]}
    budget.write_text(json.dumps(fields))
    publish(budget, out=tmp_path / "a.csv")
    budget.write_text(text := json.dumps(fields | wrong))
    with pytest.raises(BadInput, match=r"spent\.json is no file of budgets"):
        publish(budget, out=tmp_path / "b.csv")
    assert budget.read_text() == text and not (tmp_path / "b.csv").exists()


@pytest.mark.parametrize(
    "total", [{"total_epsilon": -1}, {"total_epsilon": 0}, {"total_delta": -1}, {"total_delta": 1}]
)
def test_a_total_that_makes_no_sense_is_refused(tmp_path: Path, total: dict[str, Any]) -> None:
    with pytest.raises(BadParameter, match="must be a number"):
        publish(tmp_path / "spent.json", **total)


def test_without_a_total_of_deltas_that_of_epsilons_decides(tmp_path: Path) -> None:
    budget = tmp_path / "spent.json"
    for delta in (0, 1e-6, 1e-5):
        publish(budget, delta=delta)
    assert json.loads(budget.read_text())["total"] == {"epsilon": 3}
    with pytest.raises(BadParameter, match="epsilons of 4 publications add up to 4"):
        publish(budget)


def test_a_total_of_deltas_is_kept_once_it_is_said(tmp_path: Path) -> None:
    budget = tmp_path / "spent.json"
    publish(budget, delta=1e-6, total_delta=1e-6)
    with pytest.raises(BadParameter, match=r"deltas of 2 publications add up to 2e-06, and 1e-06 is the total"):
        publish(budget, delta=1e-6)
    publish(budget, delta=1e-6, total_delta=3e-6)
    publish(budget, delta=1e-6)


def test_deltas_that_add_up_to_1_promise_nothing(tmp_path: Path) -> None:
    publish(tmp_path / "spent.json", delta=0.5)
    with pytest.raises(BadParameter, match="promises nothing"):
        publish(tmp_path / "spent.json", delta=0.5)


def test_a_budget_is_for_its_owner_alone(tmp_path: Path) -> None:
    budget = tmp_path / "spent.json"
    for _ in range(2):
        publish(budget)
        assert stat.S_IMODE(budget.stat().st_mode) == 0o600
        budget.chmod(0o644)  # as it was made once


def test_a_device_is_not_waited_for(tmp_path: Path) -> None:
    budget = tmp_path / "spent.json"
    os.mkfifo(budget)
    for path in (budget, Path("/dev/zero")):
        with pytest.raises(SetanonError):
            publish(path)


@pytest.mark.parametrize("step", ["copy", "publish_with_manifest"])
def test_what_is_not_published_is_not_charged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    budget, out = tmp_path / "spent.json", tmp_path / "made-up.csv"
    publish(budget)

    def full(*_: Any, **__: Any) -> None:
        raise BadDestination("made-up.csv cannot be written", "is there room?")

    with monkeypatch.context() as patch:
        patch.setattr(noisy, step, full)
        for path in (budget, tmp_path / "new.json"):
            with pytest.raises(BadDestination):
                publish(path, out=out)
    assert charged(budget) == [1] and [path.name for path in tmp_path.iterdir()] == ["spent.json"]
    publish(budget, out=out)
    assert charged(budget) == [1, 1] and out.exists()


def test_a_move_that_fails_takes_the_charge_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The data are moved last: where that fails nothing is published, and the budget is as it was."""
    budget, out = tmp_path / "spent.json", tmp_path / "made-up.csv"
    publish(budget)
    put = staging.put

    def refuse(staged: Path, target: Path, *, replace: bool) -> Any:
        if target == out:
            raise OSError(28, "No space left on device")
        return put(staged, target, replace=replace)

    monkeypatch.setattr(staging, "put", refuse)
    with pytest.raises(BadDestination, match="No space left"):
        publish(budget, out=out)
    assert charged(budget) == [1] and [path.name for path in tmp_path.iterdir()] == ["spent.json"]
