"""What a report says of each model: what it is, whom it stops, and from what it does not protect."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

_USUAL = "generalization and suppression of items, for all records alike (ISO/IEC 20889)"


@dataclass(frozen=True)
class Wording:
    """Sentences for one model. ``singling``, ``linking``, ``inference`` are the state of each risk."""

    name: str
    kind: str
    attacker: str
    threat: str
    singling: str
    linking: str
    inference: str
    technique: str = _USUAL


_SINGLING_MODEL = Wording(
    name="k^m-anonymity",
    kind="a form of k-anonymity for set-valued data (ISO/IEC 20889)",
    attacker="and looks for that record in the release",
    threat="singling out and linking by known items",
    singling="Limited by the model, up to the attacker's knowledge named above.",
    linking="Items known from elsewhere match at least k records or none, up to that knowledge.",
    inference="Not limited: what all matching records share can be learned about each of them.",
)

_INFERENCE_MODEL = Wording(
    name="rho-uncertainty",
    kind="a bound on the confidence of association rules to sensitive items",
    attacker="and wants to learn a sensitive item of it from the release",
    threat="inference of sensitive items from known items",
    singling="Not limited: a record may be the only one that holds certain items.",
    linking="Items known from elsewhere may match a single record; what it holds of sensitive items does not follow.",
    inference="Limited by the model for the sensitive items, up to the knowledge named above; not for other items.",
    technique="suppression of single occurrences of items (ISO/IEC 20889: record and cell suppression)",
)

_WORDS = {
    "km": _SINGLING_MODEL,
    "rho": _INFERENCE_MODEL,
    "adaptive": replace(
        _INFERENCE_MODEL,
        name="sensitivity-adaptive rho-uncertainty",
        kind="a bound for each sensitive item on the confidence of association rules to it",
        technique="local generalization of items in groups of records, and suppression of single occurrences",
    ),
    "disassociation": replace(
        _SINGLING_MODEL,
        name="k^m-anonymity by disassociation",
        kind="a form of k-anonymity for set-valued data (ISO/IEC 20889), for originals that are possible",
        linking="For items known from elsewhere a possible original has at least k records that match, up to that "
        "knowledge.",
        technique="disassociation: every item is kept, records are cut into subrecords of clusters of similar records, "
        "and which subrecords belong to one record is not published",
    ),
}


def wording_of(result: Mapping[str, Any]) -> Wording:
    """Return the sentences for the model of a manifest, an audit or a verification."""
    return _WORDS[result["model"]]
