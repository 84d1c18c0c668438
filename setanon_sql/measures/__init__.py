"""What a release is still worth: losses and measures of each kind of release."""

from setanon_sql.measures.results import Measures

__all__ = ["Measures"]
