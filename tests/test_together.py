"""What a model does not go together with, it says once: errors and comparisons take it from there."""

from pathlib import Path
from typing import Any

import pytest

import cli
from setanon_sql import api, registry
from setanon_sql.errors import BadInput, BadParameter
from setanon_sql.policy import run_policy
from setanon_sql.registry.features import FEATURES, goes, why_not

DATA = [["a", "s"], ["a"], ["a", "s"], ["a"]]


def reason(model: str, feature: str, condition: str = "") -> str:
    entry = registry.model(model)
    return (entry.without_if[condition] if condition else entry.without)[feature][0].replace("<", "").replace(">", "")


@pytest.mark.parametrize(("model", "how"), [("coherence", {}), ("kanonymity", {"taxonomy": "t.csv"})])
def test_what_a_model_does_not_know_of_is_refused_with_its_reason(model: str, how: Any, tmp_path: Path) -> None:
    anonymize = getattr(api, f"anonymize_{model}")
    with pytest.raises(BadParameter) as error:
        anonymize(DATA, tmp_path / "r.csv", k=2, previous="p.csv", link="l.csv", **how)
    assert str(error.value).startswith(reason(model, "previous").split(":")[0])


@pytest.mark.parametrize("model", ["coherence", "adaptive", "disassociation"])
def test_a_comparison_and_a_release_tell_the_same_of_personal_wishes(model: Any, tmp_path: Path) -> None:
    (tmp_path / "wish.csv").write_text("record_id,item\n1,s\n")
    (tmp_path / "t.csv").write_text("label,parent\na,all\ns,all\n")
    how: dict[str, Any] = {"sensitive": tmp_path / "wish.csv", "taxonomy": tmp_path / "t.csv"}
    rows = api.compare(DATA, models=[model], k=[2], m=[1], rho=["0.5"], **how).settings
    if model != "adaptive":
        how.pop("taxonomy")
    promise = {"rho": "0.5"} if model == "adaptive" else {"k": 2}
    with pytest.raises(BadParameter) as error:
        getattr(api, f"anonymize_{model}")(DATA, tmp_path / "r.parquet", m=1, **promise, **how)
    assert {row.problem for row in rows} == {str(error.value)} == {reason(model, "personal items")}


def test_a_frame_is_something_that_was_said() -> None:
    """No value of an option has to be hashable."""
    with pytest.raises(BadParameter, match="does not know of constraints"):
        api.anonymize_rho(DATA, rho="0.5", sensitive=["s"], algorithm="dist", constraints=[["a", "keep"]])


@pytest.mark.parametrize("model", registry.names())
def test_whatever_a_model_does_not_go_with_has_a_reason(model: str) -> None:
    entry = registry.model(model)
    assert not [feature for feature in FEATURES if not goes(entry, feature) and not why_not(entry, feature)]
    assert {*entry.without} <= {*FEATURES}
    assert all(goes(entry, feature) for reasons in entry.without_if.values() for feature in reasons)


def test_an_option_that_a_model_does_not_know_is_refused_with_the_reason(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["anonymize", "kanonymity", "x.csv", "--k", "5", "--sensitive", "s"]) == 2
    assert "no --sensitive with kanonymity: all items are protected alike" in capsys.readouterr().err
    assert cli.run(["anonymize", "kanonymity", "x.csv", "--k", "5", "--pearson", "who"]) == 2
    assert "No such option" in capsys.readouterr().err


def test_the_help_of_a_command_says_what_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["anonymize", "coherence", "--help"]) == 0
    assert "--previous does not know of coherence" in capsys.readouterr().out


def test_a_policy_says_why_a_key_does_not_go_with_its_model(tmp_path: Path) -> None:
    policy = tmp_path / "p.toml"
    model = '[guarantee]\nmodel = "kanonymity"\nk = 2\nsensitive = "s.csv"\n'
    policy.write_text(f'[source]\nplace = "s.csv"\n{model}[release]\nout = "r.csv"\n')
    with pytest.raises(BadInput, match="all items are protected alike"):
        run_policy(policy)
