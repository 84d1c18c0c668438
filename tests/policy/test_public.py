"""What a release tells in public gives no hidden count away, all of it together.

An outsider has the released rows, the manifest and the public report. For small data all sources are tried that lead to
the same released rows; those whose manifest and report read the same he cannot tell apart.
"""

import itertools
import json
import random
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import duckdb
import pytest

from setanon_sql import api
from setanon_sql.policy import RunOptions, run_policy
from tests.policy.conftest import APPROVAL
from tests.report.pages import Page

pytestmark = pytest.mark.usefixtures("one_way")

KEY = {"SETANON_KEY": "a long random text of more than thirty-two characters"}
#: What is released of every source here: six persons, and items that enough of them hold.
BASE = [{"a", "b"}, {"a"}, {"a", "b"}, {"b"}, {"a", "b"}, {"a", "b"}, {"a", "b"}, {"b", "a"}]
#: Items with how many persons hold nothing else, how many of BASE hold it, too, and which of these is the first.
Hidden = Mapping[str, tuple[int, int, int]]


def write(source: Iterable[set[str]]) -> None:
    rows = [f"{number},{item}\n" for number, held in enumerate(source) for item in sorted(held)]
    Path("b.csv").write_text("record_id,item\n" + "".join(rows))


def with_hidden(hidden: Hidden) -> list[set[str]]:
    """Return BASE with rare items beside it: some held by persons who have nothing else."""
    source = [set(held) for held in BASE]
    for item, (alone, beside, first) in hidden.items():
        for held in source[first : first + beside]:
            held.add(item)
        source += [{item}] * alone
    return source


def public(guarantee: str, out: str = "safe.csv", seed: str | None = "1") -> tuple[str, ...]:
    """Publish what stands in b.csv, and return all that an outsider has of it, but for ids and fingerprints."""
    Path("setanon.toml").write_text(
        f'[source]\nplace = "b.csv"\n\n{guarantee}\n[release]\nout = "{out}"\nreport = "r.html"\n'
        f'report_tier = "public"\n\n{APPROVAL}'
    )
    folder = Path(f"evidence{len(list(Path().glob('evidence*')))}")
    assert run_policy("setanon.toml", RunOptions(seed=seed, overwrite=True, evidence=folder, environment=KEY)).published
    manifest = json.loads((folder / "public" / "manifest.json").read_text())
    told = json.dumps(
        {name: _undrawn(name, manifest[name]) for name in manifest if name not in {"sha256", "fingerprints"}}
    )
    pages = [Page(one.read_text()).words for one in (Path("r.html"), folder / "public" / "report.html")]
    return (_rows(out), told, *(re.sub(r"\b[0-9a-f]{64}\b", "", words) for words in pages))


def _undrawn(name: str, told: Any) -> Any:
    """What a manifest tells under a name, but for the fingerprint whose key is drawn anew for each source and seed."""
    if name != "constraints":
        return told
    assert re.fullmatch("[0-9a-f]{64}", told["keyed_sha256"])
    return {key: value for key, value in told.items() if key != "keyed_sha256"}


def _rows(out: str) -> str:
    """The released rows without ids: which sets of items there are, and how often; or the pieces of clusters."""
    if Path(out).is_dir():
        items = duckdb.sql(f"SELECT item FROM '{out}/terms.parquet' ORDER BY ALL").fetchall()
        pieces = f"SELECT item, count(*) FROM '{out}/subrecords.parquet' GROUP BY item ORDER BY item"
        return f"{items} {duckdb.sql(pieces).fetchall()}"
    sets = duckdb.sql(f"SELECT list(item ORDER BY item) FROM '{out}' GROUP BY record_id ORDER BY 1").fetchall()
    return str(sets)


