"""A parameter that takes one of a few words, or numbers of a range, refuses all else before the work.

No word that is not known may ever mean another one: what is then done may be the opposite of what was wanted.
"""

import inspect
from collections.abc import Iterator, Sequence
from dataclasses import is_dataclass
from pathlib import Path
from types import UnionType
from typing import Any, Literal, get_args, get_origin

import pandas as pd
import pytest

from setanon_sql import api
from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadParameter
from setanon_sql.query.templates import columns_of
from setanon_sql.release.long import long_rows
from tests import releases
from tests.hints import hints_of

SOURCE = pd.DataFrame(
    [(f"r{at}", item) for at in range(9) for item in "abc"[: 1 + at % 3]], columns=["record_id", "item"]
)
EDGES = [("a", "ab"), ("b", "ab"), ("ab", "*"), ("c", "*")]
#: What each public function needs at least. No file of these names is there: a function that reads one says so.
CALLS: dict[str, dict[str, Any]] = {
    "anonymize_adaptive": {"source": SOURCE, "rho": "0.5", "sensitive": ["c"], "taxonomy": EDGES},
    "anonymize_disassociation": {"source": SOURCE, "k": 2, "m": 1},
    "anonymize_coherence": {"source": SOURCE, "k": 2},
    "anonymize_kanonymity": {"source": SOURCE, "k": 2, "taxonomy": EDGES},
    "anonymize_km": {"source": SOURCE, "k": 2},
    "anonymize_rho": {"source": SOURCE, "rho": "0.5", "sensitive": ["c"]},
    "attack_across": {"old": "old.csv", "new": "new.csv", "link": "link.csv"},
    "attack_cover": {"release": "release"},
    "attack_downcode": {"release": "release.csv", "taxonomy": EDGES},
    "attack_infer": {"release": "release.csv", "source": SOURCE, "control": SOURCE, "sensitive": ["c"]},
    "attack_match": {"release": "release.csv", "source": SOURCE},
    "audit_adaptive": {"source": SOURCE, "rho": "0.5", "sensitive": ["c"]},
    "audit_counts": {"table": "counts.csv", "k": 2},
    "audit_disassociation": {"release": "release"},
    "audit_coherence": {"source": SOURCE, "k": 2},
    "audit_kanonymity": {"source": SOURCE, "k": 2},
    "audit_km": {"source": SOURCE, "k": 2},
    "audit_km_by_size": {"source": SOURCE, "ks": [2]},
    "audit_rho": {"source": SOURCE, "rho": "0.5", "sensitive": ["c"]},
    "build_taxonomy": {"source": SOURCE},
    "check_taxonomy": {"taxonomy": EDGES},
    "compare": {"source": SOURCE},
    "compare_counts": {"source": SOURCE},
    "dry_run": {"source": SOURCE},
    "estimate": {"release": "release"},
    "publish_counts": {"source": SOURCE, "epsilon": 1},
    "publish_records": {"source": SOURCE, "epsilon": 1, "taxonomy": EDGES},
    "read_tree": {"taxonomy": EDGES},
    "reconstruct": {"release": "release", "out": "possible.csv"},
    "sql_code": {"dialect": "postgres", "codes": "own", "out": "coded"},
    "sql_audit_disassociation": {"k": 2, "m": 1, "release": "safe", "dialect": "postgres"},
    "sql_audit_km": {"k": 2, "m": 1, "dialect": "postgres"},
    "sql_audit_rho": {"rho": "0.5", "m": 1, "sensitive": "s", "dialect": "postgres"},
    "sql_gate_coherence": {"k": 2, "m": 1, "sensitive": "s", "dialect": "postgres"},
    "sql_gate_counts": {"k": 2, "by": ["month"], "dialect": "postgres"},
    "sql_gate_disassociation": {"k": 2, "m": 1, "release": "safe", "dialect": "postgres"},
    "sql_gate_km": {"k": 2, "m": 1, "dialect": "postgres"},
    "sql_gate_rho": {"rho": "0.5", "m": 1, "sensitive": "s", "dialect": "postgres"},
    "sql_release_km": {"k": 2, "m": 1, "dialect": "postgres", "out": "safe", "mapping": "map.csv"},
    "suggest": {"source": SOURCE, "max_loss": "0.1"},
    "utility": {"source": SOURCE, "release": "release.csv"},
    "verify": {"release": "release.csv"},
}
FUNCTIONS = [name for name in api.__all__ if inspect.isfunction(getattr(api, name)) and name != "session_db"]
#: Options, and what else they need.
OPTIONS: list[type] = [api.KmExtras, api.Report, api.Sampling, api.Settings, api.SourceOptions]
NEEDED: dict[type, dict[str, Any]] = {api.Report: {"path": Path("r.html")}}


#: When a run began: what a caller may set, but no user does.
UNCHECKED = {"began"}


def parameters(function: Any) -> Iterator[tuple[str, Any]]:
    """The parameters of a function and their types."""
    yield from ((name, kind) for name, kind in hints_of(function).items() if name != "return")


def takes(kind: Any, wanted: Any) -> str:
    """Whether a type is what is wanted (``one``), a sequence of it (``many``), or neither; a text may be anything."""
    if kind is wanted or get_origin(kind) is wanted:
        return "one"
    if get_origin(kind) is Sequence:
        return "many" if takes(get_args(kind)[0], wanted) == "one" else ""
    parts = () if str in get_args(kind) or not isinstance(kind, UnionType) else get_args(kind)
    return max((takes(part, wanted) for part in parts), default="")


