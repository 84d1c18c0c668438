"""What a manifest says besides the model, and what of it a recount can and cannot confirm.

The guarantee is what model and parameters say, ``guarantee`` of the model. The sentence in a manifest has to be that
one, and the numbers under ``verified`` have to be those of the recount. What nobody can see in the released data
(whether ids are random, say) is told as not checked, and so is whatever else a manifest says.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from setanon_sql import __version__
from setanon_sql.layout import BESIDE, ESCAPED, FORMULAS
from setanon_sql.registry import promises
from setanon_sql.registry.parameters import ModelParameters
from setanon_sql.text import count_of
from setanon_sql.verify.strangers import stranger

#: Who writes the manifests of this version.
MADE_BY = f"setanon-sql {__version__}"

#: What a manifest may hold, whatever its model is; ``replaces`` is the manifest of the release that it replaces.
_FIELDS = {
    "format_version", "model", "parameters", "method", "records", "rows", "created_by", "sha256", "guarantee",
    "verified", "format", "replaces", "where", "query", "cap", "cap_records", "control", "snapshot", "made", "policy",
    "fingerprints", "lost", "losses", "not_checked", "constraints",
}  # fmt: skip
#: What the format may hold; of kinds and record ids, what they may be.
_TEXT_FILES = (".csv", ".tsv", ".dat", ".txt")
_FORMAT = {"kind", "separator", "record_ids", "columns", FORMULAS}
_VALUES: dict[str, Collection[str]] = {
    "record_ids": ("shuffle", "keep", "keyed"),
    FORMULAS: (ESCAPED,),
}
#: What a manifest tells of the part of the source that was read.
_SELECTION = ("where", "query", "cap", "cap_records", "control", "snapshot")
#: What the manifest of a release that was made by a policy tells besides.
FILED_FIELDS = ("made", "policy", "fingerprints", "lost")

#: Counts of what a check had to do, not of what it found: another version, or another engine, may need less.
_EFFORT = ("sets_counted", "absent", "sets_counted_for_absent", "largest_set", "adversaries_drawn")

#: How what it cost begins where it tells how large the release is; small numbers are not told.
_SIZE = re.compile(r"([\d,]+) records are released with ([\d,]+) rows; ")

_OTHER_SIZE = "the manifest contradicts itself: 'losses' tells of {} records with {} rows, and it promises {} with {}"
_DIFFERS = "the guarantee's sentence and parameters in the manifest differ"
RANDOM_IDS = "whether record ids are random and rows in a new order: the data cannot tell"
KEYED_IDS = (
    "whether record ids were made with a secret: the data cannot tell; whoever has another release with the same ids "
    "knows which records belong together"
)
RANDOM_PIECES = "whether the numbers of chunks and subrecords are random and rows in a new order: the data cannot tell"
SELECTED = "which part of the source was read, which is not published: in the manifest "
FILED = "when, by which policy and from which source it was made, and what was lost: in the manifest "
EARLIER = "'not_checked' in the manifest: what a check found when the release was made"
BEFORE_SAFE = "'occurrences_before_safe' in the manifest: how many items there were before covered ones were taken out"
MAKING = "how, and by what, it was made: 'method', 'created_by' and 'format.kind' in the manifest"
SPELLING = "how a file of text spells its rows: quotes, line ends, blank lines"
REPLACING = "'replaces' in the manifest: what was promised of the release that this one replaces"
DECIDED = (
    "whether what was asked for of single items was kept to, which is not published: 'constraints' in the manifest"
)
LOSSES = "what the release cost, which needs the source: 'losses' in the manifest"
STEPS = "whether columns beside the items are as coarse as 'steps' in the manifest says: the data cannot tell"
KNOWN = "whether 'known' in the manifest names every label that somebody may know: the data cannot tell"
LISTED = "whether 'sensitive' in the manifest names every label that should be hidden: the data cannot tell"
HELD = (
    "that no more than one in {} records of a cluster hold a sensitive item: the release does not tell who does; its "
    "owner can check it with the source, the sensitive items and the ledger"
)
MISFIT = (
    "that no more than one in {} records of a cluster hold a sensitive item: the ledger is not that of this release"
)
PERSONS = (
    "that k persons, not only k records, match: the release does not tell whose records these are; its owner can check "
    "it with a link, or with the source, its column of persons, and the ledger where record ids are new"
)
PERSONS_AND_SHARES = (
    "that k persons, not only k records, match, and that no share of these is above h: the release does not tell whose "
    "records these are; its owner can check it with a link, or with the source, its column of persons, and the ledger "
    "where record ids are new"
)
PERSON_SHARES = (
    "that no share of persons, not only of records, is above rho (or a threshold): the release does not tell whose "
    "records these are; its owner can check it with a link, or with the source, its column of "
    "persons, and the ledger where record ids are new"
)
PERSONS_OF_PIECES = (
    "that k persons, not only k records, are in each cluster and behind each set of a chunk: the release does not tell "
    "whose records these are; its owner can check it with the source, its column of persons, and the ledger"
)
OTHER_LEDGER = (
    "that k persons are in each cluster and behind each set of a chunk: the ledger or the source that were given are "
    "not those of this release"
)
NO_PERSONS = "the persons that were given: this release counts records"
UNLISTED = "that sensitive items are in term chunks only: the manifest does not list them"


@dataclass(frozen=True)
class Claims:
    """Statements of a manifest: its sentence, its writer, its counts; ``unknown`` names what is not known here.

    ``selected`` names what says which part of the source was read; ``filed`` is what a policy had it tell; ``decided``:
    single items were spoken of; ``replacing``: the manifest carries another one. ``fields``: all of the manifest.
    """

    guarantee: str
    created_by: str = MADE_BY
    verified: Mapping[str, Any] = field(default_factory=dict, hash=False)
    random_ids: bool = False
    unknown: tuple[str, ...] = ()
    selected: tuple[str, ...] = ()
    filed: Mapping[str, Any] = field(default_factory=dict, hash=False)
    decided: bool = False
    replacing: bool = False
    fields: Mapping[str, Any] = field(default_factory=dict, hash=False, repr=False)

    @property
    def keyed_ids(self) -> bool:
        """Return whether record ids are made of those of the source, with a secret."""
        return bool(_ids_in(self.fields) == "keyed")

    @property
    def new_ids(self) -> bool:
        """Return whether nobody but the owner can tell which record of the source has which id."""
        return self.random_ids or self.keyed_ids

    def contradictions(self, model: ModelParameters) -> list[str]:
        """Return a sentence for what the manifest says that is not so, or that setanon of this version never says."""
        unknown_fields = [stranger(f"{count_of(len(self.unknown), 'field', 'fields')} of its manifest").sentence]
        sentences = unknown_fields if self.unknown and self.created_by == MADE_BY else []
        sentences = [*self._other_sizes(), *sentences]
        return sentences if self._fits(model) else [_DIFFERS, *sentences]

    def _other_sizes(self) -> list[str]:
        """Return a sentence where what the release cost was told of a release of another size.

        Records that lost every item are in basket lines, and not told there.
        """
        losses = self.fields.get("losses")
        size_told = _SIZE.match(str(losses[0])) if isinstance(losses, list) and losses else None
        if size_told is None:
            return []
        records, rows = (int(number.replace(",", "")) for number in size_told.groups())
        promised = (self.fields["records"], self.fields["rows"])
        same = records <= promised[0] and rows == promised[1]
        return [] if same else [_OTHER_SIZE.format(records, rows, *promised)]

    @property
    def written_as(self) -> str:
        """The name of the release when it was written, by its fingerprint; empty where that does not say one."""
        names = [*self.fields.get("sha256", ())]
        return str(names[0]) if len(names) == 1 else ""

    @property
    def is_foreign(self) -> bool:
        """Return whether another version says what is not known here."""
        return bool(self.unknown) and self.created_by != MADE_BY

    def wrong_counts(self, counts: Mapping[str, int]) -> list[str]:
        """Return a sentence where the manifest tells other counts than the recount of the very same data."""
        wrong = [name for name, count in self.verified.items() if name in counts and not _is_count(name, count, counts)]
        return [f"the recount finds other numbers than 'verified' in the manifest: {', '.join(wrong)}"] if wrong else []

    def _fits(self, model: ModelParameters) -> bool:
        """Return whether the sentence is that of the model; another version may word it otherwise, numbers alike."""
        if self.created_by == MADE_BY:
            return self.guarantee == model.guarantee
        written = set(re.findall(r"\d+(?:[./]\d+)?(?:e-\d+)?", self.guarantee))
        return {str(model.parameters[name]) for name in ("k", "m", "rho") if model.parameters.get(name)} <= written

    def not_checked(self, model: ModelParameters, counts: Mapping[str, int]) -> list[str]:
        """Return what the manifest says that was not held against anything."""
        sentences = [f"{name!r} in the manifest, which is not known here" for name in self.unknown]
        sentences += [
            f"{_quote(name)} under 'verified' in the manifest"
            for name, count in self.verified.items()
            if name not in counts or (_is_effort(name) and count != counts[name])
        ]
        if self.guarantee != model.guarantee and self.created_by != MADE_BY:
            sentences.append(f"the guarantee as {_quote(self.created_by)} worded it; checked is the sentence told here")
        sentences += model.not_checked
        sentences += [SELECTED + ", ".join(map(repr, self.selected))] if self.selected else []
        sentences += not_checked_of(self.filed)
        sentences += [DECIDED] if self.decided else []
        sentences += [KNOWN] if "known" in self.fields else []
        sentences += [STEPS] if "steps" in self.fields else []
        sentences += [LOSSES] if "losses" in self.fields else []
        sentences += [EARLIER] if "not_checked" in self.fields else []
        sentences += [BEFORE_SAFE] if "occurrences_before_safe" in self.fields else []
        sentences += [MAKING] if "created_by" in self.fields else []
        sentences += [SPELLING] if self._is_text() else []
        return [*sentences, *([RANDOM_IDS] if self.random_ids else [KEYED_IDS] if self.keyed_ids else [])]

    def _is_text(self) -> bool:
        """Return whether a file of the release is text, by the name that the manifest gives it."""
        return any(str(name).lower().endswith(_TEXT_FILES) for name in self.fields.get("sha256", ()))


def claims_of(fields: Mapping[str, Any]) -> Claims:
    """Return what a manifest claims whose fields are there and of their kind."""
    form = fields.get("format", {})
    promise = promises().get(fields["model"])
    field_names = _FIELDS | (promise.manifest_fields | _tables_beside(promise) if promise else set())
    unknown = [name for name in fields if name not in field_names]
    unknown += _unknown_in(form) if isinstance(form, dict) else ["format"]
    random_ids = _ids_in(fields) == "shuffle"
    selected = tuple(name for name in _SELECTION if name in fields)
    checked_fields = (
        fields["guarantee"],
        fields["created_by"],
        fields["verified"],
        random_ids,
        tuple(_shorten(unknown)),
    )
    filed = {name: fields[name] for name in FILED_FIELDS if name in fields}
    return Claims(*checked_fields, selected, filed, "constraints" in fields, "replaces" in fields, fields)


def not_checked_of(filed: Mapping[str, Any]) -> list[str]:
    """Return a sentence on what a policy had a manifest tell: nobody can recount it."""
    return [FILED + ", ".join(map(repr, filed))] if filed else []


def _ids_in(fields: Mapping[str, Any]) -> Any:
    form = fields.get("format", {})
    return form.get("record_ids") if isinstance(form, dict) else None


def _tables_beside(promise: type[ModelParameters]) -> set[str]:
    return {*BESIDE} if promise.has_labels else set()


def _unknown_in(form: Mapping[str, Any]) -> list[str]:
    """Return what a format says that is not known here."""
    in_pieces = {name for name, promise in promises().items() if promise.records == "pieces"}
    allowed = _VALUES | {"kind": {"long", "basket", "table", *in_pieces}}
    return [
        f"format.{name}"
        for name, value in form.items()
        if name not in _FORMAT or (name in allowed and value not in allowed[name])
    ]


def unknown_names(names: Iterable[str], known_names: Iterable[str]) -> str:
    """Return the names that are not ``known_names``, as an error tells them; empty where all are."""
    return ", ".join(map(_quote, _shorten([name for name in names if name not in set(known_names)])))


def _shorten(names: list[str]) -> list[str]:
    """Return names from outside, no more and no longer than a line of text has room for."""
    return [name[:40] for name in names[:10]]


def _quote(value: object) -> str:
    return repr(value)[:60]


def _is_count(name: str, value: object, counts: Mapping[str, int]) -> bool:
    """Return whether a manifest may say this of what was counted: a whole number, and that one, unless it is of an
    effort.
    """
    return type(value) is int and (value == counts[name] or _is_effort(name))


def of_release(name: str) -> bool:
    """Return whether anybody finds this in the release alone: only its owner can count persons.

    What a check had to do may depend on these, and nobody needs it.
    """
    return "persons" not in name and not _is_effort(name)


def _is_effort(name: str) -> bool:
    return name.removesuffix("_in_groups") in _EFFORT
