"""The words that options take, as types: whoever reads one of them knows what may be given."""

from typing import Literal

from setanon_sql.registry import ModelName

#: How a method searches: as it was improved here, or as its paper says, to compare with.
Algorithm = Literal["improved", "paper"]
#: How records are clustered: one level for all groups, the most frequent item one at a time, or as in the paper.
Clustering = Literal["improved", "exact", "paper"]
#: What generalization minimizes: NCP, LM, or bits.
LabelCost = Literal["ncp", "lm", "bits"]
#: What local recoding keeps small besides: rows that are not as they were, or both, balanced.
RecodingCost = Literal["ncp", "lm", "bits", "rows", "balanced"]
#: Whether an item has one label everywhere, or may have another in another record.
Recoding = Literal["cut", "local"]
#: Local recoding counts sets of up to so many known items.
LOCALLY_KNOWN = 3
#: Those of them that look at the leaves under a label alone.
LeafCost = Literal["ncp", "lm"]
#: Whether items may stand beside a label over their siblings.
Exceptions = Literal["auto", "always", "none"]

#: What becomes of covered items that cannot be suppressed in part.
Infeasible = Literal["best", "demote", "separate", "suppress"]
#: For whom a report or a mapping is.
Tier = Literal["internal", "public"]
#: What becomes of the record ids of the source.
RecordIds = Literal["shuffle", "keep", "keyed"]
#: What a comparison tries: these, or made-up records with differential privacy (DiffPart).
ComparedModel = Literal[ModelName, "dp"]
#: How noise is distributed.
Noise = Literal["gaussian", "laplace"]
#: What is counted with noise.
CountKind = Literal["items", "labels", "pairs"]
#: What a count may be that a table does not show: less than k, or any.
NotShown = Literal["small", "any"]
#: What stands side by side in a taxonomy that is built.
ItemOrder = Literal["cooccurrence", "label"]
#: What becomes of items of the data that have no place in the taxonomy.
Missing = Literal["error", "root", "drop"]
#: What becomes of labels of a taxonomy with several parents.
Parents = Literal["error", "first"]
#: What becomes of items of the data that are inner nodes of the taxonomy.
InnerItems = Literal["error", "own-leaf"]
#: The form of a taxonomy file.
TreeForm = Literal["arx", "edges", "dimension"]
#: Where tables of a database are worked on.
Work = ("there", "here")

#: Up to so many known items the search for exceptions takes little longer; with three it takes twenty times as long.
_FEW_KNOWN = 2
#: With up to so many records, too: with a million the default would take over three times as long.
_FEW_RECORDS = 300_000


def stand_beside(exceptions: Exceptions, m: int | None, records: int) -> bool:
    """Return whether items of so many records may stand beside a label over their siblings; ``m`` items are known."""
    if exceptions != "auto":
        return exceptions == "always"
    return m is not None and m <= _FEW_KNOWN and records <= _FEW_RECORDS