def hidden_counts(hidden: Hidden) -> dict[str, int]:
    """Return what must not be public where it is small."""
    counts = {f"records with {item}": alone + beside for item, (alone, beside, _) in hidden.items()}
    counts["records gone"] = sum(alone for alone, _, _ in hidden.values())
    return counts | {"rows gone": sum(alone + beside for alone, beside, _ in hidden.values())}


def families(k: int, items: str) -> list[Hidden]:
    """Return ways in which fewer than k persons hold each of some items: the same persons or (k = 2) others, too."""
    each = [(alone, beside) for alone in range(k) for beside in range(k - alone)]
    firsts = [{2 * at, 0 if k == 2 else 2 * at} for at in range(len(items))]
    ways = [[(*one, first) for first in some for one in each if one[1] or not first] for some in firsts]
    if k > 2:
        ways = [[(*one, first) for first in some for one in each] for some in firsts]
    return [dict(zip(items, chosen, strict=True)) for chosen in itertools.product(*ways)]


def km(k: int) -> str:
    return f'[guarantee]\nmodel = "km"\nk = {k}\nm = 1\n\n[method]\noptimum = 0\n'


def tried(k: int, items: str, guarantee: str) -> dict[tuple[str, ...], list[dict[str, int]]]:
    """Publish every source of a family; returns the hidden counts of those that read the same in public."""
    alike: dict[tuple[str, ...], list[dict[str, int]]] = defaultdict(list)
    for hidden in families(k, items):
        write(with_hidden(hidden))
        alike[public(guarantee)].append(hidden_counts(hidden))
    return alike


@pytest.mark.slow
@pytest.mark.parametrize("k", [2, 3, pytest.param(5, marks=pytest.mark.slow)])
def test_a_rare_item_leaves_no_trace_in_public(shop: Path, k: int) -> None:
    """Whether nobody, one person or k - 1 hold it, and whether these hold anything else: all reads the same."""
    alike = tried(k, "q", km(k))
    assert len(alike) == 1, [sorted({one["rows gone"] for one in some}) for some in alike.values()]


@pytest.mark.slow
@pytest.mark.parametrize(("k", "items"), [(2, "qrs"), pytest.param(3, "qr", marks=pytest.mark.whole)])
def test_no_small_count_can_be_computed_from_all_that_is_public(shop: Path, k: int, items: str) -> None:
    """Several rare items together are lost often enough to be told: no count of any of them is."""
    alike = tried(k, items, km(k))
    assert len({rows for rows, *_ in alike}) == 1 < len(alike), "the released rows are the same, and losses are told"
    for some in alike.values():
        for name in some[0]:
            values = {one[name] for one in some}
            assert len(values) > 1 or not 1 <= min(values) < k, (name, values)


#: How an item q goes that few persons hold, in the other models.
DROPPED = '[limits]\nconstraints = "c.csv"\n'
OTHERS = {
    "rho": f'[guarantee]\nmodel = "rho"\nrho = "1/2"\nm = 1\nsensitive = "s.csv"\n\n{DROPPED}',
    "adaptive": '[guarantee]\nmodel = "adaptive"\nrho = 0.5\nm = 1\nsensitive = "s.csv"\nfactors = "0"\n\n'
    f'[taxonomy]\nfile = "t.csv"\n\n{DROPPED}',
    "taxonomy": f'{km(5)}\n[taxonomy]\nfile = "t.csv"\n\n{DROPPED}',
}


def _files() -> None:
    Path("c.csv").write_text("item,rule\nq,drop\n")
    Path("s.csv").write_text("item\nz\n")
    Path("t.csv").write_text("child,parent\n" + "".join(f"{one},{'left' if one < 'q' else 'all'}\n" for one in "abqz"))
    with Path("t.csv").open("a") as file:
        file.write("left,all\n")


@pytest.mark.slow
@pytest.mark.parametrize("model", OTHERS)
def test_no_model_tells_how_few_rows_are_gone(shop: Path, model: str) -> None:
    _files()
    found = set()
    for alone, beside in [(0, 1), (1, 0), (0, 4), (2, 2), (4, 0), (1, 2)]:
        write([*with_hidden({"q": (alone, beside, 0)}), {"z"}, *[{"b", "z"}] * 6, *[{"b"}] * 8])
        found.add(public(OTHERS[model]))
    assert len(found) == 1


