"""Getting data in: every format of a source becomes one :class:`~setanon_sql.dataset.Dataset`."""

from setanon_sql.sources.opening import open_source
from setanon_sql.sources.options import SourceOptions

__all__ = ["SourceOptions", "open_source"]
