"""The attack by minimality, on a release where it stands: its adversary has no source."""

from collections import Counter
from fractions import Fraction

from setanon_sql.engine import DuckDBEngine, Warehouse
from setanon_sql.errors import BadInput, BadParameter
from setanon_sql.inference.choices import released_blocks
from setanon_sql.inference.downcode_results import DowncodeAttack
from setanon_sql.inference.downcoding import DowncodeRequest, downcode
from setanon_sql.layout import Destination
from setanon_sql.options.releases import AttackDowncode
from setanon_sql.options.words import stand_beside
from setanon_sql.pipeline.opening import one_state, tree_of
from setanon_sql.query.templates import columns_of
from setanon_sql.registry import promising
from setanon_sql.registry.parameters import ModelParameters
from setanon_sql.sources import SourceOptions
from setanon_sql.verify import read, verify_at
from setanon_sql.verify.promise import AnyPromise

#: Rows that a small release has at most.
_MOST_ROWS = 10_000


def downcoded(
    engine: DuckDBEngine | Warehouse,
    where: Destination,
    request: AttackDowncode,
    slack: Fraction,
    options: SourceOptions,
) -> DowncodeAttack:
    """Attack a release; see :func:`setanon_sql.api.releases.attack_downcode`."""
    with one_state(engine, request.taxonomy):
        tables, promise = read(engine, where)
        model = _model(promise)
        k = model.parameters["k"]
        m = model.parameters["m"]
        taxonomy = tree_of(engine, request.taxonomy, options)
    if verify_at(engine, where).messages:
        raise BadInput("the release does not keep its promise", "<verify> tells what is wrong")
    if (rows := engine.count(tables[""])) > _MOST_ROWS:
        raise BadParameter(
            f"the release has {rows:,} rows: its originals are too many to list", "downcoding is for small releases"
        )
    records: dict[str, set[str]] = {}
    for name, label in engine.rows(columns_of(tables[""], "record_id", "item")):
        records.setdefault(str(name), set()).add(str(label))
    if not records:
        raise BadInput("the release is empty", "there is nothing to reason from")
    blocks = released_blocks(taxonomy, set().union(*records.values()), request.cost)
    label_sets = Counter(frozenset(blocks[label] for label in labels) for labels in records.values())
    exceptions = not where.lines and stand_beside(request.exceptions, m, promise.records)
    return downcode(taxonomy, label_sets, DowncodeRequest(k, m, request.cost, exceptions, slack, request.most))


def _model(promise: AnyPromise) -> ModelParameters:
    """Return the model of a release; raises BadParameter for those whose best labels are not looked for here."""
    model = promise.model
    if model.recodes_locally:
        raise BadParameter(
            "an item of the release may have another label in another record: downcoding reasons from one best label "
            "for each item",
            "the guarantee of the release says what knowing the method tells (docs/guarantees.md)",
        )
    if not model.labels_are_best:
        best = promising("labels_are_best")
        raise BadParameter(
            f"the release is one of {model.name}: downcoding reasons from the labels of a release of {', '.join(best)}",
            "docs/guarantees.md says what minimality tells of other models",
        )
    if model.parameters.get("person") or model.restricts_known_items:
        raise BadParameter(
            "the release counts persons, or lets only some items be known: its originals are not listed",
            "downcoding is for releases whose k counts records that hold any items",
        )
    if promise.claims.decided:
        raise BadParameter(
            "the manifest says that single items were spoken of: other labels may have been cheaper",
            "downcoding is for releases that were made without constraints",
        )
    return model
