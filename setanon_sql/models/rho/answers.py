"""What its commands answer with ``--json``."""

from setanon_sql.answers.audits import RhoAuditAnswer
from setanon_sql.answers.releases import RhoReleaseAnswer

#: The answers of ``audit`` and ``anonymize``.
AUDIT = RhoAuditAnswer
ANONYMIZE = RhoReleaseAnswer
