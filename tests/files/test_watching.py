"""Files that a run reads must stay as they are meanwhile: one that is changed is an error, and nothing is published."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest

from setanon_sql import api
from setanon_sql.errors import BadInput
from setanon_sql.pipeline import opening
from setanon_sql.sources import SourceOptions
from tests.cli.program import Program

RECORDS = [("1", "a"), ("1", "b"), ("2", "a"), ("2", "b"), ("3", "a"), ("3", "c"), ("4", "a"), ("4", "c")]
TEXTS = {
    "source.csv": "record_id,item\n" + "".join(f"{one},{item}\n" for one, item in RECORDS),
    "source.dat": "a b\na b\na c\na c\n",
    "tree.csv": "a,x\nb,x\nc,x\n",
    "rules.csv": "item,rule\nc,drop\n",
    "weights.csv": "item,weight\na,2\n",
    "workload.csv": "query,item\nq,a\n",
    "link.csv": "old_record_id,new_record_id\n1,1\n2,2\n3,3\n4,4\n",
    "sensitive.csv": "item\nc\n",
    "factors.csv": "item,factor\nc,0.5\n",
}


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    """A file of each kind, by its name."""
    for name, text in TEXTS.items():
        (tmp_path / name).write_text(text)
    with duckdb.connect() as connection:
        connection.execute(f"COPY (FROM '{tmp_path}/source.csv') TO '{tmp_path}/source.parquet'")
    return {path.name: path for path in tmp_path.iterdir()}


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Callable[[Path], None]:
    """Have a file grow right after the source was read, by a line that is not whole yet."""

    def set_up(path: Path) -> None:
        opened = opening.open_source

        def opening_source(*given: Any) -> Any:
            dataset = opened(*given)
            with path.open("a") as file:
                file.write("5,unfinis")
            return dataset

        monkeypatch.setattr(opening, "open_source", opening_source)

    return set_up


def publish(files: dict[str, Path], source: str, out: Path, **how: Any) -> Any:
    return api.anonymize_km(
        files[source], out, k=2, m=1, taxonomy=files["tree.csv"], constraints=files["rules.csv"],
        weights=files["weights.csv"], workload=files["workload.csv"], optimum=0, **how,
    )  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(
    ("source", "changed"),
    [
        *((one, one) for one in ("source.csv", "source.dat", "source.parquet")),
        *(("source.csv", one) for one in ("tree.csv", "rules.csv", "weights.csv", "workload.csv")),
    ],
)
def test_a_file_that_changes_while_it_is_read_is_an_error(
    files: dict[str, Path], meanwhile: Callable[[Path], None], source: str, changed: str, tmp_path: Path
) -> None:
    out = tmp_path / "safe.parquet"
    meanwhile(files[changed])
    with pytest.raises(BadInput, match=f"{changed} was changed while it was read") as raised:
        publish(files, source, out)
    assert "copy" in raised.value.hint and {path.name for path in tmp_path.iterdir()} == set(files)


@pytest.mark.slow
def test_who_is_who_must_not_change_either(
    files: dict[str, Path], meanwhile: Callable[[Path], None], tmp_path: Path
) -> None:
    old, how = tmp_path / "old.csv", {"record_ids": "keep", "linkable": True, "link": files["link.csv"]}
    publish(files, "source.csv", old, record_ids="keep")
    publish(files, "source.csv", tmp_path / "new.csv", previous=str(old), **how)
    meanwhile(files["link.csv"])
    with pytest.raises(BadInput, match=r"link.csv was changed"):
        publish(files, "source.csv", tmp_path / "newer.csv", previous=str(old), **how)


@pytest.mark.parametrize("changed", ["source.csv", "sensitive.csv", "tree.csv", "factors.csv"])
def test_what_is_sensitive_must_not_change(
    files: dict[str, Path], meanwhile: Callable[[Path], None], changed: str, tmp_path: Path
) -> None:
    source, hidden, tree = files["source.csv"], files["sensitive.csv"], files["tree.csv"]
    meanwhile(files[changed])
    with pytest.raises(BadInput, match=f"{changed} was changed"):
        if changed == "factors.csv":
            api.audit_adaptive(source, rho="0.5", sensitive=hidden, factors=files["factors.csv"], m=1)
        elif changed == "tree.csv":
            api.audit_rho(source, rho="0.5", sensitive=hidden, m=1, taxonomy=tree, by=1)
        else:
            api.anonymize_rho(source, tmp_path / "safe.csv", rho="0.5", sensitive=hidden, m=1)
    assert not (tmp_path / "safe.csv").exists()


def test_what_a_query_reads_and_what_a_pattern_means_must_not_change(
    files: dict[str, Path], meanwhile: Callable[[Path], None], tmp_path: Path
) -> None:
    asked = SourceOptions(query=f"SELECT record_id, item FROM read_csv('{files['source.csv']}')")
    assert api.audit_km(None, k=2, m=1, options=asked).records == 4
    assert api.audit_km(str(tmp_path / "*.parquet"), k=2, m=1).records == 4
    meanwhile(files["source.csv"])
    with pytest.raises(BadInput, match=r"source.csv was changed"):
        api.audit_km(None, k=2, m=1, options=asked)
    meanwhile(files["source.parquet"])
    with pytest.raises(BadInput, match=r"source.parquet was changed"):
        api.audit_km(str(tmp_path / "*.parquet"), k=2, m=1)


def test_the_exit_code_is_two(
    files: dict[str, Path], meanwhile: Callable[[Path], None], capsys: pytest.CaptureFixture[str]
) -> None:
    meanwhile(files["source.csv"])
    answer = Program(capsys)("audit", "km", str(files["source.csv"]), "--k", "2", "--m", "1")
    assert answer.code == 2 and "was changed while it was read" in answer.err and not answer.out


def test_that_a_file_changed_is_told_before_what_is_wrong_with_it(
    files: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line that is torn off has too few fields."""
    with pytest.raises(BadInput, match="was changed while it was read"), monkeypatch.context() as patched:
        patched.setitem(opening.open_source.__globals__, "code", _broken(files["source.csv"]))
        api.audit_km(files["source.csv"], k=2, m=1)


def _broken(path: Path) -> Callable[..., Any]:
    def code(*given: Any) -> Any:
        path.write_text("record_id,item\n5")
        raise BadInput("a row has fewer fields than its header")

    return code


@pytest.mark.slow
def test_a_file_may_change_when_it_was_read(files: dict[str, Path], tmp_path: Path) -> None:
    """Between two runs nobody looks."""
    for _ in range(2):
        publish(files, "source.csv", tmp_path / "safe.csv", overwrite=True)
        files["source.csv"].touch()
