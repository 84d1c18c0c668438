"""Originals that two releases in pieces of the same records both allow: does one hide each set of known items?

Each release alone has, for each set of up to m items that a record holds, an original in which k records hold it. Both
together need not: an original that one allows the other may forbid. Here it is computed. The plan:

1. Both releases as they are: clusters, chunks, the different subrecords of each chunk, terms (:mod:`.parts`).
2. The kinds of records that both allow: a cluster of each release, a subrecord or none of each chunk there, such that
   both give the same items (:mod:`.kinds`). An original says how many records there are of each kind, and that is all
   that it says: which record is which does not matter.
3. An integer program (:mod:`.program`): each subrecord and each record is used once, each term at least once.
4. For each set of items that a linked person may hold, the most records that hold it in an original that both allow
   (:mod:`.decisions`). Originals that were found for one set serve for all others.

Source: Terrovitis et al., section 3 and Guarantee 1; docs/several-releases.md has the definitions and proofs.
"""

from setanon_sql.inference.originals.decisions import decide
from setanon_sql.inference.originals.results import CommonOriginals, Reason

__all__ = ["CommonOriginals", "Reason", "decide"]
