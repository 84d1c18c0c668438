"""A policy in a file: what is read, what is promised, what it may cost, where it goes, who approved it.

1. :mod:`.model` is the one table of the keys, and a policy as it was read; :mod:`.reading` reads it.
2. :mod:`.running` does what it says, or stops at the first broken limit (:mod:`.limits`) and publishes nothing.
3. :mod:`.checking` says whether a release and its policy still agree, by the :mod:`.fingerprints` in its manifest.
4. :mod:`.evidence` puts all that shows it into a folder; :mod:`.schema` tells editors what may stand in a policy.
"""

from setanon_sql.policy.checking import CheckOptions, PolicyCheck, check_policy
from setanon_sql.policy.reading import BadPolicy, read_policy
from setanon_sql.policy.running import PolicyRun, RunOptions, run_policy
from setanon_sql.policy.schema import key_table, schema

__all__ = [
    "BadPolicy",
    "CheckOptions",
    "PolicyCheck",
    "PolicyRun",
    "RunOptions",
    "check_policy",
    "key_table",
    "read_policy",
    "run_policy",
    "schema",
]
