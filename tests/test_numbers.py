"""Numbers from outside are exact, or an error at once, wherever they come from."""

import json
import shutil
import time
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.errors import BadInput, BadParameter
from setanon_sql.models.adaptive.thresholds import factor_of
from setanon_sql.models.disassociation.parameters import Disassociation
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.models.rho.options import Sampling
from setanon_sql.models.rho.parameters import RhoUncertainty
from setanon_sql.numbers import MOST_PARTS, difference_interval, fraction_of, share_of, whole_of, wilson_interval

SOURCE = pd.DataFrame({"record_id": [1, 1, 2, 2, 3], "item": ["a", "b", "a", "b", "a"]})

ENDLESS: dict[str, Any] = {
    "tiny": "1e-5000",
    "tinier, and a long computation": "1e-999999999",
    "the same as a decimal": Decimal("1e-999999999"),
    "huge": "1e400",
    "huge whole": 10**5000,
    "digits": "0." + "3" * 60,
    "digits of a ratio": "1/" + "9" * 30,
    "an exponent of many digits": "1e-" + "9" * 5000,
    "a fraction": Fraction(1, 10**5000),
}

NO_NUMBERS = ["", "x", "nan", "inf", "1/0", "0x1", "1,5", "--1", "1e", None, True, [0.5], float("nan")]


@given(st.decimals(-1000, 1000, places=6), st.integers(-(10**20), 10**20), st.integers(1, 10**20))
def test_a_number_is_what_is_written(decimal: Decimal, part: int, whole: int) -> None:
    assert fraction_of("n", str(decimal)) == fraction_of("n", decimal) == Fraction(decimal)
    assert fraction_of("n", f" {part}/{whole}") == fraction_of("n", Fraction(part, whole)) == Fraction(part, whole)
    assert fraction_of("n", part) == part


@given(st.floats(1e-6, 1))
def test_a_float_is_taken_as_it_is_printed(number: float) -> None:
    assert float(fraction_of("n", number)) == number
    assert fraction_of("n", np.float64(number)) == fraction_of("n", number)


@pytest.mark.parametrize("name", ENDLESS)
def test_a_number_without_end_is_refused_at_once(name: str) -> None:
    started = time.process_time()
    for read in (
        lambda value: fraction_of("--rho", value),
        RhoUncertainty.from_shares,
        lambda value: RhoUncertainty.from_shares("0.5", 1, value, "0.05"),
        factor_of,
        lambda value: api.audit_rho(SOURCE, rho=value, sensitive=["b"]),
        lambda value: api.audit_adaptive(SOURCE, rho="0.1", sensitive=["b"], factor=value),
    ):
        with pytest.raises(BadParameter, match="too large, too small, or has too many digits") as raised:
            read(ENDLESS[name])
        assert "24 digits" in raised.value.hint
        assert len(raised.value.message) < 100
    assert time.process_time() - started < 2


@pytest.mark.parametrize("value", NO_NUMBERS)
def test_what_is_no_number_is_told(value: Any) -> None:
    with pytest.raises(BadParameter, match="rho is not a number"):
        fraction_of("--rho", value)


@pytest.mark.parametrize("value", ["0", "1", "-0.5", "1.5", 1, 0.0, "1e-13", "0.9999999999999"])
def test_a_share_lies_between_0_and_1(value: Any) -> None:
    with pytest.raises(BadParameter, match=r"between 0 and 1|too close"):
        share_of("--rho", value, "0.5 is usual")


@pytest.mark.parametrize("value", [0, -1, 10**9 + 1, 10**4200, 2.5, "5", True, None])
def test_a_whole_number_has_a_range(value: Any) -> None:
    with pytest.raises(BadParameter, match="must be a whole number from 1 to 1000000000") as raised:
        whole_of("--m", value, "leave it out")
    assert len(raised.value.message) < 120
    with pytest.raises(BadParameter):
        KmAnonymity(value, 2)
    with pytest.raises(BadParameter):
        Disassociation(2, 2, value)


def test_whole_numbers_of_numpy_are_whole_numbers() -> None:
    model = KmAnonymity(np.int64(5), np.int8(2))  # type: ignore[arg-type]
    assert json.dumps(model.parameters) == '{"k": 5, "m": 2}'


