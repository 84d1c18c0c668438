"""Pipes and devices in place of files are refused, and nobody waits for them."""

import errno
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from setanon_sql import api
from setanon_sql.errors import BadInput, SetanonError
from setanon_sql.files.regular import NotRegularError, open_regular, read_regular, refuse_pipes
from setanon_sql.layout import labels_path, manifest_path
from setanon_sql.policy.reading import read_policy
from setanon_sql.release.mappings import read_mapping
from setanon_sql.report.attacks import _answer
from setanon_sql.taxonomy import Taxonomy

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
SAID = "a pipe or a device"


def pipe(path: Path) -> None:
    os.mkfifo(path)


def endless(path: Path) -> None:
    path.symlink_to("/dev/zero")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("regular")
    source = [["a", "b"], ["a", "b"], ["b", "c"], ["b", "c"]]
    tree = Taxonomy({"a": "x", "b": "x", "c": "*", "x": "*"}, "*")
    for name in ("r.csv", "r.parquet"):
        api.anonymize_km(source, folder / name, k=2, m=1, taxonomy=tree)
    api.anonymize_disassociation(source, folder / "pieces", k=2, m=1)
    (folder / "parts.parquet").mkdir()
    shutil.copy(folder / "r.parquet", folder / "parts.parquet" / "part-00000-0-c000.parquet")
    shutil.copy(folder / "r.parquet.manifest.json", folder / "parts.parquet.manifest.json")
    return folder


@pytest.fixture
def at(made: Path, tmp_path: Path) -> Path:
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    return tmp_path


def test_only_regular_files_are_opened(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"text")
    (tmp_path / "link").symlink_to(tmp_path / "file")
    assert read_regular(tmp_path / "file") == read_regular(tmp_path / "link") == b"text"
    pipe(tmp_path / "pipe")
    endless(tmp_path / "endless")
    for name in ("pipe", "endless"):
        with pytest.raises(NotRegularError, match=SAID):
            open_regular(tmp_path / name)
        with pytest.raises(NotRegularError, match=SAID):
            refuse_pipes(tmp_path / name)
    with pytest.raises(NotRegularError):
        refuse_pipes(tmp_path)
    with pytest.raises(FileNotFoundError):
        open_regular(tmp_path / "none")
    with pytest.raises(OSError) as folder:
        open_regular(tmp_path)
    assert folder.value.errno in {errno.EISDIR, errno.EACCES}


FILES = ["r.csv", "r.parquet", "pieces/manifest.json", "pieces/clusters.parquet", "pieces/terms.parquet"]
FILES += [str(beside(Path(name))).rpartition("/")[2] for name in FILES[:2] for beside in (manifest_path, labels_path)]


@pytest.mark.parametrize("put", [pipe, endless])
@pytest.mark.parametrize("file", FILES)
def test_a_release_is_of_files(at: Path, file: str, put: Callable[[Path], None]) -> None:
    release = at / (file.partition("/")[0] if "/" in file else file.partition(".manifest")[0].partition(".labels")[0])
    (at / file).unlink()
    put(at / file)
    try:
        answer = api.verify(release)
    except BadInput as error:
        assert SAID in error.message
    else:  # of a folder in which there is a link
        assert not answer.satisfied
        assert any("of its folder" in message for message in answer.messages)
    if "pieces" in file:
        with pytest.raises(BadInput, match=SAID):
            api.audit_disassociation(release)
        with pytest.raises(BadInput, match=SAID):
            api.attack_cover(release)


@pytest.mark.parametrize("put", [pipe, endless])
@pytest.mark.parametrize("name", ["x.parquet", "part-00001-0-c000.parquet"])
def test_a_folder_of_parts_holds_files_only(at: Path, name: str, put: Callable[[Path], None]) -> None:
    put(at / "parts.parquet" / name)
    with pytest.raises(BadInput, match=SAID):
        from setanon_sql.engine import DuckDBEngine
        from setanon_sql.verify import read

        with DuckDBEngine(threads=1) as engine:
            read(engine, at / "parts.parquet")
    answer: Any = None
    try:
        answer = api.verify(at / "parts.parquet")
    except BadInput as error:
        assert SAID in error.message
    assert answer is None or not answer.satisfied


@pytest.mark.parametrize("read", [read_mapping, read_policy, _answer])
@pytest.mark.parametrize("put", [pipe, endless])
def test_other_files_are_refused_too(tmp_path: Path, read: Callable[[Path], Any], put: Callable[[Path], None]) -> None:
    put(tmp_path / "file.csv")
    with pytest.raises(SetanonError):
        read(tmp_path / "file.csv")


@pytest.mark.parametrize("put", [pipe, endless])
def test_a_pipe_beside_a_destination_is_somebody_elses(at: Path, put: Callable[[Path], None]) -> None:
    (at / "r.csv.manifest.json").unlink()
    put(at / "r.csv.manifest.json")
    with pytest.raises(SetanonError, match="not written by setanon"):
        api.anonymize_km([["a"], ["a"]], at / "r.csv", k=2, m=1, overwrite=True)
