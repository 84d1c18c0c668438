"""What a data protection officer needs to know, section by section. Each returns its markup, or nothing to say."""

from collections.abc import Mapping
from typing import Any

from setanon_sql.report.html import Markup, bar, bullets, facts, join, section, table, tag
from setanon_sql.report.numbers import Numbers
from setanon_sql.report.parts import Parts
from setanon_sql.report.wording import wording_of

_IDS = {
    "shuffle": "replaced by random numbers: records were put in a secret pseudo-random order and numbered in it. The "
    "new ids are no hashes of the old ones, and rows are stored in their order, so that of the source is gone too.",
    "keep": "kept as they are in the source. Whoever can link them to other data learns whose records these are; the "
    "guarantee does not cover that.",
}

_MEASURES = {
    "ncp": ("NCP, normalized certainty penalty", "0 % = every item as it was, 100 % = everything suppressed"),
    "lm": ("LM, loss metric", "the same, counting an item as it was against a single leaf"),
    "suppressed_ratio": ("Occurrences suppressed", "of all (record, item) rows of the source"),
    "kl_divergence": ("KL divergence of item frequencies", "in nats; 0 = frequencies are unchanged"),
    "labels_left": ("Different labels published", "items and generalized labels"),
    "items_kept": ("Items published as they are", "neither generalized nor suppressed"),
    "depth_mean": ("Mean depth in the taxonomy", "of a published row's label; the root is 0"),
}
_RATIOS = ("ncp", "lm", "suppressed_ratio")

#: What stands for record ids where there are none.
_NO_IDS = "not published; the numbers of clusters, chunks and subrecords are random"

_CHECKS = {
    "sha256_matches": "Data are those the manifest names (SHA-256)",
    "records": "Records counted",
    "rows": "Rows counted",
    "labels": "Different labels",
    "smallest_item_support": "Records that hold the rarest label",
    "longest_record": "Items in the longest record",
    "sets_counted": "Item sets counted",
    "clusters": "Clusters",
    "smallest_cluster": "Records in the smallest cluster",
    "largest_cluster": "Records in the largest cluster",
    "joint_clusters": "Joint clusters",
    "chunk_km": "Chunks that break k^m-anonymity",
    "subrecord_count": "Clusters with too few subrecords (Lemma 2)",
    "joint_property": "Shared chunks that break Property 1",
    "structure": "Faults in how clusters, chunks and terms fit together",
    "cover": "Chunks with an item that implies all others (a fault where safe disassociation is promised)",
}


def headline(parts: Parts) -> Markup:
    """Title, tier, and whether the guarantee was found to hold."""
    if parts.verification is None:
        verdict = tag("span", "not verified", kind="badge open")
    elif parts.verification["satisfied"]:
        verdict = tag("span", "verified: the guarantee holds", kind="badge good")
    else:
        verdict = tag("span", "the guarantee does not hold", kind="badge bad")
    tier = "public version" if parts.tier == "public" else "internal – do not pass on"
    made = [f"Made on {parts.made_on}" if parts.made_on else "", f"with {parts.made_by}" if parts.made_by else ""]
    line = " ".join(part for part in made if part)
    return tag("header", tag("span", tier, kind="badge"), verdict, tag("h1", parts.title), tag("p", line, kind="soft"))


def tiles(parts: Parts, numbers: Numbers) -> Markup:
    """The three or four numbers to take away."""
    found = []
    for audit, when in ((parts.before, "before"), (parts.afterwards, "after")):
        if audit and audit.get("records_at_risk_by_size"):
            share = numbers.share(_at_risk(audit), audit["records"])
            found.append((share, f"of records at risk {when}"))
    if parts.utility and "ncp" in parts.utility:
        found.append((_ratio(parts.utility["ncp"], parts, numbers), "of the information in items lost (NCP)"))
    if parts.manifest:
        found.append((_model_name(parts.manifest), "guaranteed"))
    return tag(
        "div", *(tag("div", tag("b", big), tag("span", small), kind="tile") for big, small in found), kind="tiles"
    )


