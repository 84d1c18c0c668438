"""The values that the page's templates show: counts by tier, checks and measures by name."""

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from markupsafe import Markup

from setanon_sql.measures.examples import ranking_text, release_text
from setanon_sql.measures.public import public_loss, public_sentences, release_measures
from setanon_sql.measures.results import Measures
from setanon_sql.measures.sentences import is_told, sentences
from setanon_sql.registry import promises
from setanon_sql.registry.pieces import BAD_CHUNKS
from setanon_sql.report.lists import attack_tables, lists_of
from setanon_sql.report.matching import matching_after, matching_before, threshold
from setanon_sql.report.numbers import Numbers
from setanon_sql.report.of_models import Risk, report_of_model, risk_of
from setanon_sql.report.parts import ReportParts
from setanon_sql.report.pictures import BarPicture, fate_of_rows, pictures_of
from setanon_sql.text import share
from setanon_sql.verify.claims import of_release

MEASURES = {
    "bits": ("Bits lost, non-uniform entropy", "0 % = every item as it was; frequent items have few bits to lose"),
    "suppressed_ratio": ("Occurrences suppressed", "of all (record, item) rows of the source"),
    "kept_share": ("Occurrences in record and shared chunks", "the others are in term chunks, without their number"),
    "moved_records": ("Records moved to another cluster", "so that few of a cluster hold the same sensitive item"),
    "sensitive_suppressed": ("Occurrences of sensitive items taken out", "where moving records did not do it"),
    "emptied_records": ("Records not released", "they held nothing but what was taken out"),
    "ncp": ("NCP, normalized certainty penalty", "how wide labels are, by leaves; not how many rows or items are left"),
    "lm": ("LM, loss metric", "the same, counting an item as it was against a single leaf"),
    "kl_divergence": ("KL divergence of item frequencies", "in nats; 0 = frequencies are unchanged"),
    "labels_left": ("Different labels published", "items and generalized labels"),
    "labels_narrowed": ("Labels for the rest of their items alone", "… (other): some of their items stand beside them"),
    "items_kept": ("Items published as they are", "neither generalized nor suppressed"),
    "depth_mean": ("Mean depth in the taxonomy", "of a published row's label; the root is 0"),
    "workload_queries": ("Queries of the workload", "itemsets or SQL, counted in source and release"),
    "workload_error_mean": ("Mean error of the workload", "in records"),
    "workload_error_median": ("Median error of the workload", "in records"),
    "workload_relative_error_mean": ("Mean relative error of the workload", "error / what is counted in the source"),
    "workload_relative_error_median": ("Median relative error of the workload", "likewise"),
}
RATIOS = ("ncp", "lm", "bits", "suppressed_ratio", "kept_share")

CHECKS = {
    "sha256_matches": "Data are those the manifest names (SHA-256)",
    "records": "Records counted",
    "persons": "Persons behind the records",
    "rows": "Rows counted",
    "labels": "Different labels",
    "classes": "Classes of records that are alike in all columns",
    "labels_of_classes": "Different labels of each class",
    "groups": "Groups, or different records",
    "smallest_group": "Equal records of the fewest",
    "smallest_group_persons": "Persons with a record of the fewest",
    "smallest_item_support": "Records that hold the rarest label",
    "smallest_item_persons": "Persons with a record that holds the label of the fewest",
    "longest_record": "Items in the longest record",
    "said_items": "Items that labels of a record can only stand for",
    "sets_counted": "Item sets counted",
    "adversaries_drawn": "Random attackers tried",
    "clusters": "Clusters",
    "smallest_cluster": "Records in the smallest cluster",
    "largest_cluster": "Records in the largest cluster",
    "joint_clusters": "Joint clusters",
    BAD_CHUNKS: "Chunks that break k^m-anonymity",
    "subrecord_count": "Clusters with too few subrecords (Lemma 2)",
    "joint_property": "Shared chunks that break Property 1",
    "structure": "Faults in how clusters, chunks and terms fit together",
    "sensitive": "Sensitive items outside of term chunks",
    "diversity": "Clusters and sensitive items with too many holders",
    "unrefined": "Joint clusters where none are promised",
    "cluster_persons": "Clusters with records of too few persons",
    "chunk_persons": "Chunks with items that too few persons hold together",
    "joint_persons": "Shared chunks that break Property 1 for persons",
    "diversity_persons": "Clusters and sensitive items that too many persons hold",
    "smallest_cluster_persons": "Persons in the cluster of the fewest",
    "cover": "Chunks with an item that implies all others (a fault where safe disassociation is promised)",
}


