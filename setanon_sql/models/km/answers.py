"""What its commands answer with ``--json``."""

from setanon_sql.answers.audits import KmAuditAnswer
from setanon_sql.answers.releases import KmReleaseAnswer

#: The answers of ``audit`` and ``anonymize``.
AUDIT = KmAuditAnswer
ANONYMIZE = KmReleaseAnswer