def guarantee(parts: Parts) -> Markup:
    """The formal model, its parameters, and the attacker it is about."""
    if not parts.about:
        return Markup("")
    parameters, words = parts.about["parameters"], wording_of(parts.about)
    m = parameters.get("m")
    knows = f"up to {m} items" if m else "any number of items"
    rows = [
        ("Formal privacy model", f"{_model_name(parts.about)}, {words.kind}"),
        (
            "Parameters",
            ", ".join(f"{name} = {'any' if value is None else value}" for name, value in parameters.items()),
        ),
        ("Attacker", f"knows {knows} of a data principal's record {words.attacker}"),
        ("Threat", words.threat),
    ]
    sentence = tag("p", parts.manifest["guarantee"]) if parts.manifest else ""
    return section("What is guaranteed", facts(rows), sentence)


def technique(parts: Parts, numbers: Numbers) -> Markup:
    """How the release was made."""
    manifest = parts.manifest
    if not manifest:
        return Markup("")
    form = manifest.get("format", {})
    files = join(tag("code", f"{name}  {digest}") for name, digest in manifest["sha256"].items())
    ids = _NO_IDS if manifest["model"] == "disassociation" else _IDS.get(form.get("record_ids", ""), "")
    rows = [
        ("Techniques", wording_of(manifest).technique),
        ("Method", manifest["method"]),
        ("Published", f"{manifest['records']:,} records, {manifest['rows']:,} rows"),
        ("Record ids", ids),
        ("Software", manifest["created_by"]),
        ("SHA-256", files),
    ]
    return section("How the release was made", facts(rows))


def risk(parts: Parts, numbers: Numbers) -> Markup:
    """Records at risk and singled out, by how many items someone knows, before and after."""
    audits = [(when, audit) for when, audit in (("before", parts.before), ("after", parts.afterwards)) if audit]
    if not audits:
        return Markup("")
    content = [_by_size(numbers, audits, *what) for what in _BY_SIZE]
    if not any(content):
        return Markup("")
    return section("Risk of being singled out", *(part for part in content if part), _rounding_note(parts, numbers))


def rules(parts: Parts, numbers: Numbers) -> Markup:
    """Rules to sensitive items that are too sure, by how many items someone knows, in the source."""
    audit = parts.before or {}
    if "persons_at_risk" not in audit:
        return Markup("")
    rows = [(size, numbers.count(found)) for size, found in audit["violations_by_size"].items()]
    said = [
        ("Persons at risk", numbers.share(audit["persons_at_risk"], audit["records"])),
        ("Highest confidence", f"{audit['max_confidence']:.2f}"),
    ]
    return section(
        "Risk of inference before",
        facts(said),
        tag("p", "Rules from known items to a sensitive item with a confidence above what is allowed.", kind="soft"),
        table(["Known items", "Rules"], rows, frozenset({1})),
        _rounding_note(parts, numbers),
    )


_BY_SIZE = (
    (
        "records_at_risk_by_size",
        "Records at risk",
        "Records that hold some set of at most that many items which fewer than k records hold; not every set of their "
        "items is one.",
    ),
    (
        "unique_records_by_size",
        "Records singled out",
        "Records that some set of at most that many items tells apart from every other record.",
    ),
)


def _by_size(
    numbers: Numbers, audits: list[tuple[str, Mapping[str, Any]]], key: str, title: str, meaning: str
) -> Markup | None:
    having = [(when, audit) for when, audit in audits if audit.get(key)]
    if not having:
        return None
    heads = ["Known items"] + [head for when, _ in having for head in (f"Records {when}", "Share", "")]
    sizes = sorted({int(size) for _, audit in having for size in audit[key]})
    rows = [
        [_known(size), *(cell for _, audit in having for cell in _cells(numbers, audit, key, size))] for size in sizes
    ]
    right = frozenset(at for at in range(len(heads)) if at % 3 in {1, 2})
    return join([tag("h3", title), tag("p", meaning, kind="soft"), table(heads, rows, right)])


def _cells(numbers: Numbers, audit: Mapping[str, Any], key: str, size: int) -> tuple[object, object, object]:
    if str(size) not in audit[key]:
        return "", "", ""
    part, whole = audit[key][str(size)], audit["records"]
    return numbers.count(part), numbers.share(part, whole), bar(numbers.percent(part, whole))


