"""Sensitivity-adaptive rho-uncertainty by local generalization and partial suppression (LGPS)."""

from setanon_sql.methods.adaptive.method import AdaptiveResult, Cost, anonymize_adaptive

__all__ = ["AdaptiveResult", "Cost", "anonymize_adaptive"]