def test_a_sample_that_would_be_too_large_is_refused_before_the_source_is_read(tmp_path: Path) -> None:
    with pytest.raises(BadParameter, match="random adversaries"):
        api.anonymize_rho(
            tmp_path / "missing.csv",
            tmp_path / "o.csv",
            rho="0.5",
            sensitive=["b"],
            m=1,
            sampling=Sampling(epsilon="1e-9"),
        )


def test_the_largest_numbers_that_are_allowed_are_computed() -> None:
    digits = Fraction(MOST_PARTS // 2 - 1, MOST_PARTS)
    found = api.audit_rho(SOURCE, rho=digits, sensitive=["b"])
    assert found.to_json() | {"parameters": None} == api.audit_rho(
        SOURCE, rho="0.499999999999", sensitive=["b"]
    ).to_json() | {"parameters": None}


Edit = Callable[[dict[str, Any]], object]
EDITS: dict[str, tuple[str, Edit]] = {
    "rho, long": ("rho", lambda fields: fields["parameters"].update(rho="1e-999999999")),
    "rho, small": ("rho", lambda fields: fields["parameters"].update(rho="1e-5000")),
    "rho, digits": ("rho", lambda fields: fields["parameters"].update(rho="0." + "3" * 60)),
    "rho, m": ("rho", lambda fields: fields["parameters"].update(m=10**400)),
    "km, k": ("km", lambda fields: fields["parameters"].update(k=10**4000)),
    "km, k is 1": ("km", lambda fields: fields["parameters"].update(k=1)),
    "disassociation": ("folder", lambda fields: fields["parameters"].update(cluster_size=10**4000)),
    "disassociation, m": ("folder", lambda fields: fields["parameters"].update(m=0)),
    "adaptive": ("adaptive", lambda fields: fields["thresholds"].update(b="1e-999999999")),
}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a release of each model."""
    folder = tmp_path_factory.mktemp("numbers")
    api.anonymize_rho(SOURCE, folder / "rho.csv", rho="0.5", sensitive=["b"], m=1)
    api.anonymize_km(SOURCE, folder / "km.csv", k=2, m=1)
    how: dict[str, Any] = {"rho": "0.5", "sensitive": ["b"], "factor": "0", "taxonomy": [("a", "top")]}
    api.anonymize_adaptive(SOURCE, folder / "adaptive.csv", **how)
    api.anonymize_disassociation(SOURCE, folder / "folder", k=2, m=1)
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("name", EDITS)
def test_the_same_numbers_in_a_manifest_are_refused_with_a_hint(made: Path, tmp_path: Path, name: str) -> None:
    kind, edit = EDITS[name]
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    release = tmp_path / (kind if kind == "folder" else f"{kind}.csv")
    manifest = release / "manifest.json" if kind == "folder" else tmp_path / f"{kind}.csv.manifest.json"
    fields = json.loads(manifest.read_text())
    edit(fields)
    manifest.write_text(json.dumps(fields))
    started = time.process_time()
    with pytest.raises(BadInput, match=r"(parameters|threshold) in the manifest") as raised:
        api.verify(release)
    assert "edited" in raised.value.hint
    assert len(raised.value.message) < 150
    assert time.process_time() - started < 2


@pytest.mark.parametrize("shares", [(0.5, 0.5), (0.1, 0.1), (0.9, 0.3), (0.3, 0.25)])
def test_intervals_cover_what_they_should(shares: tuple[float, float]) -> None:
    """Whatever two binomial draws give, the truth is within the interval about 19 times in 20."""
    sizes = (40, 25)
    odds = [[comb(n, r) * p**r * (1 - p) ** (n - r) for r in range(n + 1)] for n, p in zip(sizes, shares, strict=True)]
    covered = [0.0, 0.0]
    for right, odd in enumerate(odds[0]):
        low, high = wilson_interval(right, sizes[0])
        covered[0] += odd * (low <= shares[0] <= high)
        for others, other_odd in enumerate(odds[1]):
            low, high = difference_interval(right, sizes[0], others, sizes[1])
            covered[1] += odd * other_odd * (low <= shares[0] - shares[1] <= high)
    assert all(0.92 < share < 0.99 for share in covered)
    assert difference_interval(0, 0, 3, 5) == (-1.0, 1.0)
