"""What is told of a setting of disassociation in a comparison."""

from dataclasses import replace

from setanon_sql.comparing.bench import Trial
from setanon_sql.comparing.figures import with_usable
from setanon_sql.comparing.results import Figures
from setanon_sql.comparing.shared import ITEMS
from setanon_sql.inference.attack import cover_attack
from setanon_sql.measures import Measures
from setanon_sql.measures.pieces import Compared, drawn_originals, folder_utility
from setanon_sql.measures.workload import piece_errors
from setanon_sql.models.disassociation.pipeline import DisassociationPipeline
from setanon_sql.query.templates import Table
from setanon_sql.verify.pieces import FolderTables


def outcome(trial: Trial) -> tuple[Figures, Measures]:
    """Cut records into pieces, and measure that: no record is whole, so that other things are measured."""
    case = trial.pipeline.case
    dataset = case.dataset
    tables = _cut(trial)
    dataset.engine.trace.begin_phase("measuring the utility of the release")
    how = Compared(seed=trial.plan.seed, leading=trial.shared.leading)
    how = replace(how, drawn=drawn_originals(dataset, tables, how))
    measures = folder_utility(dataset, tables, case.model.k, how=how)
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
    return replace(figures, at_risk_before=trial.shared.risk_by_known_items(case.model.k, case.model.m)), measures


def _cut(trial: Trial) -> FolderTables:
    """Return the pieces as they would be published."""
    pipeline = trial.pipeline
    assert isinstance(pipeline, DisassociationPipeline)
    with trial.timer():
        result, _ = pipeline.cut(pipeline.constraints)
        tables, _ = pipeline.pieces(result)
    return tables


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


def _with_links(trial: Trial, figures: Figures, tables: FolderTables) -> Figures:
    """Add what is left of the risk: the shares of subrecords that are linked where m + 1 items are known, and m."""
    m = trial.setting.m
    assert m is not None
    attack = cover_attack(trial.inputs.dataset.engine, tables, m + 1)
    linked = {link.known: link.linked / max(attack.subrecords, 1) for link in attack.links}
    return replace(figures, linked_beyond_ratio=linked[m], linked_ratio=linked.get(m - 1))
