"""A policy in a file: what is read, what is promised, what it may cost, where it goes, who approved it.

1. :mod:`.keys` are read off the options; :mod:`.reading` reads a policy into its :mod:`.model`, and :mod:`.writing`
   writes one from a command line.
2. :mod:`.running` does what it says, or stops at the first broken limit (:mod:`.limits`) and publishes nothing.
   What is published, records or a table of counts, is a product: :mod:`.products`.
3. :mod:`.checking` says whether a release and its policy still agree, by the :mod:`.fingerprints` in its manifest.
4. :mod:`.evidence` puts all that shows it into a folder; :mod:`.schema` tells editors what may stand in a policy.
"""

from setanon_sql.policy.checking import CheckOptions, PolicyCheck, check_policy
from setanon_sql.policy.products import RunOptions
from setanon_sql.policy.reading import BadPolicy, read_policy
from setanon_sql.policy.running import PolicyRun, run_policy
from setanon_sql.policy.schema import key_table, schema
from setanon_sql.policy.writing import said_to_run, write_policy

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
    "said_to_run",
    "schema",
    "write_policy",
]
