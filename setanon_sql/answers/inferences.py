"""What is answered of attacks, estimates, and of many settings."""

from typing import Annotated, Any, NotRequired, TypedDict

from setanon_sql.answers.kinds import LIKEWISE, BySize


class _AcrossParameters(TypedDict):
    k: Annotated[int, "fewer candidates are too few"]
    m: Annotated[int, "known items"]


class _AcrossOriginals(TypedDict):
    complete: Annotated[bool, "for all sets of known items?"]
    reason: Annotated[
        str | None, "why not: `size`, `time`, `other_records`, `safe`, `mixed` (one release is not in pieces)"
    ]
    sets_checked: Annotated[int, "looked at"]
    sets_broken: Annotated[int, "minimal sets that fewer than k records hold in every original that both allow"]
    sets_not_known: Annotated[int, "those of which that is not known"]
    sets_broken_by_size: BySize
    sets_not_known_by_size: Annotated[BySize, LIKEWISE]
    persons_at_risk: Annotated[int, "linked persons who may hold a broken set"]
    persons_not_known: Annotated[int, "others, who may hold a set that is not known"]


class _MatchByKnown(TypedDict):
    persons: Annotated[int, "of whom so many items are known"]
    named_right: Annotated[int, "a record stood out, and was the person's"]
    named_wrong: Annotated[int, "it was another person's"]
    nobody_named: Annotated[int, "no record stood out"]
    share_right: Annotated[float | None, "of the persons, named rightly; null where nobody holds so many items"]
    share_right_low: Annotated[float | None, "95 % confidence interval of it"]
    share_right_high: Annotated[float | None, LIKEWISE]
    guess_right: Annotated[float | None, "expected share where one of the best records is always named"]


class MatchAnswer(TypedDict):
    """Answer of ``attack match``."""

    records: Annotated[int, "released"]
    wrong: Annotated[float, "share of the known items that were another person's"]
    generalized: Annotated[bool, "were labels over the items known?"]
    not_released: Annotated[int, "persons who were tried and have no record in the release"]
    blind_guess: Annotated[float, "how often a guess among all records is right"]
    by_known: Annotated[dict[str, _MatchByKnown], "by the number of known items"]


class _InferGroup(TypedDict):
    persons: Annotated[int, "of whom so many items are known"]
    right: Annotated[int, "of whom a sensitive item was guessed that they hold"]
    share_right: Annotated[float | None, "of the persons; null where nobody holds so many items"]
    share_right_low: Annotated[float | None, "95 % confidence interval of it"]
    share_right_high: Annotated[float | None, LIKEWISE]
    baseline_right: Annotated[float | None, "share where the guess is always the item that is commonest in the release"]
    share_right_with_labels: Annotated[float | None, "where a label over sensitive items alone may be guessed, too"]
    baseline_right_with_labels: Annotated[float | None, "likewise, always the commonest"]


class _InferByKnown(TypedDict):
    members: Annotated[_InferGroup, "of the release, with a sensitive item: of these alone a guess can be right"]
    control: Annotated[_InferGroup, "people who were held out, likewise"]
    all_members: Annotated[_InferGroup, "of the release, whether or not they hold a sensitive item"]
    all_control: Annotated[_InferGroup, "people who were held out, likewise"]
    difference: Annotated[float | None, "of the shares of `members` and `control`: what is told about members"]
    difference_low: Annotated[float | None, "95 % confidence interval of it"]
    difference_high: Annotated[float | None, LIKEWISE]


class _HiddenSets(TypedDict):
    sets: Annotated[int, "of items that are not sensitive, which k records (persons) of the source hold"]
    telling: Annotated[int, "those from which something sensitive follows too surely, in the source"]
    hidden: Annotated[int, "those that no record of the release shows"]
    hidden_telling: Annotated[int, "those that are both"]
    share_telling: Annotated[float | None, "`telling` of `sets`"]
    share_hidden_telling: Annotated[
        float | None,
        "`hidden_telling` of `hidden`: how often somebody is right who takes a hidden set for a telling one",
    ]


class InferAnswer(TypedDict):
    """Answer of ``attack infer``."""

    held_out: Annotated[int, "records of the source that are of the control group"]
    unit: Annotated[str, "`record`, or `person` with `--person`: of each one record is tried"]
    made_up: Annotated[int, "originals made up of a release in pieces; 0: another one"]
    sensitive_labels: Annotated[int, "labels of the release over several items of the data, all of them sensitive"]
    sensitive_groups: Annotated[int, "groups of sensitive items that the release lists: they may be guessed as labels"]
    hidden_sets: Annotated[
        dict[str, _HiddenSets], "of `coherence`: what is not shown, by the number of items, up to two; else empty"
    ]
    by_known: Annotated[dict[str, _InferByKnown], "by the number of known items"]


