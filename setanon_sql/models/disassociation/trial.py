"""A setting of disassociation, tried in a comparison."""

from dataclasses import replace

from setanon_sql.comparing.bench import Trial
from setanon_sql.comparing.figures import with_usable
from setanon_sql.comparing.results import Figures
from setanon_sql.comparing.shared import ITEMS
from setanon_sql.errors import BadParameter
from setanon_sql.inference.attack import cover_attack
from setanon_sql.measures import Measures
from setanon_sql.measures.pieces import Compared, drawn_originals, folder_utility
from setanon_sql.measures.workload import piece_errors
from setanon_sql.models.disassociation.method import (
    Disassociated,
    disassociate,
    key_of_choices,
    key_of_ids,
    make_safe,
    publish,
)
from setanon_sql.models.disassociation.parameters import Disassociation
from setanon_sql.options.trials import CLUSTER_SIZE
from setanon_sql.query.templates import Table, all_rows
from setanon_sql.verify.pieces import FolderTables


def try_setting(trial: Trial) -> tuple[Figures, Measures]:
    """Cut records into pieces, and measure that; raises BadParameter where it cannot be."""
    setting = trial.setting
    dataset = trial.inputs.dataset
    seed = trial.plan.seed
    assert setting.k is not None
    tables = _disassociate(trial, setting.k)
    dataset.engine.trace.begin_phase("measuring the utility of the release")
    how = Compared(seed=seed, leading=trial.shared.leading)
    how = replace(how, drawn=drawn_originals(dataset, tables, how))
    measures = folder_utility(dataset, tables, setting.k, how=how)
    if trial.shared.own_workload:
        measures |= piece_errors(dataset, trial.shared.own_workload, tables, trial.request.made_up)
    figures = _of_drawn(trial, how.drawn, measures)
    certain = dataset.engine.table(
        "measures/pieces/certain_rows", subrecords=tables.subrecords, terms=tables.terms, items=dataset.items
    )
    figures = with_usable(figures, dataset, certain, trial.request.sensitive)
    if trial.tells_risk(figures):
        figures = _with_links(trial, figures, tables)
    if trial.plan.losses_only:
        return figures, measures
    return replace(figures, at_risk_before=trial.shared.risk_by_known_items(setting.k, setting.m)), measures


def _of_drawn(trial: Trial, drawn: Table | None, measures: Measures) -> Figures:
    """Return what a made-up original tells."""
    assert drawn is not None
    dataset = trial.inputs.dataset
    query = "measures/categories/item_error"
    (error,) = dataset.engine.row(query, items=dataset.items, drawn=drawn, most=ITEMS)
    return Figures(
        top_itemsets_lost=measures.tkd,
        pair_error=measures.re_top,
        item_error=None if error is None else float(error),
        category_error=trial.shared.category_error(drawn),
        workload_error=measures.workload_relative_error_mean,
        seconds=trial.seconds,
    )


def _disassociate(trial: Trial, k: int) -> FolderTables:
    """Try the setting; raises BadParameter where that makes no sense."""
    setting = trial.setting
    engine = trial.inputs.dataset.engine
    constraint = trial.inputs.constraint
    if setting.m is None:
        raise BadParameter("disassociation protects against a known number of items, and <m> is any")
    if constraint and constraint.personal:
        raise BadParameter("disassociation protects items for everybody, and <sensitive> names persons")
    size = setting.cluster_size or CLUSTER_SIZE
    secret_items = constraint is not None
    model = Disassociation(
        k,
        setting.m,
        size,
        safe=setting.safe,
        sensitive=secret_items,
        diversity=setting.diversity,
        person=setting.person,
    )
    with trial.timer():
        secret = engine.table(all_rows(constraint.sensitive)) if constraint else None
        result = disassociate(trial.inputs.dataset, model, secret)
        result = _make_safe(trial, result) if setting.safe else result
        key = key_of_ids(trial.inputs.dataset, result, trial.plan.seed)
        folder = publish(engine, result, trial.inputs.dataset.items, key)
    return FolderTables(folder.clusters, folder.subrecords, folder.terms)


def _make_safe(trial: Trial, result: Disassociated) -> Disassociated:
    dataset = trial.inputs.dataset
    return make_safe(dataset.engine, result, "best", key_of_choices(dataset, result, "best", trial.plan.seed))[0]


def _with_links(trial: Trial, figures: Figures, tables: FolderTables) -> Figures:
    """Add what is left of the risk: the shares of subrecords that are linked where m + 1 items are known, and m."""
    m = trial.setting.m
    assert m is not None
    attack = cover_attack(trial.inputs.dataset.engine, tables, m + 1)
    linked = {link.known: link.linked / max(attack.subrecords, 1) for link in attack.links}
    return replace(figures, linked_beyond_ratio=linked[m], linked_ratio=linked.get(m - 1))
