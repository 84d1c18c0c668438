"""The guarantees as small frozen types that check their own parameters."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import ClassVar

from setanon_sql.errors import BadParameter
from setanon_sql.numbers import MOST_PARTS, Share, fraction_of, number_text, share_of, whole_of
from setanon_sql.options.words import Algorithm

__all__ = [
    "SMALLEST_PUBLIC", "AdaptiveRho", "Algorithm", "Disassociation", "KmAnonymity", "KmBySize", "RhoUncertainty",
    "Share", "number_text",
]  # fmt: skip

#: Counts from 1 to below this stay inside where a model itself has no such number.
SMALLEST_PUBLIC = 5


_USUAL = {
    "rho": "0.5 lets an adversary be right half of the time",
    "epsilon": "0.05 is a usual choice",
    "delta": "0.05 is a usual choice",
}


def _share(name: str, value: Share) -> Fraction:
    return share_of(f"<{name}>", value, _USUAL[name])


def _whole(model: object, name: str, hint: str, least: int = 1) -> None:
    """Make a parameter of a model a plain whole number; raises BadParameter where it is none in its range."""
    object.__setattr__(model, name, whole_of(f"<{name}>", getattr(model, name), hint, least))


def person_parameter(person: bool) -> dict[str, int]:
    """Return the parameter of a model that counts persons, as a manifest and JSON spell it."""
    return {"person": True} if person else {}


@dataclass(frozen=True)
class KmAnonymity:
    """k^m-anonymity: each set of at most ``m`` items that occurs is held by at least ``k`` records.

    ``m`` None means every size (k^infinity). ``person``: by records of at least ``k`` persons. ``known``: of certain
    items only, those that somebody may know, and of the labels that stand for one of them. Source: Liu and Wang,
    Definition 1; COAT (Loukides, Gkoulalas-Divanis, Malin) for known items. Raises
    BadParameter where ``k`` is under 2 (k = 1 promises nothing) or ``m`` under 1.
    """

    name: ClassVar[str] = "km"
    k: int
    m: int | None = None
    person: bool = False
    known: bool = False

    def __post_init__(self) -> None:
        _whole(self, "k", "k = 5 is a usual choice", least=2)
        if self.m is not None:
            _whole(self, "m", "leave <m> out to cover every size")

    @property
    def parameters(self) -> dict[str, int | None]:
        """Return the parameters as a manifest and JSON spell them (``m`` null where every size is meant)."""
        parameters = {"k": self.k, "m": self.m} | person_parameter(self.person)
        return parameters | {"known": True} if self.known else parameters

    @property
    def smallest_public_count(self) -> int:
        """Return the smallest count but 0 that belongs in public: smaller ones would point at single records."""
        return self.k

    @property
    def guarantee(self) -> str:
        """Return one sentence: what the model protects against and what it does not."""
        knows = f"up to {self.m} items" if self.m else "any number of items"
        if self.known:
            knows = f"{knows} listed as known, and no others,"
        finds = f"records of at least {self.k} persons" if self.person else f"at least {self.k} records"
        more = "more than that or items of several records" if self.person else "more than that"
        more = f"{more} or any other item" if self.known else more
        return (
            f"Whoever knows {knows} of a person's record finds either no record or {finds} that match; it does not "
            f"protect against someone who knows {more} or knows what a person does not have, does not hide that a "
            "person is in the data, and does not stop what all matching records share from being inferred."
            f"{_records_only(self.person)}"
        )


@dataclass(frozen=True)
class KmBySize:
    """k^m-anonymity with a k for each number of known items: whoever knows s of them finds ``ks[s - 1]`` records.

    Raises BadParameter where a k is under 2, or none is given.
    """

    name: ClassVar[str] = "km"
    ks: tuple[int, ...]

    def __post_init__(self) -> None:
        if not self.ks:
            raise BadParameter("<k> holds no number", "k = 5 is a usual choice")
        object.__setattr__(self, "ks", tuple(KmAnonymity(k).k for k in self.ks))

    @property
    def parameters(self) -> dict[str, int | str]:
        """Return the parameters as JSON spells them: k as ``10,20,40``."""
        return {"k": ",".join(map(str, self.ks)), "m": len(self.ks)}


@dataclass(frozen=True)
class RhoUncertainty:
    """Personalized rho-uncertainty: no rule from what is known of a person to what that person hides exceeds rho.

    ``rho`` is exact (a Fraction; text such as ``0.5`` or ``1/3``, a Decimal or a float is taken as it is written).
    ``m`` bounds how many items are known (at least one); None means any number. ``epsilon`` and ``delta`` make it the
    sampled model: with a probability of at least 1 - delta, a random adversary succeeds with at most epsilon.
    ``person``: shares of persons do not exceed rho either; not in the sampled model. Source: Nakagawa, Arai, Nakagawa,
    Definitions 3, 5 and 6. Raises BadParameter outside of the ranges.
    """

    name: ClassVar[str] = "rho"
    rho: Fraction
    m: int | None = None
    epsilon: Fraction | None = None
    delta: Fraction | None = None
    person: bool = False

    def __post_init__(self) -> None:
        for name in ("rho", "epsilon", "delta"):
            value = getattr(self, name)
            if value is not None or name == "rho":
                object.__setattr__(self, name, _share(name, value))
        if self.m is not None:
            _whole(self, "m", "leave <m> out to cover every size")
        if (self.epsilon is None) != (self.delta is None):
            raise BadParameter("<epsilon> and <delta> belong together", "give both, for example 0.05 and 0.05")
        if self.sampled and self.m is None:
            raise BadParameter("the sampled model needs <m>", "it draws adversaries who know 1 to m items")
        if self.sampled and self.person:
            raise BadParameter(
                "the sampled model counts records only",
                "leave <sampling> out, or <person>: the adversaries are of records",
            )

    @classmethod
    def from_shares(
        cls,
        rho: Share,
        m: int | None = None,
        epsilon: Share | None = None,
        delta: Share | None = None,
        *,
        person: bool = False,
    ) -> "RhoUncertainty":
        """Make the model from shares as they are written: text, decimals, floats, fractions."""
        odds = {
            name: None if value is None else _share(name, value)
            for name, value in (("epsilon", epsilon), ("delta", delta))
        }
        return cls(_share("rho", rho), m, odds["epsilon"], odds["delta"], person)

    @property
    def smallest_public_count(self) -> int:
        """Return the smallest count but 0 that belongs in public: smaller ones would point at single records."""
        return SMALLEST_PUBLIC

    @property
    def sampled(self) -> bool:
        """Return whether the promise is about random adversaries only (Definition 6)."""
        return self.epsilon is not None

    @property
    def parameters(self) -> dict[str, float | int | str | None]:
        """Return the parameters as a manifest and JSON spell them: decimals as numbers, other fractions as ``1/3``."""
        parameters: dict[str, float | int | str | None] = {"rho": number_text(self.rho), "m": self.m}
        if self.epsilon is not None and self.delta is not None:
            parameters |= {"epsilon": number_text(self.epsilon), "delta": number_text(self.delta)}
        return parameters | person_parameter(self.person)

    @property
    def guarantee(self) -> str:
        """Return one sentence: what the model protects against and what it does not."""
        knows = f"up to {self.m} items" if self.m else "any number of items"
        odds = (
            f" With a probability of at least {number_text(1 - self.delta)} this holds for all but a share of "
            f"{number_text(self.epsilon)} of random adversaries, not for each one."
            if self.epsilon is not None and self.delta is not None
            else ""
        )
        return (
            f"Whoever knows {knows} (at least one) of a person's record, published or not, cannot infer from the "
            f"published records a further item that the person wants hidden with a confidence above "
            f"{number_text(self.rho)}{_counted_in(self.person)}.{odds} It does not hide that a person is in the data "
            "or how frequent an item is overall, does not prevent that a record is singled out, and does not hold "
            f"against someone who knows what a person does not have{_of_several_records(self.person)}."
            f"{_records_only(self.person)}"
        )


def _records_only(person: bool) -> str:
    """Return what is not protected where only records are counted."""
    return "" if person else " Records are counted, of which several may be of one person."


def _counted_in(person: bool) -> str:
    return ", be it a share of the matching records or of the persons who have one" if person else ""


def _of_several_records(person: bool) -> str:
    return " or items of several records of a person" if person else ""


@dataclass(frozen=True)
class AdaptiveRho:
    """Sensitivity-adaptive rho-uncertainty: each sensitive item has a threshold of its own, at least ``rho``.

    No rule from what is known of a person to a sensitive item exceeds the item's threshold. ``m`` bounds how many items
    are known (at least one); None means any number. ``thresholds`` maps sensitive labels to thresholds. ``person``:
    shares of persons do not exceed them either, and a person's records are in one group. Source: Chen, Zhong, Wang and
    Li, Definition 3. Raises BadParameter outside of the ranges.
    """

    name: ClassVar[str] = "adaptive"
    rho: Fraction
    m: int | None = None
    thresholds: Mapping[str, Fraction] = field(default_factory=dict, hash=False)
    person: bool = False

    def __post_init__(self) -> None:
        RhoUncertainty(self.rho, self.m)
        if any(share.denominator > MOST_PARTS for share in self.thresholds.values()):
            raise BadParameter("a threshold has too many digits to be compared", "round rho and the factors")
        wrong = sum(not self.rho <= share < 1 for share in self.thresholds.values())
        if wrong:
            raise BadParameter(
                f"{wrong} thresholds do not lie between rho and 1", "they are rho and what is added to it"
            )

    @property
    def smallest_public_count(self) -> int:
        """Return the smallest count but 0 that belongs in public: smaller ones would point at single records."""
        return SMALLEST_PUBLIC

    @property
    def parameters(self) -> dict[str, float | int | str | None]:
        """Return the parameters as a manifest and JSON spell them; thresholds are told apart, since they name items."""
        return {"rho": number_text(self.rho), "m": self.m} | person_parameter(self.person)

    @property
    def guarantee(self) -> str:
        """Return one sentence: what the model protects against and what it does not."""
        knows = f"up to {self.m} items" if self.m else "any number of items"
        return (
            f"Whoever knows {knows} (at least one) of a person's original record, or labels that stand for them, and "
            "looks for the released records that hold in their group the label of each of them, in one group or in all "
            "groups together, cannot infer from these a further item listed as sensitive with a confidence above its "
            f"threshold listed here (rho, {number_text(self.rho)}, or more for an item that was frequent in the "
            f"original){_counted_in(self.person)}. It does not hide that a person is in the data or how frequent an "
            "item is overall, does not prevent that a record is singled out, and does not hold against someone who "
            f"knows what a person does not have{_of_several_records(self.person)} or who reasons from what was "
            f"suppressed.{_records_only(self.person)}"
        )


#: No more than one in so many records of a cluster hold a sensitive item, where nothing else is said.
DIVERSITY = 2


@dataclass(frozen=True)
class Disassociation:
    """Disassociation: whoever knows at most ``m`` items of a record finds ``k`` records that may be the one.

    Records are published in clusters of at least ``k`` and, where merging allows, fewer than ``cluster_size`` records;
    each cluster in k^m-anonymous chunks whose subrecords cannot be aligned. ``refine``: clusters may share chunks.
    ``safe``: also no covered items (safe disassociation). ``sensitive``: some items were declared sensitive and are in
    term chunks only. ``diversity``: of a cluster no more than one in so many records hold each of them; None where
    nothing is sensitive, or an older version made the release. ``person``: ``k`` and ``diversity`` count persons,
    ``diversity`` records, too. Source: Terrovitis et
    al., Guarantee 1. Raises BadParameter where ``k`` is under 2, ``m`` under 1, ``cluster_size`` not over ``k``,
    ``diversity`` under 2 or given where nothing is sensitive.
    """

    name: ClassVar[str] = "disassociation"
    k: int
    m: int
    cluster_size: int = 30
    refine: bool = True
    safe: bool = False
    sensitive: bool = False
    diversity: int | None = None
    person: bool = False

    def __post_init__(self) -> None:
        _whole(self, "k", "k = 5 is a usual choice", least=2)
        _whole(self, "m", "2 is a usual choice")
        _whole(self, "cluster_size", "leave it out (30), or use about six times k", least=self.k + 1)
        if self.diversity is None:
            return
        _whole(self, "diversity", "leave it out (2): no more than half of a cluster hold a sensitive item", least=2)
        if not self.sensitive:
            raise BadParameter("<diversity> is for sensitive items", "say which with <sensitive>, or leave it out")

    @property
    def parameters(self) -> dict[str, int | bool]:
        """Return the parameters as a manifest and JSON spell them; ``diversity`` where it is promised."""
        parameters: dict[str, int | bool] = {
            "k": self.k,
            "m": self.m,
            "cluster_size": self.cluster_size,
            "refine": self.refine,
            "safe": self.safe,
            "sensitive": self.sensitive,
        }
        if self.diversity is not None:
            parameters["diversity"] = self.diversity
        return parameters | person_parameter(self.person)

    @property
    def smallest_public_count(self) -> int:
        """Return the smallest count but 0 that belongs in public: smaller ones would point at single records."""
        return self.k

    @property
    def guarantee(self) -> str:
        """Return one sentence: what the model protects against and what it does not."""
        link = ", or to the person by any record of the cluster," if self.person else ""
        secret = (
            " whoever knows the cluster of a person cannot, from the release, link an item declared sensitive to the "
            f"record{link} with a probability over 1/{self.diversity}, which speaks of each such item by itself and of "
            "records without what was taken out of them, not of what is known of the item from elsewhere;"
            if self.diversity
            else ""
        )
        uncovered = (
            " no item of a chunk is found only together with all the other items of its chunk, where the records have "
            "items in another chunk, too;"
            if self.safe
            else ""
        )
        holders = f"records of at least {self.k} persons" if self.person else f"at least {self.k} records"
        more = "more than that or items of several records" if self.person else "more than that"
        return (
            f"Whoever knows up to {self.m} items of a person's record can make up a possible original in which "
            f"{holders} hold them, or, where some of them were taken out of the release, finds that no record can hold "
            f"them;{secret}{uncovered} it does not protect against someone who knows {more}, who knows what a person "
            "does not have or who knows the records of others, does not hide which items occur nor that a person is in "
            "the data, and does not stop what all matching records share from being inferred."
            f"{_records_only(self.person)}"
        )


@dataclass(frozen=True)
class KAnonymity:
    """k-anonymity of whole records: each published record has the same labels as at least ``k`` - 1 others.

    ``person``: records of at least ``k`` persons have these labels, that record's own among them.
    Source: He and Naughton, Definition 3. Raises BadParameter where ``k`` is under 2.
    """

    name: ClassVar[str] = "kanonymity"
    k: int
    person: bool = False

    def __post_init__(self) -> None:
        _whole(self, "k", "k = 5 is a usual choice", least=2)

    @property
    def parameters(self) -> dict[str, int]:
        """Return the parameters as a manifest and JSON spell them."""
        return {"k": self.k} | person_parameter(self.person)

    @property
    def smallest_public_count(self) -> int:
        """Return the smallest count but 0 that belongs in public: smaller ones would point at single records."""
        return self.k

    @property
    def guarantee(self) -> str:
        """Return one sentence: what the model protects against and what it does not."""
        finds = (
            f"published records of at least {self.k} persons" if self.person else f"at least {self.k} published records"
        )
        more = (
            "items of several records of a person, the records of others," if self.person else "the records of others"
        )
        return (
            f"Whoever knows any number of items of a person's record, all of it, or what is not in it finds {finds} "
            f"that may be the one, all with the same labels; it does not protect against someone who knows {more} or "
            "reasons from which labels were not opened further, does not hide that a person is in the data, and does "
            f"not stop what all matching records share from being inferred.{_records_only(self.person)}"
        )


@dataclass(frozen=True)
class Coherence:
    """(h, k, p)-coherence, p being ``m``: ``k`` records hold each set of at most so many items that are not private.

    And from none of them a private item follows with a confidence above ``h``, over 0 and at most 1 (1: no bound).
    ``m`` None means every size. Source: Xu, Wang, Fu and Yu (KDD 2008), Definitions 1 to 3. Raises BadParameter outside
    of the ranges.
    """

    name: ClassVar[str] = "coherence"
    k: int
    m: int | None = None
    h: Fraction = Fraction(1)
    person: ClassVar[bool] = False

    def __post_init__(self) -> None:
        _whole(self, "k", "k = 5 is a usual choice", least=2)
        if self.m is not None:
            _whole(self, "m", "leave <m> out to cover every size")
        share = fraction_of("<h>", self.h)
        object.__setattr__(self, "h", share if share == 1 else share_of("<h>", share, "1 bounds nothing"))

    @property
    def parameters(self) -> dict[str, int | float | str | None]:
        """Return the parameters as a manifest and JSON spell them (``m`` null where every size is meant)."""
        return {"k": self.k, "m": self.m, "h": number_text(self.h)}

    @property
    def smallest_public_count(self) -> int:
        """Return the smallest count but 0 that belongs in public: smaller ones would point at single records."""
        return self.k

    @property
    def guarantee(self) -> str:
        """Return one sentence: what the model protects against and what it does not."""
        knows = f"up to {self.m} items" if self.m else "any number of items"
        infers = (
            ""
            if self.h == 1
            else f", and cannot infer from these a single item listed as sensitive with a confidence above "
            f"{number_text(self.h)}"
        )
        return (
            f"Whoever knows {knows} of a person's record, none of them listed as sensitive, finds either no record or "
            f"at least {self.k} records that match{infers}; it does not protect against someone who knows more than "
            "that, a single sensitive item (which stays, however rare it is) or what a person does not have, does not "
            "hide that a person is in the data, and does not stop what all matching records share from being inferred."
            f"{_records_only(self.person)}"
        )


#: What a release of one table can promise.
LongModel = KmAnonymity | KAnonymity | RhoUncertainty | AdaptiveRho | Coherence
