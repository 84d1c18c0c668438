"""The attack by minimality, on a release where it stands: its adversary has no source.

Of a release whose labels were lifted known sets are tried, which are drawn from the source.
"""

from collections import Counter
from fractions import Fraction
from typing import get_args

from setanon_sql.engine import DuckDBEngine, Warehouse
from setanon_sql.errors import BadInput, BadParameter
from setanon_sql.inference.choices import released_blocks
from setanon_sql.inference.downcode_results import DowncodeAttack
from setanon_sql.inference.downcoding import DowncodeRequest, downcode
from setanon_sql.inference.known_sets import KnownSetsRequest, attack_known_sets
from setanon_sql.inference.known_sets_results import KnownSetsAttack
from setanon_sql.layout import Destination
from setanon_sql.methods.recoding import PRICES
from setanon_sql.options.releases import AttackDowncode
from setanon_sql.options.words import LeafCost, stand_beside
from setanon_sql.pipeline.opening import one_state, opened, placed_tree, tree_of
from setanon_sql.pipeline.refusing import read_to_attack
from setanon_sql.query.templates import columns_of
from setanon_sql.registry import promising
from setanon_sql.registry.parameters import ModelParameters
from setanon_sql.sources import SourceOptions
from setanon_sql.taxonomy import check, refuse
from setanon_sql.verify import verify_at
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
    """Attack a release of best labels; see :func:`setanon_sql.api.releases.attack_downcode`."""
    with one_state(engine, request.taxonomy):
        tables, promise = read_to_attack(engine, where)
        model = _model(promise)
        k = model.parameters["k"]
        m = model.parameters["m"]
        taxonomy = tree_of(engine, request.taxonomy, options)
    _refuse_broken(engine, where)
    if (rows := engine.count(tables[""])) > _MOST_ROWS:
        raise BadParameter(
            f"the release has {rows:,} rows: its originals are too many to list", "downcoding is for small releases"
        )
    records: dict[str, set[str]] = {}
    for name, label in engine.rows(columns_of(tables[""], "record_id", "item")):
        records.setdefault(str(name), set()).add(str(label))
    if not records:
        raise BadInput("the release is empty", "there is nothing to reason from")
    cost = request.cost or "ncp"
    if cost not in get_args(LeafCost):
        raise BadParameter(f"downcoding does not reason from labels by <cost={cost}>", "ncp or lm: what was minimized")
    blocks = released_blocks(taxonomy, set().union(*records.values()), cost)
    label_sets = Counter(frozenset(blocks[label] for label in labels) for labels in records.values())
    exceptions = not where.lines and stand_beside(request.exceptions, m, promise.records)
    return downcode(taxonomy, label_sets, DowncodeRequest(k, m, cost, exceptions, slack, request.most))


def known_sets_left(
    engine: DuckDBEngine | Warehouse, where: Destination, request: AttackDowncode, options: SourceOptions
) -> KnownSetsAttack:
    """Attack a release of lifted labels; see :func:`setanon_sql.api.releases.attack_downcode`."""
    assert request.source is not None and request.known_sets is not None
    with one_state(engine, request.source, request.taxonomy):
        tables, promise = read_to_attack(engine, where)
        model = _lifted_model(promise)
        taxonomy = tree_of(engine, request.taxonomy, options)
        dataset = opened(engine, request.source, options, taxonomy)
        taxonomy = placed_tree(dataset, taxonomy, options)
    refuse(check(taxonomy, [str(label) for (label,) in engine.rows(columns_of(dataset.items, "label"))]))
    _refuse_broken(engine, where)
    k, m, floor = (model.parameters[name] for name in ("k", "m", "floor"))
    prices = PRICES[request.cost or "balanced"]
    knowledge = KnownSetsRequest(k, m, floor, prices, request.known_sets, request.seed, request.most)
    keeps_ids = not promise.claims.new_ids and not where.lines
    truth = engine.table("inference/match/kept", record_ids=dataset.names()) if keeps_ids else None
    return attack_known_sets(dataset, tables[""], truth, taxonomy, knowledge)


def _refuse_broken(engine: DuckDBEngine | Warehouse, where: Destination) -> None:
    """Raise BadInput for a release that does not keep its promise."""
    if verify_at(engine, where).messages:
        raise BadInput("the release does not keep its promise", "<verify> tells what is wrong")


def _lifted_model(promise: AnyPromise) -> ModelParameters:
    """Return the model of a release; raises BadParameter where its labels were not lifted, or not by what it says."""
    model = promise.model
    if not model.lifts_labels:
        raise BadParameter(
            "<known_sets> are for releases whose labels are lifted in single records",
            "leave it out: downcoding then reasons from the best labels",
        )
    if model.parameters["m"] is None:
        raise BadParameter(
            "the release lets any number of items be known", "downcoding tries known sets of up to m items"
        )
    _refuse_others(promise)
    return model


def _model(promise: AnyPromise) -> ModelParameters:
    """Return the model of a release; raises BadParameter for those whose best labels are not looked for here."""
    model = promise.model
    if model.recodes_locally:
        raise BadParameter(
            "an item of the release may have another label in another record: downcoding reasons from one best label "
            "for each item",
            "with <known_sets> and <source> it counts the records that known items leave"
            if model.lifts_labels
            else "docs/guarantees.md says what minimality tells of other models",
        )
    if not model.labels_are_best:
        best = promising("labels_are_best")
        raise BadParameter(
            f"the release is one of {model.name}: downcoding reasons from the labels of a release of {', '.join(best)}",
            "docs/guarantees.md says what minimality tells of other models",
        )
    _refuse_others(promise)
    return model


def _refuse_others(promise: AnyPromise) -> None:
    """Raise BadParameter where more was asked of a release than its model has to keep."""
    model = promise.model
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
