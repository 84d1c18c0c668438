"""A source that is opened once: its methods do what the functions of their names do, and it is read once."""

import inspect
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest

import setanon_sql
from setanon_sql import api
from setanon_sql.api.opened import OpenedSource
from setanon_sql.errors import BadInput, BadParameter
from setanon_sql.options.reading import FromSource
from setanon_sql.pipeline import opening

pytestmark = pytest.mark.usefixtures("one_way")

BASKETS = [["a", "b", "x"], ["a", "b"], ["a", "b", "x"], ["a"], ["b"], ["a", "c"], ["b", "c", "x"], ["c"]] * 3
METHODS = [name for name in vars(OpenedSource) if name in api.__all__]
CALLS: dict[str, dict[str, Any]] = {
    "audit_km": {"k": 5, "m": 2},
    "audit_rho": {"rho": 0.5, "m": 1, "sensitive": ["x"]},
    "anonymize_km": {"k": 5, "m": 2, "seed": "1", "optimum": 0},
    "anonymize_rho": {"rho": 0.5, "m": 1, "sensitive": ["x"], "seed": "1"},
    "anonymize_disassociation": {"k": 3, "m": 1, "seed": "1"},
    "audit_km_by_size": {"ks": [3, 5]},
    "build_taxonomy": {},
}


def test_each_function_of_a_source_is_a_method() -> None:
    functions = {name for name in api.__all__ if hasattr(getattr(api, name), "options")}
    of_a_source = {name for name in functions if issubclass(getattr(api, name).options, FromSource)}
    assert set(METHODS) == of_a_source - {"dry_run"}, "an opened source has been read"


@pytest.mark.parametrize("name", METHODS)
def test_a_method_has_the_keywords_and_the_help_of_its_function(name: str) -> None:
    function, method = getattr(api, name), getattr(OpenedSource, name)
    keywords = [one for one in inspect.signature(function).parameters if one not in {"source", "options", "settings"}]
    shown = inspect.signature(method)
    assert [*shown.parameters] == ["self", *keywords]
    assert shown.return_annotation is inspect.signature(function).return_annotation
    assert method.__doc__.splitlines()[0] == function.__doc__.splitlines()[0]
    assert not {"source", "options", "settings"} & {
        line.strip().split("``")[1] for line in method.__doc__.splitlines() if line.startswith("``")
    }


@pytest.mark.whole
def test_methods_answer_as_functions_do_and_the_source_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    reads = []
    monkeypatch.setattr(opening, "open_source", _counting(opening.open_source, reads))
    with setanon_sql.open(BASKETS) as shop:
        answers = {name: getattr(shop, name)(**keywords) for name, keywords in CALLS.items()}
    assert len(reads) == 1
    for name, keywords in CALLS.items():
        expected = getattr(api, name)(BASKETS, **keywords)
        if name.startswith("anonymize"):
            assert _without_place(answers[name]) == _without_place(expected)
        else:
            assert answers[name] == expected
    assert len(reads) == 1 + len(CALLS)


def _counting(function: Any, calls: list[object]) -> Any:
    def counted(*given: Any) -> Any:
        calls.append(given)
        return function(*given)

    return counted


def _without_place(release: api.Release) -> tuple[Any, Any]:
    return release.manifest, {name: value for name, value in release.to_json().items() if name != "out"}


@pytest.mark.whole
@pytest.mark.parametrize("out", ["safe.parquet", "safe"])
def test_a_release_goes_into_the_database_of_the_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, out: str
) -> None:
    monkeypatch.chdir(tmp_path)
    rows = [(record, item) for record, items in enumerate(BASKETS) for item in items]
    with duckdb.connect("shop.duckdb") as connection:
        connection.execute("CREATE TABLE baskets (record_id INTEGER, item VARCHAR)")
        connection.executemany("INSERT INTO baskets VALUES (?, ?)", rows)
    with setanon_sql.open("baskets", options=api.SourceOptions(db="shop.duckdb")) as shop:
        before = shop.audit_km(k=5, m=2)
        release = shop.anonymize_km(out, k=5, m=2, optimum=0)
        assert shop.audit_km(k=5, m=2) == before and shop.utility(release).ncp == release.utility.ncp
        shop.anonymize_km(out, k=5, m=2, optimum=0, overwrite=True)
    assert api.verify(out, db="shop.duckdb").satisfied


@pytest.mark.whole
def test_the_lot_of_a_cap_is_that_of_each_release() -> None:
    options = api.SourceOptions(cap=1)
    with setanon_sql.open(BASKETS, options=options) as shop:
        seeds = [shop.anonymize_km(k=3, m=1, seed=seed, optimum=0).manifest["rows"] for seed in "123456"]
    assert seeds == [
        api.anonymize_km(BASKETS, k=3, m=1, seed=seed, optimum=0, options=options).manifest["rows"] for seed in "123456"
    ]


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda: api.SourceOptions(recordid="id"), "SourceOptions() has no keyword recordid; did you mean record_id?"),
        (lambda: api.Settings(thread=1), "Settings() has no keyword thread; did you mean threads?"),
        (lambda: api.KmExtras(unicty=True), "KmExtras() has no keyword unicty; did you mean unicity?"),
        (lambda: api.Sampling(epsilom=0.1), "Sampling() has no keyword epsilom; did you mean epsilon?"),
        (lambda: api.Report("r.html", teir="public"), "Report() has no keyword teir; did you mean tier?"),
        (lambda: setanon_sql.open(BASKETS, option=None), "open() has no keyword option; did you mean options?"),
        (lambda: api.audit_rho(BASKETS, rho=0.5, sensitiv=["x"]), "no keyword sensitiv; did you mean sensitive?"),
    ],
)
def test_a_misspelled_keyword_gets_a_suggestion(call: Callable[[], object], text: str) -> None:
    with pytest.raises(TypeError, match=re.escape(text)):
        call()


def test_errors_leave_it_open_and_closing_ends_it() -> None:
    shop = setanon_sql.open(BASKETS)
    with pytest.raises(BadParameter, match="k is 1"):
        shop.audit_km(k=1)
    with pytest.raises(TypeError, match=r"no keyword kk; did you mean k\?"):
        shop.audit_km(kk=1)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="no keyword options"):
        shop.audit_km(k=3, options=api.SourceOptions())
    assert shop.audit_km(k=3, m=1).records == len(BASKETS)
    shop.close()
    shop.close()
    with pytest.raises(BadParameter, match="the source is closed"):
        shop.audit_km(k=3)
    with pytest.raises(BadInput):
        setanon_sql.open("nothing.csv")