class _DowncodeFacts(TypedDict):
    labels: Annotated[list[str], "of the released records"]
    records: Annotated[int, "how many have these labels"]
    item: Annotated[str, "a leaf of the taxonomy"]
    is_held: Annotated[bool, "do all of them hold it, or none?"]


class _DowncodeItems(TypedDict):
    item: Annotated[str, "a leaf of the taxonomy"]
    allowed_least: Annotated[int, "records that hold it in the originals that the release allows, at least"]
    allowed_most: Annotated[int, "at most"]
    least: Annotated[int, "the same in those of which it is the best"]
    most: Annotated[int, LIKEWISE]


class DowncodeAnswer(TypedDict):
    """Answer of ``attack downcode``; with ``--known-sets`` it has the keys from ``k`` on."""

    records: Annotated[int, "of the release"]
    choices: NotRequired[Annotated[int, "of labels that the taxonomy has"]]
    allowed: NotRequired[
        Annotated[int, "originals that give this release by its labels; with `--known-sets` where all were asked"]
    ]
    best: NotRequired[Annotated[int, "those of which it is the best, or within the slack"]]
    alone: NotRequired[Annotated[int, "those of them where no other labels cost as little"]]
    open_pairs: NotRequired[Annotated[int, "pairs of a record and an item that the release alone leaves open"]]
    held_pairs: NotRequired[
        Annotated[int, "those of them where the record holds the item in all originals that are left"]
    ]
    not_held_pairs: NotRequired[Annotated[int, "those where it holds it in none"]]
    items_narrowed: NotRequired[Annotated[int, "items of whose number of records being the best tells more"]]
    facts: NotRequired[Annotated[list[_DowncodeFacts], "† what is certain"]]
    items: NotRequired[Annotated[list[_DowncodeItems], "† how many records hold each item"]]
    k: NotRequired[Annotated[int, "as the release promises"]]
    m: NotRequired[Annotated[int, LIKEWISE]]
    floor: NotRequired[Annotated[float, "the probability of each step to a secret floor; 0: there are none"]]
    sets: NotRequired[Annotated[int, "known sets that were tried, each of up to m items of a record"]]
    sets_not_shown: NotRequired[Annotated[int, "those for which no record shows labels: the items are gone"]]
    sets_under_k: NotRequired[Annotated[int, "those that leave fewer than k of the records that show labels for them"]]
    sets_enough: NotRequired[Annotated[int, "those that surely leave k or more"]]
    sets_open: NotRequired[Annotated[int, "those of which that is not known"]]
    fewest_shown: NotRequired[
        Annotated[int | None, "the fewest records that show labels for a set, of those that any shows"]
    ]
    fewest_left: NotRequired[Annotated[int | None, "the fewest that are not ruled out"]]
    argument: NotRequired[
        Annotated[
            str,
            "why: `floors` (secret ones rule nothing out), `originals` (all were asked), `equal_records` (they are "
            "too many: nothing is ruled out, and sure are records with the labels of one that holds the set)",
        ]
    ]
    giving: NotRequired[Annotated[int, "originals that give the release, where all were asked"]]


class AcrossAnswer(TypedDict):
    """Answer of ``attack across``."""

    parameters: _AcrossParameters
    persons: Annotated[int, "linked, with a record in each release"]
    releases: NotRequired[Annotated[int, "how many, where they are more than two"]]
    unit: NotRequired[
        Annotated[
            str, "`person`, with `--person`: then persons and candidates are those whom the column of the link names"
        ]
    ]
    not_in_both: Annotated[
        int,
        "linked (with `--person`: rows of the link), with none in one of them: it was suppressed as a whole, or never "
        "was there",
    ]
    persons_at_risk: Annotated[int, "left with fewer than k candidates"]
    persons_at_risk_by_size: Annotated[BySize, "the same by the number of known items, at most"]
    sets: Annotated[int, "minimal sets of known items that leave somebody fewer than k candidates"]
    sets_by_size: BySize
    hidden_by_new: Annotated[int, "labels of linked persons in the first release that fit none of another"]
    hidden_by_old: Annotated[int, LIKEWISE]
    labels_hidden_by_new: NotRequired[Annotated[list[str], "†"]]
    labels_hidden_by_old: NotRequired[Annotated[list[str], LIKEWISE]]
    complete: Annotated[
        bool, "was everything computed that both may tell? If not, and nobody was found at risk, the exit code is 2"
    ]
    not_computed: Annotated[
        list[str],
        "what was not: `confidence` (how surely a sensitive item follows), `labels` (without a taxonomy: "
        "which labels are one item), `persons` (with `--person`: how many of them the originals leave "
        "that two releases in pieces allow)",
    ]
    originals: NotRequired[
        Annotated[
            _AcrossOriginals,
            "where a release is in pieces: the originals that both allow; absent for one such "
            "release and `--m 1`, where candidates tell all",
        ]
    ]


