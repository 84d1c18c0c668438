"""Getting data in: every format of a source becomes one :class:`~setanon_sql.dataset.Dataset`."""

from setanon_sql.sources.opening import Source, open_source
from setanon_sql.sources.options import SourceOptions, audit_options_for, options_for

__all__ = ["Source", "SourceOptions", "audit_options_for", "open_source", "options_for"]
