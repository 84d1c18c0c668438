"""What its commands answer with ``--json``."""

from setanon_sql.answers.audits import PiecesAuditAnswer
from setanon_sql.answers.releases import PiecesReleaseAnswer

#: The answers of ``audit`` and ``anonymize``.
AUDIT = PiecesAuditAnswer
ANONYMIZE = PiecesReleaseAnswer
