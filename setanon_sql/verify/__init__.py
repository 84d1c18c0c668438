"""Re-check a release from its own files and manifest, with code that shares nothing with the methods.

Nothing here imports a method, the audit or their queries: this package reads a release with its own reader, counts
with its own SQL (``sql/verify/``) and comes to its own answer.
"""

from setanon_sql.verify.check import Verification, read_release, verify, verify_in
from setanon_sql.verify.recount import Recount, recount
from setanon_sql.verify.rho import VerificationInputs
from setanon_sql.verify.warehouse import read_promise, read_relation

__all__ = [
    "Recount",
    "Verification",
    "VerificationInputs",
    "read_promise",
    "read_relation",
    "read_release",
    "recount",
    "verify",
    "verify_in",
]
