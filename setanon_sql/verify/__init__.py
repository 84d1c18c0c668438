"""Re-check a release from its own files and manifest, with code that shares nothing with the methods.

Nothing here imports a method, the audit or their queries: this package reads a release with its own reader, counts
with its own SQL (``sql/verify/``) and comes to its own answer.
"""

from setanon_sql.verify.check import ReadInputs, Verification, judge, read, verify_at
from setanon_sql.verify.counted import Recount
from setanon_sql.verify.inputs import VerificationInputs
from setanon_sql.verify.recount import recount

__all__ = [
    "ReadInputs",
    "Recount",
    "Verification",
    "VerificationInputs",
    "judge",
    "read",
    "recount",
    "verify_at",
]