def values_of(parts: ReportParts) -> dict[str, Any]:
    """Return what the templates read, by name."""
    numbers = Numbers(parts.tier, parts.k)
    about = parts.about
    model, parameters = (about.model, about.parameters) if about else ("", {})
    common = {
        "parts": parts,
        "public": parts.tier == "public",
        "style": style(),
        "model": model,
        "words_of_model": report_of_model(model).template.name if model else "",
        "parameters": {"epsilon": None, "delta": None, **parameters},
        "m": parameters.get("m"),
        "k": numbers.k,
        "manifest": parts.manifest,
        "in_pieces": _is_in_pieces(model),
        "record_ids": (parts.manifest or {}).get("format", {}).get("record_ids"),
        "guarantee": parts.guarantee,
        "checks": _checks(parts, numbers),
        "measures": _measures(parts, numbers),
        "losses": _losses(parts, numbers),
        "lists": parts.utility.details if parts.utility and parts.tier == "internal" else None,
        "shows_items": parts.show_values,
        "examples": parts.examples,
        "examples_told": ranking_text(parts.examples) if parts.examples else "",
        "became": release_text,
        "lost": lambda example: share(example.loss, 1),
        "shows_records": parts.shows_records,
        "subject": parts.subject.lines(parts.tier, of_release=bool(parts.manifest)),
        "threshold": threshold(parameters["k"]) if parameters.get("k") else "",
        "threshold_reason": parts.subject.reason(parts.tier, of_release=bool(parts.manifest)),
        "columns": parts.columns if parts.tier == "internal" else (),
        "fates": fate_of_rows(parts.utility, numbers) if parts.utility else [],
        "pictures": _pictures(parts, model),
        "tables": lists_of(parts),
        "attack_tables": attack_tables(parts.attacks) if parts.tier == "internal" else [],
    }
    return common | _formats(numbers) | _verdict(parts) | _risk(parts, numbers)


def _pictures(parts: ReportParts, model: str) -> list[BarPicture]:
    if parts.utility is None or parts.tier == "public":
        return []
    return pictures_of(
        parts.utility.details,
        shows_items=parts.show_values,
        pieces=_is_in_pieces(model),
    )


def _is_in_pieces(model: str) -> bool:
    """Return whether records of a model are released in pieces; ``model`` may be empty."""
    return bool(model) and promises()[model].records == "pieces"


def style() -> Markup:
    """Return the style sheet of all reports."""
    return Markup(Path(__file__).with_name("style.css").read_text(encoding="utf-8"))


def _formats(numbers: Numbers) -> dict[str, Any]:
    return {
        "count": numbers.count,
        "share": numbers.share,
        "of": numbers.of,
        "exact": numbers.exact,
        "exact_share": numbers.exact_share,
        "width": lambda part, whole: f"{numbers.percent(part, whole):.2f}",
        "exact_width": lambda part, whole: f"{numbers.exact_percent(part, whole):.2f}",
        "decimal": decimal,
    }


def _verdict(parts: ReportParts) -> dict[str, Any]:
    answer = parts.verification
    return {
        "verification": answer,
        "checked": bool(answer or parts.manifest),
        "satisfied": bool(answer and answer.satisfied),
        "broken": bool(answer and not answer.satisfied and (answer.messages or answer.complete)),
    }


def _risk(parts: ReportParts, numbers: Numbers) -> dict[str, Any]:
    """Return what the comparison shows: audits, sizes of known sets, what an attack links."""
    before = parts.risk_before
    after = parts.risk_after
    answer = parts.verification
    risks = [risk for risk in (before, after) if risk]
    by_person = parts.by_person
    unit = "persons" if by_person else "records"
    whole = numbers.whole(before.records, _released(parts, unit, numbers)) if before else None
    most = parts.attack.links[-1] if parts.attack and parts.attack.links else None
    return {
        "before": before,
        "after": after,
        "whole_before": whole,
        "whole_after": after and _released(parts, unit, numbers, after.records),
        "has_before": bool(before),
        "has_after": bool(after or parts.pieces),
        "proven": bool(answer and answer.satisfied),
        "sizes": sorted({size for risk in risks for size in risk.at_risk}),
        "unique_sizes": sorted({size for risk in risks for size in risk.unique}),
        "rarest": answer.checks.get("smallest_item_support") if answer else None,
        "at_risk": _at_risk(before, whole, numbers),
        "highest": _highest(parts),
        "by_person": by_person,
        "unit": unit,
        "persons_counted": bool(answer and answer.checks.keys() & {"persons", "cluster_persons"}),
        "matching_before": matching_before(parts),
        "matching_after": matching_after(parts),
        "beyond": _beyond(parts),
        "person_share": parts.person_share if parts.tier == "internal" else None,
        "hidden_sets": parts.hidden_sets if parts.tier == "internal" else (),
        "hint": before.hint if before and parts.tier == "internal" else "",
        "partial": bool(before and not before.complete),
        "thresholds": _thresholds(parts.manifest),
        "sensitive_groups": _sensitive_groups(parts),
        "attack": parts.attack,
        "pieces": parts.pieces,
        "linked": most if most and most.linked else None,
        "chance": most.mean_chance if most else 0.0,
    }


