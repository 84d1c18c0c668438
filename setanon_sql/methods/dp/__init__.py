"""Differential privacy: counts with noise, and made-up records."""

from setanon_sql.methods.dp.counts import CountedKind, CountRequest, KindRequest, NoisyCount, NoisyCounting
from setanon_sql.methods.dp.records import MadeUpSet, RecordMaking, RecordRequest

__all__ = [
    "CountRequest",
    "CountedKind",
    "KindRequest",
    "MadeUpSet",
    "NoisyCount",
    "NoisyCounting",
    "RecordMaking",
    "RecordRequest",
]
