"""A floor, tried in a comparison."""

from setanon_sql.comparing.bench import Trial
from setanon_sql.comparing.results import Figures
from setanon_sql.measures import Measures
from setanon_sql.measures.records import measure_release
from tests.made_up_model.audit import audit_floor
from tests.made_up_model.method import anonymize_floor
from tests.made_up_model.parameters import Floor


def try_setting(trial: Trial) -> tuple[Figures, Measures]:
    """Suppress the rare items and measure that."""
    dataset = trial.inputs.dataset
    model = Floor.from_options({"k": trial.setting.k})
    with trial.timer():
        result = anonymize_floor(dataset, model)
    measures = measure_release(dataset, result.rows, dataset.items, request=trial.request)
    before = audit_floor(dataset, model).at_risk / (dataset.records or 1)
    return trial.figures_of(result.rows, measures, Figures(at_risk_before=before))