class _CoverReleaseByKnownItems(TypedDict):
    linked: Annotated[int, "subrecords of which an item more is certain"]
    whole_chunk: Annotated[int, "subrecords of which the whole chunk is certain"]
    items_learned: Annotated[int, "items more that are certain, in all"]
    mean_chance: Annotated[float, "probability of the likeliest other item, on average"]


class _CoverRelease(TypedDict):
    subrecords: Annotated[int, "whose records draw on another chunk"]
    held_by_all: Annotated[int, "records with an item that all records of their cluster hold"]
    by_known_items: Annotated[dict[str, _CoverReleaseByKnownItems], "keys are numbers of known items of the chunk"]


class CoverAnswer(TypedDict):
    """Answer of ``attack cover``."""

    model: str
    m: Annotated[int, "known items: one of another chunk, the others of the chunk that is attacked"]
    release: _CoverRelease
    before: NotRequired[Annotated[dict[str, Any], "`--before`: the same for the other release"]]


class _EstimateEstimates(TypedDict):
    itemset_id: Annotated[
        int, "1, 2, …: in the order asked for; those of `--itemsets` in the order of their names as text"
    ]
    query: Annotated[str, "what `--itemsets` calls it; else the number"]
    items: list[str]
    size: int
    certain: Annotated[int, "so many records hold it at least"]
    expected: Annotated[
        float | None,
        "on average: of pieces over all originals that `reconstruct` makes up, else where a label stands for one item "
        "under it; null where the release does not tell: with a sensitive item, or one that no label may stand for",
    ]
    at_most: NotRequired[
        Annotated[int, "at most, as far as items were not taken out; of pieces only where nothing is expected"]
    ]


class EstimateAnswer(TypedDict):
    """Answer of ``estimate``."""

    model: str
    itemsets: Annotated[int, "how many were asked for"]
    out: NotRequired[Annotated[str, "`--out`"]]
    estimates: NotRequired[Annotated[list[_EstimateEstimates], "without `--out`"]]


class ReconstructAnswer(TypedDict):
    """Answer of ``reconstruct``."""

    out: str
    samples: Annotated[int, "possible originals in it"]
    rows: Annotated[int, "of the file"]


class _CompareSettings(TypedDict):
    setting: Annotated[str, "its model, `k=5 m=2`, and how it is reached"]
    model: str
    parameters: Annotated[dict[str, Any], "as of a [model](#keys-of-a-model)"]
    algorithm: Annotated[str, "`improved` or `paper`"]
    guarantee: Annotated[str, "what it promises, in a few words"]
    records: Annotated[int, "it was tried on"]
    sampled: Annotated[bool, "are they a sample?"]
    reached: Annotated[bool, "where not, there are no figures"]
    problem: NotRequired[Annotated[str, "why it cannot be reached"]]
    best: NotRequired[
        Annotated[
            bool,
            "no other setting with the same guarantee, on the same records, is as good in all figures but "
            "`seconds`, `items_kept` and `at_risk_before`, and better in one",
        ]
    ]
    use_lost: NotRequired[
        Annotated[
            float,
            "the measure of use, the same for all models: `workload_error` where there is a workload, else "
            "`together_error`",
        ]
    ]
    item_error: NotRequired[Annotated[float, "mean relative error of the counts of the 100 most frequent items"]]
    together_error: NotRequired[Annotated[float, "mean of `top_itemsets_lost` and half of `pair_error`"]]
    category_error: NotRequired[
        Annotated[float, "mean relative error of the records of each category, a label right under the root"]
    ]
    ncp: NotRequired[Annotated[float, "as of [what was lost](#keys-of-what-was-lost)"]]
    suppressed_ratio: NotRequired[Annotated[float, LIKEWISE]]
    records_gone_ratio: NotRequired[Annotated[float, "share of the source's records of which nothing is released"]]
    rows_unchanged_ratio: NotRequired[Annotated[float, "share of its rows that are released as they were"]]
    rows_merged_ratio: NotRequired[Annotated[float, "share of its rows that are one with another of their record"]]
    sensitive_rows_left_ratio: NotRequired[Annotated[float, "share of its rows of sensitive items that are left"]]
    items_kept: NotRequired[Annotated[int, "that are released as they are"]]
    items_kept_ratio: NotRequired[Annotated[float, "these over the items of the source"]]
    items_usable_ratio: NotRequired[
        Annotated[
            float,
            "items whose count can still be used (records that hold the item itself: at most 10 % more or fewer), over "
            "those of the source",
        ]
    ]
    sensitive_usable_ratio: NotRequired[
        Annotated[float, "rows of sensitive items whose count can still be used, over all rows of sensitive items"]
    ]
    top_itemsets_lost: NotRequired[
        Annotated[
            float,
            "share of the 1,000 most frequent itemsets that the release (a made-up original of it) does not "
            "have among its own",
        ]
    ]
    pair_error: NotRequired[
        Annotated[float, "mean relative error (0 to 2) of the supports of pairs of the 20 most frequent items"]
    ]
    workload_error: NotRequired[Annotated[float, "`--workload`: mean relative error of its itemsets"]]
    at_risk_before: NotRequired[
        Annotated[
            float,
            "share of the source's records (`--person`: persons) that m known items single out, or tell too much of",
        ]
    ]
    singled_out_ratio: NotRequired[
        Annotated[
            float,
            "share of the source's records (`--person`: persons) that are the only ones in the release with some m "
            "known items, and could be matched; not with `any`, in pieces, with dp",
        ]
    ]
    residual_risk: NotRequired[
        Annotated[
            float,
            "where m known items are covered: the same in the release, where m + 1 items are known",
        ]
    ]
    residual_inference: NotRequired[
        Annotated[float, "share of records of which too much follows, where m + 1 items are known"]
    ]
    linked_ratio: NotRequired[
        Annotated[float, "released in pieces: share of subrecords that m known items link to a further item"]
    ]
    linked_beyond_ratio: NotRequired[Annotated[float, "released in pieces: that share where m + 1 items are known"]]
    made_up_records_ratio: NotRequired[
        Annotated[float, "`dp`: records that were made up, over those of the source; may be over 1"]
    ]
    made_up_rows_ratio: NotRequired[Annotated[float, "likewise rows"]]
    seconds: NotRequired[Annotated[float, "that the method took, without reading, measuring and writing"]]


