"""Recovery believes only folders that this program made there for its user, and no names in files."""

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from setanon_sql.files import owned
from setanon_sql.files.moving import PARTIAL, REPLACED, partial_prefix
from setanon_sql.release.ledgers import Ledger
from setanon_sql.release.recovery import BESIDE_NOTE, LEDGER_PLACE, NOTE, mark_of, note_of_file, recover_interrupted
from setanon_sql.verify.contents import fingerprint
from tests.release.killing import left_by_a_killed_run

LEDGER_TEXT = "record_id,item,action,label,cause\n,,seed,x,\n"
posix = pytest.mark.skipif(os.name != "posix", reason="this system has no owners and locks as these")
pytestmark = posix


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """A release in a public folder, and a private file elsewhere."""
    (tmp_path / "home").mkdir()
    (tmp_path / "home/private.txt").write_text(LEDGER_TEXT)
    (tmp_path / "public").mkdir()
    release = tmp_path / "public/r.csv"
    release.write_text("record_id,item\n1,a\n")
    return release


def private(out: Path) -> Path:
    return out.parent.parent / "home/private.txt"


def everything(out: Path) -> dict[str, str]:
    """What stands beside the private file and in the public folder, hidden folders left out; a link is told as one."""
    paths = [path for folder in (out.parent, private(out).parent) for path in folder.iterdir()]
    return {path.name: "link" if path.is_symlink() else path.read_text() for path in paths if path.name[0] != "."}


def note_labels(folder: Path, out: Path, name: str) -> None:
    (folder / BESIDE_NOTE).write_text(json.dumps({name: mark_of(out)}))


def planted(out: Path, mode: int = 0o700) -> Path:
    """Make a folder that looks like one of a killed run, as anybody may."""
    folder = out.parent / f"{partial_prefix(out)}x{PARTIAL}"
    folder.mkdir()
    folder.chmod(mode)
    return folder


def waiting_labels(folder: Path, out: Path) -> None:
    (folder / "labels-new.csv").write_text("label\n")
    note_labels(folder, out, "labels-new.csv")


@pytest.mark.parametrize("make", [planted, left_by_a_killed_run])
@pytest.mark.parametrize("name", ["../../home/private.txt", "/whole", "..", "", "labels-new.csv/../../r.csv", "x\0"])
def test_no_name_in_a_note_of_label_tables_moves_a_file(out: Path, make: Callable[[Path], Path], name: str) -> None:
    before = everything(out)
    note_labels(make(out), out, str(private(out)) if name == "/whole" else name)
    recover_interrupted(out)
    assert everything(out) == before


def _linked_labels(folder: Path, out: Path) -> None:
    (folder / "labels-new.csv").symlink_to(private(out))
    note_labels(folder, out, "labels-new.csv")


def _linked_ledger(folder: Path, out: Path) -> None:
    (folder / "ledger.csv").symlink_to(private(out))
    release = note_of_file(out, fingerprint(out).sha256)
    (folder / NOTE).write_text(json.dumps({**release, "ledger": fingerprint(private(out)).sha256}))


def _linked_folder(folder: Path, out: Path) -> None:
    (folder / f"release{REPLACED}").symlink_to(private(out).parent)


def _linked_notes(folder: Path, out: Path) -> None:
    (folder / "labels-new.csv").write_text("label\n")
    note_labels(folder, out, "labels-new.csv")
    (folder / BESIDE_NOTE).rename(folder / "elsewhere.json")
    (folder / BESIDE_NOTE).symlink_to(folder / "elsewhere.json")


def _pipes(folder: Path, out: Path) -> None:
    for name in (BESIDE_NOTE, NOTE, LEDGER_PLACE, "ledger.csv", "labels-new.csv"):
        os.mkfifo(folder / name)


def _strange_notes(folder: Path, out: Path) -> None:
    (folder / "ledger.csv").write_text(LEDGER_TEXT)
    (folder / NOTE).write_text('{"file": 1, "ledger": null}')
    (folder / LEDGER_PLACE).write_text('{"ledger": ["../../home/private.txt"]}')
    (folder / BESIDE_NOTE).write_text('["labels-new.csv"]')


