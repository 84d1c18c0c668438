"""HORPART and VERPART in plain Python, sets and bit masks: what the SQL is compared with, side by side.

One item at a time as in the paper (Terrovitis et al., section 4), except that no cluster gets fewer than k records: an
item splits a group only where both sides keep k, and what nothing splits is cut by record.
``python -m benchmarks.reference_disassociation FILE [steps|whole [k m cluster_size]]`` prints seconds and shares as one
JSON object; ``whole`` (what is meant where nothing is said) runs REFINE (:mod:`benchmarks.reference_refine`), too.
"""

import json
import sys
import time
from collections import Counter
from itertools import chain, combinations
from pathlib import Path

Records = list[frozenset[str]]
Chunk = list[str]


def read(path: Path) -> Records:
    """Read basket lines (items separated by commas or blanks), or a long Parquet file."""
    if path.suffix == ".parquet":
        return read_long(path)
    lines = path.read_text(encoding="utf-8").splitlines()
    return [frozenset(items) for line in lines if (items := line.replace(",", " ").split())]


def read_long(path: Path) -> Records:
    """Read ``record_id, item`` rows."""
    import duckdb

    rows = duckdb.connect().execute(
        "SELECT list(CAST(item AS VARCHAR)) FROM read_parquet(?) GROUP BY record_id", [str(path)]
    )
    return [frozenset(items) for (items,) in rows.fetchall()]


def horpart(records: Records, k: int, cluster_size: int, *, literal: bool = False) -> list[Records]:
    """Return clusters of at least k records, under ``cluster_size`` where that leaves room for k.

    ``literal``: as in the paper, with clusters of any size.
    """
    least = 1 if literal else k
    counts = Counter(chain.from_iterable(records))
    stack: list[tuple[Records, Counter[str], frozenset[str]]] = [(records, counts, frozenset())]
    clusters: list[Records] = []
    while stack:
        group, counts, ignored = stack.pop()
        if len(group) < cluster_size:
            clusters.append(group)
            continue
        items = ((n, item) for item, n in counts.items() if n >= least and item not in ignored)
        best = max(items, default=None)
        if best is None:
            clusters += [group] if literal else cut(group, k, cluster_size)
            continue
        having, rest = split(group, best[1])
        if len(rest) < least:
            stack.append((group, counts, ignored | {best[1]}))
            continue
        inner = Counter(chain.from_iterable(having))
        counts.subtract(inner)
        stack += [(having, inner, ignored | {best[1]}), (rest, +counts, ignored)]
    return clusters


def split(group: Records, item: str) -> tuple[Records, Records]:
    """Return the records with an item and those without it."""
    having: Records = []
    rest: Records = []
    for record in group:
        (having if item in record else rest).append(record)
    return having, rest


def cut(group: Records, k: int, cluster_size: int) -> list[Records]:
    """Cut a group that no item splits into pieces of nearly equal size."""
    pieces = max(1, min(len(group) // k, -(-len(group) // (cluster_size - 1))))
    return [group[len(group) * at // pieces : len(group) * (at + 1) // pieces] for at in range(pieces)]


def verpart(cluster: Records, k: int, m: int) -> tuple[list[Chunk], Chunk]:
    """Return the items of each record chunk and of the term chunk."""
    masks: dict[str, int] = {}
    for at, record in enumerate(cluster):
        for item in record:
            masks[item] = masks.get(item, 0) | 1 << at
    order = sorted(masks, key=lambda item: (-masks[item].bit_count(), item))
    remain = [item for item in order if masks[item].bit_count() >= k]
    terms = order[len(remain) :]
    chunks: list[Chunk] = []
    while remain:
        current: Chunk = []
        for item in remain:
            if fits(item, current, masks, k, m):
                current.append(item)
        chunks.append(current)
        remain = [item for item in remain if item not in set(current)]
    if terms or not chunks or enough_subrecords(cluster, chunks, k, m):
        return chunks, terms
    least = min((item for chunk in chunks for item in chunk), key=lambda item: (masks[item].bit_count(), item))
    left = [[item for item in chunk if item != least] for chunk in chunks]
    return [chunk for chunk in left if chunk], [least]


def fits(item: str, chunk: Chunk, masks: dict[str, int], k: int, m: int) -> bool:
    """Tell whether a chunk stays k^m-anonymous with one more item."""
    mask = masks[item]
    met = [masks[other] & mask for other in chunk if masks[other] & mask]
    if any(both.bit_count() < k for both in met):
        return False
    for size in range(2, m):
        for several in combinations(met, size):
            common = several[0]
            for other in several[1:]:
                common &= other
            if 0 < common.bit_count() < k:
                return False
    return True


def enough_subrecords(cluster: Records, chunks: list[Chunk], k: int, m: int) -> bool:
    """Tell whether no record must be empty where the term chunk is (Lemma 2)."""
    subrecords = sum(sum(1 for record in cluster if not record.isdisjoint(chunk)) for chunk in chunks)
    return subrecords >= len(cluster) + k * (min(m, len(chunks)) - 1)


def _support(cluster: Records, items: Chunk) -> int:
    return sum(len(record.intersection(items)) for record in cluster)


def main() -> None:
    """Run the steps on a file and print what they took and kept."""
    path, what, *numbers = [*sys.argv[1:], "whole"] if len(sys.argv) == 2 else sys.argv[1:]
    k, m, cluster_size = map(int, [*numbers, *("5", "2", "30")[len(numbers) :]])
    records = read(Path(path))
    began = time.perf_counter()
    clusters = horpart(records, k, cluster_size)
    split_at = time.perf_counter()
    splits = [verpart(cluster, k, m) for cluster in clusters]
    ended = time.perf_counter()
    rows = sum(map(len, records))
    lost = sum(_support(cluster, terms) for cluster, (_, terms) in zip(clusters, splits, strict=True))
    answer = {
        "horpart_seconds": split_at - began,
        "verpart_seconds": ended - split_at,
        "seconds": ended - began,
        "clusters": len(clusters),
        "smallest": min(map(len, clusters)),
        "largest": max(map(len, clusters)),
        "kept_share": 1 - lost / rows,
    }
    if what == "whole":
        answer |= _refined(clusters, splits, k, m, rows)
        answer["whole_seconds"] = answer["seconds"] + answer["refine_seconds"]
    print(json.dumps(answer))


def _refined(
    clusters: list[Records], splits: list[tuple[list[Chunk], Chunk]], k: int, m: int, rows: int
) -> dict[str, float]:
    from benchmarks.reference_refine import refine, shared_chunks

    began = time.perf_counter()
    joints, tops = refine(clusters, splits, k)
    made = [list(shared_chunks(clusters, joint, k, m)) for joint in joints]
    ended = time.perf_counter()
    lost = sum(n for top in tops for places in top.terms.values() for _, n in places)
    return {"refine_seconds": ended - began, "joints": len(made), "kept_share_refined": 1 - lost / rows}


if __name__ == "__main__":
    main()
