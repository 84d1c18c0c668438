"""Runs of LGPS on small data, read back as people read a release."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

import pytest

from setanon_sql.engine import DuckDBEngine
from setanon_sql.models.adaptive import method
from setanon_sql.models.adaptive.method import AdaptiveResult, anonymize_adaptive
from setanon_sql.models.adaptive.options import AdaptiveCost
from setanon_sql.models.adaptive.parameters import AdaptiveRho
from setanon_sql.pipeline.opening import open_nodes
from setanon_sql.query.templates import all_rows, columns_of
from setanon_sql.sources import SourceOptions
from setanon_sql.taxonomy import Taxonomy
from tests.adaptive.oracle import Row
from tests.data import dataset_of
from tests.rho.data import fixed


@contextmanager
def in_one_way() -> Iterator[None]:
    """Let LGPS go one way, as it does on large data, instead of five: for tests of what stands around it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(method, "SMALL", 0)
        yield


def released(
    engine: DuckDBEngine,
    data: Sequence[Collection[str]],
    tree: Taxonomy,
    thresholds: Mapping[str, Fraction],
    m: int | None = None,
    cost: AdaptiveCost = "ncp",
    persons: Sequence[int] | None = None,
) -> tuple[dict[int, Row], AdaptiveResult]:
    """Return the released records by their place in ``data``, and the result."""
    dataset = dataset_of(engine, data, persons=persons)
    constraint = fixed(dataset, list(thresholds))
    nodes = open_nodes(dataset, constraint.sensitive, tree, SourceOptions())
    model = AdaptiveRho(min(thresholds.values()), m, thresholds)
    result = anonymize_adaptive(dataset, model, constraint, nodes, "seed", cost=cost)
    labels = engine.table(columns_of(nodes.nodes, item="node", label="label"))
    rows = engine.table("release/shapes/labelled", published=result.rows, labels=labels)
    groups = {int(record): int(group) for record, group in engine.rows(all_rows(result.groups))}
    held: dict[int, Any] = {}
    for record, label in engine.rows(all_rows(rows)):
        held.setdefault(int(record) - 1, set()).add(str(label))
    return {at: Row(groups[at + 1], frozenset(labels)) for at, labels in held.items()}, result