WAYS = [_linked_labels, _linked_ledger, _linked_folder, _linked_notes, _pipes, _strange_notes]


@pytest.mark.parametrize("plant", WAYS)
@pytest.mark.parametrize("missing", [False, True])
def test_links_pipes_and_strange_notes_move_nothing(
    out: Path, plant: Callable[[Path, Path], None], missing: bool
) -> None:
    destinations = (out, out.parent / "l.csv")
    for destination in destinations:
        plant(left_by_a_killed_run(destination), out)
    if missing:
        out.unlink()
    before = everything(out)
    recover_interrupted(*destinations)
    assert everything(out) == before


def _of_nobody(folder: Path, out: Path) -> None:
    shutil.rmtree(folder)
    waiting_labels(planted(out), out)


def _copied(folder: Path, out: Path) -> None:
    moved = folder.rename(out.parent.parent / "elsewhere")
    shutil.copytree(moved, folder)


def _writable(folder: Path, out: Path) -> None:
    folder.chmod(0o770)


def _linked(folder: Path, out: Path) -> None:
    moved = folder.rename(out.parent.parent / "elsewhere")
    folder.symlink_to(moved)


def _with_a_linked_mark(folder: Path, out: Path) -> None:
    mark = folder / f".made-{folder.stat().st_ino}"
    mark.rename(folder / "other")
    mark.symlink_to("other")


def _of_somebody_else(folder: Path, out: Path) -> None:
    if os.geteuid():
        pytest.skip("only root may give a folder away")
    os.chown(folder, 4711, 4711)


STRANGE = [_of_nobody, _copied, _writable, _linked, _with_a_linked_mark, _of_somebody_else]


@pytest.mark.parametrize("change", STRANGE)
def test_a_folder_that_this_program_did_not_make_there_for_the_user_stays_as_it_is(
    out: Path, change: Callable[[Path, Path], None]
) -> None:
    folder = left_by_a_killed_run(out)
    waiting_labels(folder, out)
    change(folder, out)
    before = everything(out)
    recover_interrupted(out)
    assert everything(out) == before and (folder / "labels-new.csv").is_file()


def test_a_ledger_elsewhere_is_recovered_from_folders_of_this_program_alone(out: Path) -> None:
    """What a note says of a place is looked at as any other destination."""
    ledger = private(out).parent / "ledger.csv"
    others = planted(ledger)
    (others / "keep").write_text("")
    (left_by_a_killed_run(out) / LEDGER_PLACE).write_text(json.dumps({"ledger": "../home/ledger.csv"}))
    before = everything(out)
    recover_interrupted(out)
    assert everything(out) == before and (others / "keep").exists()


def test_what_this_program_left_there_takes_its_place(out: Path) -> None:
    ledger = private(out).parent / "ledger.csv"
    folder = left_by_a_killed_run(out)
    waiting_labels(folder, out)
    waiting = left_by_a_killed_run(ledger)
    staged = Ledger(waiting / "ledger.csv", ledger)
    staged.path.write_text(LEDGER_TEXT)
    staged.belongs_to(note_of_file(out, fingerprint(out).sha256), folder)
    recover_interrupted(out)
    assert (out.parent / "r.csv.labels.csv").read_text() == "label\n" and ledger.read_text() == LEDGER_TEXT
    assert not folder.exists() and not waiting.exists()


def test_an_empty_folder_of_a_run_that_was_killed_at_once_is_removed(out: Path) -> None:
    folder = planted(out)
    recover_interrupted(out)
    assert not folder.exists()


def test_a_folder_is_known_until_nothing_else_is_in_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed while it is removed, the rest is removed by the next run."""
    folder = left_by_a_killed_run(tmp_path / "r.csv")
    for name in ("a", "z"):
        (folder / name).write_text("")
    seen = list[bool]()
    unlink = Path.unlink

    def looked(path: Path, missing_ok: bool = False) -> None:
        seen.append(owned.is_marked(folder))
        unlink(path, missing_ok)

    monkeypatch.setattr(Path, "unlink", looked)
    owned.remove(folder)
    assert seen == [True] * 3 and not folder.exists()
