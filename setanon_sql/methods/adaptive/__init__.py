"""Sensitivity-adaptive rho-uncertainty by local generalization and partial suppression (LGPS)."""

from setanon_sql.methods.adaptive.method import AdaptiveResult, anonymize_adaptive

__all__ = ["AdaptiveCost", "AdaptiveResult", "anonymize_adaptive"]
