"""What a report says of the made-up model."""

from pathlib import Path

from setanon_sql.report.of_models import ModelReport


class FloorReport(ModelReport):
    """The records that hold a rare item."""

    template = Path(__file__).with_name("floor.html.j2")


REPORT = FloorReport()