class _CompareAnswers(TypedDict):
    aim: Annotated[str, "`counts of items`, `pairs of items` or `categories`"]
    setting: str
    error: Annotated[float, "`item_error`, `together_error` or `category_error` of that setting"]
    close: Annotated[bool, "is that at most 0.1? Then it is the strongest such setting, else the nearest"]


class CompareAnswer(TypedDict):
    """Answer of ``compare``."""

    records: Annotated[int, "of the source"]
    unit: NotRequired[Annotated[str, "`person`, with `--person`: then all settings count persons"]]
    persons: NotRequired[Annotated[int, "of the source"]]
    rows: Annotated[int, LIKEWISE]
    items: Annotated[int, LIKEWISE]
    sample: Annotated[int, "so many records were drawn to try settings on; 0: all"]
    seconds: Annotated[float, "in all"]
    settings: Annotated[
        list[_CompareSettings], "with a sample those to take, and what may be better, again, tried on all records"
    ]
    answers: Annotated[list[_CompareAnswers], "for each aim, and each kind of attack, the setting to take"]
    caution: NotRequired[Annotated[str, "with `dp`: its figures are for the owner alone, and have no noise"]]


class _SuggestDiagnoses(TypedDict):
    setting: str
    sampled: Annotated[bool, "was it tried on the sample?"]
    loss: NotRequired[Annotated[float, "of a sample it is an upper bound as a rule"]]
    sample_loss: NotRequired[Annotated[float, "what it costs on the sample on which items were left out"]]
    problem: NotRequired[Annotated[str, "why it cannot be reached"]]
    items_left_out: NotRequired[
        Annotated[
            int,
            "items in most threats, or by which most records are at risk, that were left out to see what it "
            "costs the others",
        ]
    ]
    sensitive_left_out: NotRequired[Annotated[int, "sensitive ones of them, where a confidence is bounded"]]
    rows_of_items: NotRequired[Annotated[float, "their share of the rows"]]
    loss_without_items: NotRequired[Annotated[float, "what it then costs the others"]]
    items: NotRequired[Annotated[list[str], "†"]]
    weaker: Annotated[list[Any], "the strongest settings below it that do not cost too much: likewise"]


class SuggestAnswer(TypedDict):
    """Answer of ``suggest``."""

    max_loss: Annotated[float, "what a setting may cost: `use_lost` of [compare](#compare)"]
    records: Annotated[int, "of the source"]
    unit: NotRequired[Annotated[str, "`person`, with `--person`: then all settings count persons"]]
    persons: NotRequired[Annotated[int, "of the source"]]
    sample: Annotated[int, "drawn of them to try settings on first; 0: all"]
    strongest: Annotated[
        list[Any],
        "settings that cost no more, on all records, where no other one of the model that fits is as "
        "strong: as `settings` of [compare](#compare), without what is not counted here",
    ]
    tried: Annotated[list[Any], "all that were tried, in that order: likewise"]
    not_tried: Annotated[list[str], "as strong as one that costs too much, or weaker than one that fits"]
    diagnoses: Annotated[list[_SuggestDiagnoses], "of each model the weakest wanted setting that costs too much"]
    seconds: Annotated[float, "in all"]