def _released(parts: ReportParts, unit: str, numbers: Numbers, counted: int | None = None) -> int | None:
    """Return how many records (or persons) were released: as the manifest or a check says, else what is ``counted``.

    An internal report knows it from its audit. A release does not tell how many persons there are: in public none are
    taken to be told, and those that are ``counted`` are rounded.
    """
    if parts.tier == "internal" and counted is not None:
        return counted
    if parts.tier == "public" and unit == "persons":
        return numbers.round_down(counted or 0)
    checks = parts.verification.checks if parts.verification else {}
    manifest = parts.manifest or {}
    number = {**checks, **manifest.get("verified", {}), **manifest}.get(unit)
    return counted if number is None else int(number)


def _beyond(parts: ReportParts) -> Risk | None:
    """Return who is at risk in the release by one item more; of persons nobody but their owner can count it."""
    return risk_of(parts.beyond) if parts.beyond and not (parts.tier == "public" and parts.by_person) else None


def _at_risk(before: Risk | None, whole: int | None, numbers: Numbers) -> str:
    """Return the share of records at risk before; empty where nobody counted, or (internal) none were."""
    persons = max(before.at_risk.values(), default=before.persons) if before else None
    if persons is None or whole is None:
        return ""
    return numbers.share(persons, whole) if persons or numbers.tier == "public" else ""


def _highest(parts: ReportParts) -> str:
    """Return the highest confidence of a sensitive item after; empty where it was not counted in full."""
    highest = report_of_model(parts.after.model.name).highest(parts.after) if parts.after else None
    return "" if highest is None else decimal(highest)


def _thresholds(manifest: Mapping[str, Any] | None) -> tuple[str, str] | None:
    shares = [Fraction(share) for share in (manifest or {}).get("thresholds", {}).values()]
    return (decimal(min(shares)), decimal(max(shares))) if shares else None


def _sensitive_groups(parts: ReportParts) -> int:
    """Return how many groups of sensitive items are bounded, as a manifest or an audit tells."""
    if parts.manifest is not None:
        return len(parts.manifest.get("sensitive_groups", ()))
    return len(getattr(parts.before.model, "groups", ())) if parts.before else 0


def _checks(parts: ReportParts, numbers: Numbers) -> list[tuple[str, str]]:
    checks = parts.verification.checks if parts.verification else {}
    names = [name for name in CHECKS if name in checks and (numbers.tier == "internal" or of_release(name))]
    return [(CHECKS[name], _check(checks[name], numbers)) for name in names]


def _check(value: object, numbers: Numbers) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return numbers.exact(value) if isinstance(value, int) else str(value)


def _losses(parts: ReportParts, numbers: Numbers) -> list[str]:
    """Return what the release cost in sentences: as they may be public in a public report."""
    if parts.utility is None:
        return []
    return public_sentences(parts.utility, numbers.k) if parts.tier == "public" else sentences(parts.utility)


def _measures(parts: ReportParts, numbers: Numbers) -> list[tuple[str, str, str]]:
    if parts.utility is None:
        return []
    if parts.tier == "public":
        return _public_measures(parts.utility, numbers)
    values: Mapping[str, float] = parts.utility
    named = {name: MEASURES[name] for name in MEASURES if name in values}
    unnamed = {name for name in values.keys() - MEASURES.keys() if not is_told(name)}
    named |= {name: _title_of(name) for name in values if name in unnamed}
    return [(title, _measure(name, values[name]), meaning) for name, (title, meaning) in named.items()]


def _public_measures(measures: Measures, numbers: Numbers) -> list[tuple[str, str, str]]:
    """Return what may be public, computed from what is public: see :mod:`setanon_sql.measures.public`."""
    texts: dict[str, str] = {}
    if loss := public_loss(measures, numbers.k):
        texts = {name: _ratio(getattr(loss, name)) for name in ("ncp", "lm")}
        texts |= {"suppressed_ratio": numbers.share(loss.suppressed, loss.occurrences)}
    texts |= {name: _release_value(value, numbers) for name, value in release_measures(measures).items()}
    return [
        (title, texts[name], meaning) for name in texts for title, meaning in [MEASURES.get(name) or _title_of(name)]
    ]


def _release_value(value: float, numbers: Numbers) -> str:
    return numbers.exact(int(value)) if float(value).is_integer() else f"{value:.4f}"


def _title_of(name: str) -> tuple[str, str]:
    return name.replace("_", " ").capitalize(), ""


def _measure(name: str, value: float) -> str:
    """Return a measure as text: a ratio in percent."""
    if name in RATIOS:
        return _ratio(value)
    return f"{int(value):,}" if float(value).is_integer() else f"{value:.4f}"


def _ratio(value: float) -> str:
    return "< 0.01 %" if 0 < value < 0.00005 else f"{100 * value:.2f} %"


def decimal(value: float | Fraction) -> str:
    """Return a confidence or a probability with two digits."""
    return f"{float(value):.2f}"
