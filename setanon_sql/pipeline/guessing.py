"""The attack on sensitive items, on a release where it stands, with its source and a control group."""

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

from setanon_sql import registry
from setanon_sql.dataset import Dataset
from setanon_sql.engine import DuckDBEngine, Warehouse
from setanon_sql.errors import BadInput, BadParameter
from setanon_sql.inference.guessing import InferAttack, InferRequest, TrialGroup, attack_infer
from setanon_sql.inference.hidden_sets import HiddenSets
from setanon_sql.inference.reconstruct import prepare, reconstructions
from setanon_sql.layout import Destination
from setanon_sql.numbers import fraction_of, share_of
from setanon_sql.options.releases import AttackInfer
from setanon_sql.pipeline.opening import fitted, one_state, opened, placed_tree, tree_of
from setanon_sql.pipeline.refusing import read_to_attack
from setanon_sql.query.templates import Table
from setanon_sql.registry.parameters import ModelParameters
from setanon_sql.sensitive.constraint import read_constraint
from setanon_sql.sources import SourceOptions
from setanon_sql.sources.control import draw_control
from setanon_sql.verify.pieces import FolderTables
from setanon_sql.verify.promise import AnyPromise, PiecesPromise

#: Originals that are made up of a release in pieces, and their rows together; at least one is.
_SAMPLES = 10
_SAMPLE_ROWS = 2_000_000


def infer(
    engine: DuckDBEngine | Warehouse, where: Destination, request: AttackInfer, options: SourceOptions
) -> InferAttack:
    """Attack a release; see :func:`setanon_sql.api.releases.attack_infer`."""
    share = control_share(request.control)
    with one_state(engine, request.source, request.taxonomy, request.sensitive):
        tables, promise = read_to_attack(engine, where)
        if share is not None:  # it was drawn before any cap
            options = replace(options, cap=0, cap_records=0)
        dataset = opened(engine, request.source, options)
        if share is not None:
            held_out = _drawn_again(dataset, promise, share, request.seed)
            control = TrialGroup(dataset, held_out, is_control=True)
        else:
            other = opened(engine, request.control, replace(options, where="", query=""))
            held_out = _named_in_both(dataset, other)
            control = TrialGroup(other)
        tree = None
        if request.taxonomy is not None:
            tree = tree_of(engine, request.taxonomy, options)
            dataset = fitted(dataset, tree, options)
            control = replace(control, dataset=fitted(control.dataset, tree, options))
            tree = placed_tree(dataset, tree, options)
        sensitive = read_constraint(dataset, request.sensitive, options, tree)
    if sensitive.personal:
        raise BadParameter("<sensitive> holds wishes of persons", "list the items that are sensitive for everybody")
    release, made_up = _whole_records(engine, tables, promise, request.seed)
    question = InferRequest(request.known, request.sample, request.seed, tree, promise.model.sensitive_sets)
    by_known, labels = attack_infer(TrialGroup(dataset, held_out), control, release, sensitive.named, question)
    for group, persons in (("source", by_known[0].members.persons), ("control group", by_known[0].control.persons)):
        if not persons:
            raise BadInput(
                f"nobody in the {group} holds a sensitive item and another one", "nothing can be inferred of them"
            )
    unit = "record" if dataset.persons is None else "person"
    hidden = _hidden_sets(dataset, held_out, release, promise.model, sensitive.sensitive)
    groups = len(promise.model.sensitive_sets)
    return InferAttack(engine.count(held_out), unit, made_up, by_known, labels, groups, hidden)


def _hidden_sets(
    dataset: Dataset, held_out: Table, release: Table, model: ModelParameters, sensitive: Table
) -> tuple[HiddenSets, ...]:
    """Return what follows from frequent sets that the release does not show, of a model that hides some for telling."""
    if not registry.has_part(model.name, "hidden"):
        return ()
    rows = dataset.engine.table("sources/sample/other_records", transactions=dataset.transactions, records=held_out)
    sets: tuple[HiddenSets, ...] = registry.function(model.name, "hidden", "hidden_in_release")(
        dataset.with_rows(rows), release, model, sensitive
    )
    return sets


def control_share(control: Any) -> Fraction | None:
    """Return the share that ``control`` is, None where it names records; raises BadParameter for no share."""
    if isinstance(control, str) and control.strip().endswith("%"):
        share = fraction_of("<control>", control.strip().removesuffix("%")) / 100
    elif isinstance(control, int | float | Decimal | Fraction):
        share = fraction_of("<control>", control)
    else:
        return None
    return share_of("<control>", share, "it is the share that was held out when the release was made")


def _drawn_again(dataset: Dataset, promise: AnyPromise, share: Fraction, seed: str) -> Table:
    """Return the records that a release held out; raises BadInput where that is another draw."""
    control = promise.claims.fields.get("control")
    if not isinstance(control, dict):
        raise BadInput(
            "the release held nobody out", "name the records of a control group, or make the release with <control>"
        )
    draw = draw_control(dataset, share, seed)
    if control.get("keyed_sha256") != draw.mark:
        raise BadInput(
            "the share, the seed or the source is not that of the release: others would be drawn than it held out",
            "use the same SOURCE, <person> and <control>, and as <seed> its own, which its ledger tells",
        )
    return dataset.engine.table("sources/control/held_out", lots=draw.lots, most=draw.most)


def _named_in_both(dataset: Dataset, control: Dataset) -> Table:
    """Return the records of a source that the control group names, too: none where its records have no ids."""
    engine = dataset.engine
    if control.record_ids is None:
        return engine.empty("held_out", "record_id")
    return engine.table("inference/infer/named_in_both", record_ids=dataset.names(), control_ids=control.record_ids)


def _whole_records(
    engine: DuckDBEngine | Warehouse, tables: dict[str, Table], promise: AnyPromise, seed: str
) -> tuple[Table, int]:
    """Return the records of a release, and of how many originals: those of one in pieces are made up."""
    if not isinstance(promise, PiecesPromise):
        return tables[""], 0
    samples = max(1, min(_SAMPLES, _SAMPLE_ROWS // max(promise.rows, 1)))
    originals = reconstructions(engine, prepare(engine, FolderTables(**tables)), samples, seed)
    return engine.table("inference/infer/made_up", samples=originals), samples
