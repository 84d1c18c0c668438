"""Where settings are tried: one dataset, what they share, and each of them carried out, measured and audited."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import cast

from setanon_sql import registry
from setanon_sql.audit import audit_km, audit_rho
from setanon_sql.comparing.figures import items_kept_ratio, singled_out, with_usable, with_use, with_workload
from setanon_sql.comparing.inputs import Inputs, Plan, model_of
from setanon_sql.comparing.made_up import try_made_up
from setanon_sql.comparing.results import Figures, Row
from setanon_sql.comparing.settings import Setting
from setanon_sql.comparing.shared import ITEMS, Shared, item_error, pair_error, share_at_risk
from setanon_sql.dataset import Dataset
from setanon_sql.decisions import ItemConstraints
from setanon_sql.errors import BadParameter, NotReached
from setanon_sql.guarantees import AdaptiveRho, Disassociation, KmAnonymity, RhoUncertainty
from setanon_sql.inference.attack import cover_attack
from setanon_sql.measures import Measures
from setanon_sql.measures.counts import MadeUp
from setanon_sql.measures.details import MeasureRequest
from setanon_sql.measures.disassociated import Compared, drawn_originals, folder_utility
from setanon_sql.measures.records import measure_release
from setanon_sql.measures.workload import piece_errors
from setanon_sql.methods.adaptive import anonymize_adaptive
from setanon_sql.methods.disassociation import (
    Disassociated,
    disassociate,
    key_of_choices,
    key_of_ids,
    make_safe,
    publish,
)
from setanon_sql.methods.km import anonymize_km
from setanon_sql.methods.km.threats import without_items
from setanon_sql.methods.rho import anonymize_rho
from setanon_sql.methods.tdcontrol import anonymize_tdcontrol
from setanon_sql.options.trials import CLUSTER_SIZE
from setanon_sql.options.words import KmAlgorithm, RhoAlgorithm
from setanon_sql.query.templates import Table, all_rows, columns_of
from setanon_sql.sensitive.constraint import Constraint
from setanon_sql.sources.sampling import other_rows
from setanon_sql.verify.disassociation import FolderTables


def _nobody(row: Row) -> None:
    """Tell nobody of a row."""


@dataclass
class Bench:
    """A place to try settings on one dataset, each at most once.

    ``sampled``: it is a sample of another one. ``tell`` is called with each row when it is known.
    """

    inputs: Inputs
    plan: Plan
    sizes: Sequence[int]
    sampled: bool = False
    tell: Callable[[Row], None] = _nobody
    _rows: dict[Setting, Row] = field(default_factory=dict)

    def __post_init__(self) -> None:
        nodes = self.inputs.nodes if self.inputs.has_taxonomy else None
        self.shared = Shared(self.inputs.dataset, self.sizes or (1,), self.inputs.workload, nodes)

    def rows(self, settings: Sequence[Setting]) -> list[Row]:
        """Try settings one after the other."""
        places = (f"setting {number} of {len(settings)}, " for number, _ in enumerate(settings, 1))
        return [self.row(setting, place) for setting, place in zip(settings, places, strict=True)]

    def row(self, setting: Setting, place: str = "") -> Row:
        """Try a setting; one that cannot be reached is a row that says so. ``place`` says which of how many it is."""
        if (same := self._row_by_ncp(setting)) is not None:
            self._rows[setting] = same
            self.tell(same)
        if setting not in self._rows:
            dataset = self.inputs.dataset
            row = Row(setting=setting, records=dataset.records, sampled=self.sampled)
            try:
                where = " (sample)" if self.sampled else ""
                with dataset.engine.trace.task(f"{place}{setting.name}{where}"), dataset.engine.scope():
                    figures, utility = Trial(self.inputs, self.plan, self.shared, setting, self.sampled).outcome()
                row = replace(row, figures=with_use(figures), utility=utility)
            except (NotReached, BadParameter) as error:
                row = replace(row, problem=error.message)
            self._rows[setting] = row
            dataset.engine.trace.announce(f"{place}{row.line}")
            self.tell(row)
        return self._rows[setting]

    def _row_by_ncp(self, setting: Setting) -> Row | None:
        """Return the row of a setting where the same one loses nothing by NCP, and so by any cost; None: try it."""
        row = self._rows.get(replace(setting, cost="ncp"))
        is_new = setting.cost != "ncp" and setting not in self._rows
        return replace(row, setting=setting) if is_new and row and row.figures.ncp == 0 else None


@dataclass
class Trial:
    """One setting on the bench."""

    inputs: Inputs
    plan: Plan
    shared: Shared
    setting: Setting
    sampled: bool = False
    seconds: float = 0.0

    @property
    def request(self) -> MeasureRequest:
        """Return what is measured of each release."""
        constraint = self.inputs.constraint
        return MeasureRequest(
            workload=self.shared.workload,
            made_up=MadeUp(seed=self.plan.seed),
            sensitive=constraint.sensitive if constraint else None,
        )

    def outcome(self) -> tuple[Figures, Measures]:
        """Try the setting; raises NotReached or BadParameter where that cannot be."""
        ways: dict[str, Callable[[], tuple[Figures, Measures]]] = {
            "km": self._km,
            "rho": self._rho,
            "adaptive": self._adaptive,
            "disassociation": self._pieces,
            "dp": lambda: try_made_up(self.inputs, self.shared, self.setting),
        }
        if self.setting.model in ways:
            return ways[self.setting.model]()
        outcome: tuple[Figures, Measures] = registry.function(self.setting.model, "trial", "try_setting")(self)
        return outcome

    @contextmanager
    def timer(self) -> Iterator[None]:
        """Take the time of what anonymizes."""
        began = perf_counter()
        yield
        self.seconds = perf_counter() - began

    def _km(self) -> tuple[Figures, Measures]:
        setting = self.setting
        dataset = self.inputs.dataset
        nodes = self.inputs.nodes
        assert nodes is not None and setting.k is not None
        if setting.algorithm == "aa" and not self.inputs.has_taxonomy:
            raise BadParameter("aa suppresses nothing: it generalizes items along a taxonomy, and none was given")
        model = KmAnonymity(setting.k, setting.m, setting.person)
        with self.timer():
            result = anonymize_km(
                dataset,
                model,
                nodes.nodes,
                nodes.ancestors,
                cost=setting.cost,
                algorithm=cast(KmAlgorithm, setting.algorithm),
                seconds=self.plan.optimum,
                exceptions=self.inputs.has_taxonomy and setting.with_exceptions(self.inputs.dataset.records),
                constraints=ItemConstraints(drop=self.inputs.dropped),
            )
        used = None
        if self.inputs.has_taxonomy:
            ancestors = without_items(dataset.engine, nodes.ancestors, self.inputs.dropped)
            used = replace(nodes, ancestors=ancestors)
        measures = measure_release(dataset, result.rows, result.labels, used, request=self.request)
        residual = None
        if setting.m is not None and not self.plan.losses_only:
            after = audit_km(self.released(result.rows), replace(model, m=setting.m + 1))
            residual = share_at_risk(after, setting.m + 1, self.persons_behind(result.rows, measures))
        before = None if self.plan.losses_only else self.shared.risk_km(setting.k, setting.m)
        figures = Figures(at_risk_before=before, residual_risk=residual)
        return self.figures_of(result.rows, measures, figures)

    def persons_behind(self, rows: Table, measures: Measures) -> int:
        """Return how many records, or persons, are behind the rows of a release."""
        dataset = self.inputs.dataset
        if dataset.persons is None:
            return measures.records_after or 0
        return dataset.engine.number("counting/persons/at_risk_persons", at_risk=rows, persons=dataset.persons)

    def _rho(self) -> tuple[Figures, Measures]:
        setting = self.setting
        dataset = self.inputs.dataset
        constraint = self.inputs.constraint
        assert constraint is not None
        model = model_of(self.inputs, setting)
        assert isinstance(model, RhoUncertainty)
        if setting.algorithm in {"dist", "tdcontrol"} and (constraint.personal or setting.person):
            raise BadParameter(f"{setting.algorithm} hides items for everybody, and does not count persons")
        if setting.algorithm == "tdcontrol":
            return self._control(model, constraint)
        with self.timer():
            result = anonymize_rho(
                dataset, model, constraint, self.plan.seed, algorithm=cast(RhoAlgorithm, setting.algorithm)
            )
        measures = measure_release(dataset, result.rows, dataset.items, request=self.request)
        return self.figures_of(result.rows, measures, self._rules(model, constraint, result.rows))

    def _control(self, model: RhoUncertainty, constraint: Constraint) -> tuple[Figures, Measures]:
        dataset = self.inputs.dataset
        nodes = self.inputs.open_nodes
        if nodes is None:
            raise BadParameter("tdcontrol generalizes items along a taxonomy, and none was given")
        if self.inputs.dropped:
            raise BadParameter("tdcontrol drops no items", "use <missing=root>: they stand right below the root")
        with self.timer():
            result = anonymize_tdcontrol(dataset, model, constraint, nodes)
        labels = nodes.labels(dataset.engine)
        measures = measure_release(dataset, result.rows, labels, nodes, request=self.request)
        return self.figures_of(result.rows, measures, self._rules(model, constraint, result.rows))

    def _adaptive(self) -> tuple[Figures, Measures]:
        dataset = self.inputs.dataset
        constraint = self.inputs.constraint
        nodes = self.inputs.open_nodes
        assert constraint is not None
        if nodes is None:
            raise BadParameter("items that are not sensitive are generalized along a taxonomy, and none was given")
        if constraint.personal:
            raise BadParameter(
                "thresholds are for items that are sensitive for everybody, and <sensitive> names persons"
            )
        model = model_of(self.inputs, self.setting)
        assert isinstance(model, AdaptiveRho)
        with self.timer():
            result = anonymize_adaptive(self._without_dropped(constraint), model, constraint, nodes, self.plan.seed)
        labels = nodes.labels(dataset.engine)
        measures = measure_release(dataset, result.rows, labels, nodes, grouped=True, request=self.request)
        measures |= Measures(ncp=float(result.ncp), groups=result.group_count)
        return self.figures_of(result.rows, measures, self._rules(model, constraint, result.rows))

    def _without_dropped(self, constraint: Constraint) -> Dataset:
        """Return the dataset without the items that are to go; sensitive ones need no place in the taxonomy."""
        dataset = self.inputs.dataset
        sensitive = {item for (item,) in dataset.engine.rows(columns_of(constraint.sensitive, "item"))}
        dropped = self.inputs.dropped - sensitive
        return dataset.with_rows(other_rows(dataset.engine, dataset.transactions, dropped)) if dropped else dataset

    def _rules(self, model: RhoUncertainty | AdaptiveRho, constraint: Constraint, rows: Table) -> Figures:
        """Return the risk before, and what is left of it where one item more is known.

        Whom a personal wish speaks of depends on the records as they were: then the second is not told.
        """
        if self.plan.losses_only:
            return Figures()
        before = self.shared.risk_rho(model, constraint)
        residual = None
        if model.m is not None and not constraint.personal:
            released = self.released(rows)
            after = audit_rho(released, replace(model, m=model.m + 1), constraint)
            residual = after.share_at_risk
        return Figures(at_risk_before=before, residual_inference=residual)

    def released(self, rows: Table) -> Dataset:
        """Return the source as it would be released; records that lost every item still count."""
        return self.inputs.dataset.with_rows(rows)

    def figures_of(self, rows: Table, measures: Measures, figures: Figures) -> tuple[Figures, Measures]:
        """Return the figures that are counted alike for all models, for released rows, beside those of the model."""
        figures = replace(
            figures,
            **measures.shares(),
            ncp=measures.ncp,
            suppressed_ratio=measures.suppressed_ratio,
            items_kept=measures.items_kept,
            items_kept_ratio=items_kept_ratio(measures),
            seconds=self.seconds,
        )
        own_queries, pairs, items = self.shared.split(measures.details.workload)
        measures = with_workload(measures, own_queries)
        figures = replace(
            figures,
            top_itemsets_lost=self.shared.lost_itemsets(rows),
            pair_error=pair_error(pairs),
            item_error=item_error(items),
            category_error=self.shared.category_error(rows),
            workload_error=measures.workload_relative_error_mean,
        )
        figures = with_usable(figures, self.inputs.dataset, rows, self.request.sensitive)
        if self._tells_risk(figures):
            figures = replace(figures, singled_out_ratio=singled_out(self.released(rows), self.setting))
        return figures, measures

    def _tells_risk(self, figures: Figures) -> bool:
        """Return whether the risk in the release is wanted: of all settings, or of those that may be suggested."""
        limit = self.plan.limit
        use_lost = with_use(figures).use_lost
        return limit is None or (not self.sampled and use_lost is not None and use_lost <= limit)

    def _pieces(self) -> tuple[Figures, Measures]:
        setting = self.setting
        dataset = self.inputs.dataset
        seed = self.plan.seed
        assert setting.k is not None
        tables = self._disassociate(setting.k)
        dataset.engine.trace.begin_phase("measuring the utility of the release")
        how = Compared(seed=seed, leading=self.shared.leading)
        how = replace(how, drawn=drawn_originals(dataset, tables, how))
        measures = folder_utility(dataset, tables, setting.k, how=how)
        if self.shared.own_workload:
            measures |= piece_errors(dataset, self.shared.own_workload, tables, self.request.made_up)
        figures = self._of_drawn(how.drawn, measures)
        certain = dataset.engine.table(
            "measures/disassociated/certain_rows", subrecords=tables.subrecords, terms=tables.terms, items=dataset.items
        )
        figures = with_usable(figures, dataset, certain, self.request.sensitive)
        if self._tells_risk(figures):
            figures = self._with_links(figures, tables)
        if self.plan.losses_only:
            return figures, measures
        return replace(figures, at_risk_before=self.shared.risk_km(setting.k, setting.m)), measures

    def _of_drawn(self, drawn: Table | None, measures: Measures) -> Figures:
        """Return what a made-up original tells."""
        assert drawn is not None
        dataset = self.inputs.dataset
        query = "measures/categories/item_error"
        (error,) = dataset.engine.row(query, items=dataset.items, drawn=drawn, most=ITEMS)
        return Figures(
            top_itemsets_lost=measures.tkd,
            pair_error=measures.re_top,
            item_error=None if error is None else float(error),
            category_error=self.shared.category_error(drawn),
            workload_error=measures.workload_relative_error_mean,
            seconds=self.seconds,
        )

    def _disassociate(self, k: int) -> FolderTables:
        """Try the setting; raises BadParameter where that makes no sense."""
        setting = self.setting
        engine = self.inputs.dataset.engine
        constraint = self.inputs.constraint
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
        with self.timer():
            secret = engine.table(all_rows(constraint.sensitive)) if constraint else None
            result = disassociate(self.inputs.dataset, model, secret)
            result = self._make_safe(result) if setting.safe else result
            key = key_of_ids(self.inputs.dataset, result, self.plan.seed)
            folder = publish(engine, result, self.inputs.dataset.items, key)
        return FolderTables(folder.clusters, folder.subrecords, folder.terms)

    def _make_safe(self, result: Disassociated) -> Disassociated:
        dataset = self.inputs.dataset
        return make_safe(dataset.engine, result, "best", key_of_choices(dataset, result, "best", self.plan.seed))[0]

    def _with_links(self, figures: Figures, tables: FolderTables) -> Figures:
        """Add what is left of the risk: the shares of subrecords that are linked where m + 1 items are known, and m."""
        m = self.setting.m
        assert m is not None
        attack = cover_attack(self.inputs.dataset.engine, tables, m + 1)
        linked = {link.known: link.linked / max(attack.subrecords, 1) for link in attack.links}
        return replace(figures, linked_beyond_ratio=linked[m], linked_ratio=linked.get(m - 1))