@pytest.mark.slow
@pytest.mark.parametrize("model", OTHERS)
def test_a_fingerprint_of_constraints_tells_no_source_from_another(shop: Path, model: str) -> None:
    """Without a seed its key is drawn, for the same source as for another; nothing else that is told changes."""
    _files()
    write([*with_hidden({"q": (1, 1, 0)}), {"z"}, *[{"b", "z"}] * 6, *[{"b"}] * 8])
    alike, fingerprints = set(), set()
    for _ in range(3):
        alike.add(public(OTHERS[model], seed=None))
        fingerprints.add(json.loads(Path("safe.csv.manifest.json").read_text())["constraints"]["keyed_sha256"])
    assert (len(alike), len(fingerprints)) == (1, 3)


@pytest.mark.slow
def test_nobody_can_tell_how_many_hold_two_items_of_a_label(shop: Path) -> None:
    """Six persons hold c, d or both, each of them fewer than five: released is the label over them."""
    Path("t.csv").write_text("child,parent\na,all\nb,all\nleft,all\nc,left\nd,left\n")
    found = set()
    for both, only_c in [(0, 2), (0, 3), (1, 2), (1, 3), (2, 2)]:
        rare = [{"c", "d"}] * both + [{"c"}] * only_c + [{"d"}] * (6 - both - only_c)
        write([*BASE, *({"a"} | held for held in rare)])
        found.add(public(f'{km(5)}\n[taxonomy]\nfile = "t.csv"\n'))
    assert len(found) == 1 and "left" in found.pop()[0]


@pytest.mark.slow
def test_disassociation_tells_not_how_many_hold_a_term(shop: Path) -> None:
    found: set[Any] = set()
    for held in (1, 2):
        write([{"a", "b", "t"}] * held + [{"a", "b"}] * (8 - held))
        told = public('[guarantee]\nmodel = "disassociation"\nk = 3\nm = 1\n', "pieces")
        found.add(told[1:])
    assert len(found) == 1


@pytest.mark.slow
@pytest.mark.parametrize("way", ["suppress", "demote"])
def test_what_safety_cost_is_told_in_steps(shop: Path, way: Any) -> None:
    chance, weights = random.Random(1), [1 / (1 + rank) for rank in range(8)]
    write([{*chance.choices("abcdefgh", weights, k=4)} for _ in range(60)])
    how: dict[str, Any] = {"k": 4, "m": 2, "cluster_size": 20, "seed": "1"}
    release = api.anonymize_disassociation("b.csv", "pieces", safe=True, infeasible=way, **how)
    ((now,),) = duckdb.sql("SELECT count(*) FROM 'pieces/subrecords.parquet'").fetchall()
    gone = release.manifest["occurrences_before_safe"] - now
    assert gone > 0 and gone % 4 == 0


@pytest.mark.slow
def test_a_cap_tells_not_how_few_rows_were_left_out(shop: Path) -> None:
    source = '"b.csv"\ncap = 2\n'
    found = set()
    for longer in (0, 1, 2):
        write([{"a", "b", "c"}] * longer + [{"a", "b"}] * (9 - longer))
        Path("one.toml").write_text(f'[source]\nplace = {source}\n{km(3)}\n[release]\nout = "capped.csv"\n\n{APPROVAL}')
        run = run_policy("one.toml", RunOptions(seed="1", overwrite=True, environment=KEY))
        assert run.release
        lost = dict(run.release.manifest["lost"])
        assert lost.pop("rows_unchanged") == run.release.manifest["rows"]  # which anybody can count in the release
        found.add(json.dumps([run.release.manifest["cap"], lost]))
    assert len(found) == 1