def wrong_values(wanted: tuple[Any, ...], wrong: list[Any]) -> list[Any]:
    """Each public function with each of its parameters that takes such a thing, and the wrong values for it."""
    takers = [(name, getattr(api, name)) for name in FUNCTIONS] + [(one.__name__, one) for one in OPTIONS]
    found = []
    for name, made in takers:
        for parameter, kind in parameters(made):
            way = max(takes(kind, one) for one in wanted)
            if way and parameter not in UNCHECKED:
                given = [(value,) for value in wrong] if way == "many" else wrong
                found.append(pytest.param(name, parameter, given, id=f"{name}-{parameter}"))
    return found


@pytest.fixture
def no_work(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> None:
        pytest.fail("an engine is opened before the parameters are checked")

    for name in ("engine", "engine_for", "warehouse"):
        monkeypatch.setattr(api.Settings, name, refuse)


def call(name: str, given: dict[str, Any]) -> None:
    made = getattr(api, name)
    made(**(NEEDED.get(made, {}) if is_dataclass(made) else CALLS[name]) | given)


@pytest.mark.usefixtures("no_work")
@pytest.mark.parametrize(
    ("name", "parameter", "wrong"), wrong_values((Literal,), ["Improved", "", None, True, 5, ["x"]])
)
def test_a_word_that_is_not_known_is_refused_before_the_work(name: str, parameter: str, wrong: list[Any]) -> None:
    for value in wrong:
        with pytest.raises(BadParameter, match=" is not one of "):
            call(name, {parameter: value})


@pytest.mark.usefixtures("no_work")
@pytest.mark.parametrize(("name", "parameter", "wrong"), wrong_values((int, float), ["5", -1, float("nan"), [1], True]))
def test_what_is_no_number_of_the_range_is_refused_before_the_work(name: str, parameter: str, wrong: list[Any]) -> None:
    for value in wrong:
        with pytest.raises(BadParameter):
            call(name, {parameter: value})


def test_all_words_are_looked_at() -> None:
    """What the tests above find in the signatures: an annotation that they cannot read would hide a parameter."""
    found = {(one.values[0], one.values[1]) for one in wrong_values((Literal,), ["x"])}
    assert found >= {
        ("anonymize_km", "record_ids"),
        ("compare", "algorithms"),
        ("Report", "tier"),
        ("suggest", "models"),
    }
    assert {"anonymize_km", "anonymize_rho", "anonymize_adaptive", "anonymize_disassociation"} < {
        name for name, _ in found
    }
    assert CALLS.keys() == set(FUNCTIONS)


@pytest.mark.slow
@pytest.mark.usefixtures("no_work")
@pytest.mark.parametrize("name", [name for name in FUNCTIONS if "report" in dict(parameters(getattr(api, name)))])
def test_what_is_no_report_is_refused_before_the_work(name: str) -> None:
    for value in (5, True, b"r.html"):
        with pytest.raises(BadParameter, match="report is neither a Report nor a path") as raised:
            call(name, {"report": value})
        assert 'report="report.html"' in raised.value.hint


@pytest.mark.usefixtures("no_work")
def test_a_mapping_is_a_file() -> None:
    with pytest.raises(BadParameter, match="mapping is no file"):
        call("anonymize_km", {"mapping": SOURCE, "taxonomy": EDGES})


@pytest.mark.slow
def test_a_ledger_goes_to_a_path_however_it_is_given(tmp_path: Path) -> None:
    for number, ledger in enumerate((tmp_path / "0.csv", f"{tmp_path}/1.csv")):
        api.anonymize_km(SOURCE, k=2, m=1, ledger=ledger)
        assert (tmp_path / f"{number}.csv").read_text().startswith("record_id,item,action")
    for wrong in (True, b"l.csv"):
        with pytest.raises(BadParameter, match="ledger is no path"):
            api.anonymize_km(SOURCE, k=2, m=1, ledger=wrong)  # type: ignore[arg-type]


@pytest.mark.slow
def test_a_report_goes_to_a_path_however_it_is_given(tmp_path: Path) -> None:
    path, pages = tmp_path / "r.html", set[str]()
    for report in (path, str(path), api.Report(str(path)), api.Report(path, "internal")):
        api.audit_km(SOURCE, k=2, m=1, report=report)
        pages.add(path.read_text())
        path.unlink()
    assert len(pages) == 1
    made = api.anonymize_km(SOURCE, k=2, m=1, mapping_out=tmp_path / "m.csv", report=str(path))
    assert path.read_text() and made.where
    assert api.verify(made, report=api.Report(str(tmp_path / "verified.html"), "public")).satisfied


@pytest.mark.parametrize("word", ["Shuffle", "KEEP", "keep ", "x", "", True, None, ["keep"]])
def test_record_ids_are_kept_or_shuffled_and_nothing_else(tmp_path: Path, word: Any) -> None:
    out = tmp_path / "o.csv"
    for publish in (
        lambda: api.anonymize_km(SOURCE, out, k=2, m=1, record_ids=word),
        lambda: api.anonymize_rho(SOURCE, out, rho="0.5", sensitive=["c"], record_ids=word),
        lambda: api.anonymize_adaptive(SOURCE, out, rho="0.5", sensitive=["c"], taxonomy=EDGES, record_ids=word),
    ):
        with pytest.raises(BadParameter, match="record_ids is not one of shuffle, keep"):
            publish()
    assert not list(tmp_path.iterdir())


def test_only_the_word_keep_publishes_the_ids_of_the_source(engine: DuckDBEngine) -> None:
    names = [f"r{at}" for at in range(len(releases.SAFE))]
    content = releases.published(engine, names=names)
    for word, kept in (("keep", True), ("shuffle", False), ("Keep", False)):
        options = releases.options()
        object.__setattr__(options, "record_ids", word)  # as if nobody had checked it
        ids = set(engine.columns(columns_of(long_rows(content, options), "record_id"))["record_id"].tolist())
        assert ids.issubset(names) == kept
