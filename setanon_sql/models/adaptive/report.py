"""What a report says of sensitivity-adaptive rho-uncertainty: as of rho-uncertainty."""

from setanon_sql.models.rho.report import REPORT

__all__ = ["REPORT"]