def limits(parts: Parts) -> Markup:
    """The three risks by name, and what is not protected."""
    if not parts.about:
        return Markup("")
    m, words = parts.about["parameters"].get("m"), wording_of(parts.about)
    ids = (parts.manifest or {}).get("format", {}).get("record_ids")
    shuffled = (
        "Record ids are random and the order of records is new." if ids == "shuffle" else "See the record ids above."
    )
    rows = [
        ("Singling out", words.singling),
        ("Linking", f"{shuffled} {words.linking}"),
        ("Inference", words.inference),
    ]
    more = [f"Someone who knows more than {m} items of a record."] if m else []
    open_risks = [
        *more,
        "Negative knowledge: someone who knows what a person does not have.",
        "Membership: whether a person is in the data at all.",
        "Other releases of the same people: each release is safe by itself, not together with another.",
        "Columns or tables published beside this release.",
    ]
    return section(
        "What is not protected",
        table(["Risk", "State"], rows),
        tag("h3", "Outside of the guarantee"),
        bullets(open_risks),
    )


def verification(parts: Parts, numbers: Numbers) -> Markup:
    """What the independent recount found."""
    answer = parts.verification
    if answer is None:
        return section("Verification", tag("p", "The release was not verified when this report was made."))
    told = "holds" if answer["satisfied"] else "does not hold"
    intro = f"A recount of the released data, with code of its own, found that the guarantee {told}."
    rows = [(_CHECKS[name], _check(answer["checks"][name], numbers)) for name in _CHECKS if name in answer["checks"]]
    messages = answer["messages"] if parts.tier == "internal" else []
    return section(
        "Verification",
        tag("p", intro),
        table(["Check", "Result"], rows, frozenset({1})),
        bullets(messages) if messages else "",
    )


def _check(value: object, numbers: Numbers) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return numbers.count(value) if isinstance(value, int) else str(value)


def usefulness(parts: Parts, numbers: Numbers) -> Markup:
    """What the release is still good for."""
    measures = parts.utility
    if not measures:
        return Markup("")
    rows: list[tuple[object, object, object]] = []
    for name, (title, meaning) in _MEASURES.items():
        if name in measures:
            shown = _ratio(measures[name], parts, numbers) if name in _RATIOS else _plain(measures[name])
            rows.append((title, shown, meaning))
    for name, value in measures.items():
        if name not in _MEASURES:
            rows.append((name.replace("_", " ").capitalize(), _plain(value), ""))
    return section("Usefulness", table(["Measure", "Value", "Meaning"], rows, frozenset({1})))


def sign_off(parts: Parts) -> Markup:
    """Lines to sign, and when the assessment runs out."""
    lines = [
        "Prepared by",
        "Date",
        "Reviewed by (data protection)",
        "Date",
        "Approved for",
        "Valid until, then reassess",
    ]
    filled = ["" for _ in lines]
    filled[-1] = parts.valid_until
    cells = [tag("div", f"{line}: {value}" if value else line) for line, value in zip(lines, filled, strict=True)]
    note = "New data, other releases of the same people or new public sources are reasons to reassess before that day."
    return section("Sign-off", tag("div", *cells, kind="sign"), tag("p", note, kind="note"))


def _ratio(value: float, parts: Parts, numbers: Numbers) -> str:
    """Return a measure from 0 to 1 in percent; in public no finer than k rows of the source."""
    rows = (parts.before or {}).get("rows", 0)
    if parts.tier == "public" and rows:
        return numbers.share(round(value * rows), rows)
    return "< 0.01 %" if 0 < value < 0.00005 else f"{100 * value:.2f} %"


def _plain(value: float) -> str:
    return f"{value:,}" if isinstance(value, int) or float(value).is_integer() else f"{value:.4f}"


def _known(size: int) -> str:
    return "1 item" if size == 1 else f"up to {size} items"


def _at_risk(audit: Mapping[str, Any]) -> int:
    return int(max(audit["records_at_risk_by_size"].values()))


def _model_name(source: Mapping[str, Any]) -> str:
    parameters, name = source["parameters"], wording_of(source).name
    if source["model"] != "km":
        return name
    m = "∞" if parameters.get("m") is None else parameters["m"]
    return f"{name} ({parameters.get('k')}, {m})"


def _rounding_note(parts: Parts, numbers: Numbers) -> Markup:
    if parts.tier == "internal":
        return Markup("")
    note = (
        f"Numbers are rounded to multiples of {numbers.k}, and smaller ones not shown, so that none points at a person."
    )
    return tag("p", note, kind="note")
