"""What the cases of disassociation measure inside a process of its own; prints one JSON object."""

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from setanon_sql.dataset import Dataset

_KINDS: dict[str, dict[str, type]] = {
    "clusters": {"cluster_id": int, "parent_id": int, "kind": str, "size": int},
    "subrecords": {"cluster_id": int, "chunk_id": int, "subrecord_id": int, "item": str},
    "terms": {"cluster_id": int, "item": str},
}


def steps(source: str, what: str = "whole") -> dict[str, object]:
    """Time HORPART and VERPART (k = 5, m = 2, clusters under 30) on a source that was read before.

    ``what``: ``steps``, or ``whole`` for a second run with REFINE.
    """
    from setanon_sql.models.disassociation.method import disassociate
    from setanon_sql.models.disassociation.parameters import Disassociation
    from setanon_sql.settings import Settings
    from setanon_sql.sources import open_source

    with Settings(memory_limit="3GB").engine() as engine:
        dataset = open_source(engine, source)
        answer: dict[str, object] = {}
        for name, refine in (("seconds", False), ("whole_seconds", True))[: 2 if what == "whole" else 1]:
            began = time.perf_counter()
            made = disassociate(dataset, Disassociation(5, 2, refine=refine))
            answer[name] = time.perf_counter() - began
            left = _support(engine, made.refined.terms)
            answer["kept_share_refined" if refine else "kept_share"] = 1 - left / dataset.rows
    return answer


def _support(engine: Any, terms: Any) -> int:
    (total,) = engine.connection.table(f"{terms.schema}.{terms.name}").sum("support").fetchall()
    return int(total[0] or 0)


def literal(source: "Dataset", path: Path, originals: int) -> dict[str, Any]:
    """Measure what the paper's algorithm as it stands would publish (k = 5, m = 2, clusters under 30)."""
    from benchmarks.disassociation_losses import losses
    from benchmarks.reference_disassociation import horpart, read, verpart
    from benchmarks.reference_refine import refine, tables
    from setanon_sql.verify.pieces import FolderTables

    clusters = horpart(read(path), 5, 30, literal=True)
    splits = [verpart(cluster, 5, 2) for cluster in clusters]
    rows = tables(clusters, splits, refine(clusters, splits, 5), 5, 2)
    sizes, engine = [len(cluster) for cluster in clusters], source.engine
    made = {name: engine.load(name, kinds, [*zip(*rows[name], strict=True)]) for name, kinds in _KINDS.items()}
    found = {"clusters": len(sizes), "smallest_cluster": min(sizes), "largest_cluster": max(sizes)}
    return found | {"clusters_under_k": sum(n < 5 for n in sizes)} | losses(source, FolderTables(**made), 5, originals)


def generate(path: str, records: str, items: str, length: str) -> dict[str, object]:
    """Write generated baskets; the file appears when it is whole."""
    from setanon_sql.synthetic.quest import quest

    partial = Path(path).with_suffix(".partial.parquet")
    quest(int(records), int(items), int(length), seed=1).write(partial).rename(path)
    return {"records": int(records)}


MEASURES: dict[str, Callable[..., object]] = {"steps": steps, "generate": generate}

if __name__ == "__main__":
    print(json.dumps(MEASURES[sys.argv[1]](*sys.argv[2:])))
