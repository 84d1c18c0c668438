"""What a report says of sensitivity-adaptive rho-uncertainty: mostly as of rho-uncertainty."""

from pathlib import Path

from setanon_sql.models.rho.report import RhoReport


class AdaptiveReport(RhoReport):
    """The same, with a threshold for each item."""

    template = Path(__file__).with_name("adaptive.html.j2")


REPORT = AdaptiveReport()
