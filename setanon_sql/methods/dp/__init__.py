"""Differential privacy: counts with noise."""

from setanon_sql.methods.dp.counts import CountedKind, CountRequest, NoisyCount, NoisyCounting

__all__ = ["CountRequest", "CountedKind", "NoisyCount", "NoisyCounting"]
