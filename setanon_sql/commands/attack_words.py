"""Words of what is read from a release: possible originals, estimates, attacks."""

from dataclasses import asdict

from setanon_sql.inference.across import AcrossAttack
from setanon_sql.inference.attack import CoverAttack, CoverAttacks
from setanon_sql.inference.downcode_results import DowncodeAttack, Downcoding, ItemRange
from setanon_sql.inference.guessing import InferAttack
from setanon_sql.inference.hidden_sets import HIDDEN
from setanon_sql.inference.known_sets_results import KnownSetsAttack
from setanon_sql.inference.matching import MatchAttack
from setanon_sql.inference.results import Estimate, Estimates, Reconstruction
from setanon_sql.numbers import wilson_interval
from setanon_sql.text import count, count_of, fact_lines, label_text, share, table, wrapped


def reconstruction(reconstruction: Reconstruction) -> str:
    """Return what was made up, and where it was written."""
    return fact_lines(asdict(reconstruction))


def estimates(estimates: Estimates) -> str:
    """Return estimates of supports, one a line, or where they were written."""
    if estimates.out:
        return f"Wrote {count_of(estimates.itemsets, 'estimate')} to {estimates.out}."
    named = any(estimate.query != str(estimate.itemset_id) for estimate in estimates.estimates)
    rows = [
        [*([estimate.query] if named else []), *_cells(estimate, bounds=estimates.has_bounds)]
        for estimate in estimates.estimates
    ]
    bounds = ["at most"] if estimates.has_bounds else []
    heads = [*(["query"] if named else []), "items", "certain", "expected", *bounds]
    return table(heads, rows, left_columns=1 + named)


def _cells(estimate: Estimate, *, bounds: bool) -> list[str]:
    """Return what a line says of one itemset."""
    expected = estimate.expected_text
    expected_words = expected if isinstance(expected, str) else f"{expected:.1f}"
    words = [", ".join(estimate.items), count(estimate.certain), expected_words]
    at_most = "not known" if estimate.at_most is None else count(estimate.at_most)
    return [*words, *([at_most] if bounds else [])]


def match_attack(attack: MatchAttack) -> str:
    """Return a line for each number of known items, beside what a blind guess finds."""
    heads = ["items known", "persons", "named rightly", "(95 % interval)", "wrongly", "nobody", "a guess is right"]
    rows = []
    for matched in attack.by_known:
        low, high = wilson_interval(matched.named_right, matched.persons)
        nobody = matched.persons - matched.named_right - matched.named_wrong
        numbers = (matched.named_right, matched.named_wrong, nobody, matched.guessed)
        right, wrong, none, guess = (share(number, matched.persons) for number in numbers)
        interval = f"{100 * low:.1f} to {100 * high:.1f} %" if matched.persons else "-"
        rows.append([count(matched.size), count(matched.persons), right, interval, wrong, none, guess])
    knowledge = "labels over them, " if attack.generalized else ""
    errors = f"{100 * attack.wrong:.0f} % of them another person's" if attack.wrong else "all of them right"
    parts = [
        f"Known are items, {knowledge}{errors}; {count(attack.records)} released records:",
        table(heads, rows),
        f"A blind guess is right once in {count(attack.records)} times.",
    ]
    if attack.not_released:
        parts.append(f"{count(attack.not_released)} of the persons have no record in the release.")
    return "\n\n".join(parts)


def infer_attack(attack: InferAttack) -> str:
    """Return a line for each number of known items: members, those held out, and the difference; then of anybody."""
    groups = ["members", "guessed rightly", "held out", "rightly"]
    heads = ["items known", *groups, "difference", "(95 % interval)", "base"]
    rows = []
    for row in attack.by_known:
        low, high = row.interval
        guesses = [
            text
            for group in (row.members, row.control)
            for text in (count(group.persons), share(group.right, group.persons))
        ]
        points = row.difference
        difference = ["-", "-"] if points is None else [f"{100 * points:.1f}", f"{100 * low:.1f} to {100 * high:.1f}"]
        rows.append([count(row.size), *guesses, *difference, share(row.members.usual, row.members.persons)])
    parts = [
        "Known are items that are not sensitive; guessed is a sensitive one.\n"
        f"Tried are {attack.unit}s with a sensitive item and another one: of these alone a guess can be right.",
        table(heads, rows),
        "difference: in points; what the release tells about its members, and not about everybody.\n"
        "base: where always the commonest sensitive item of the release is guessed, of members.",
        f"Whoever guesses does not know who holds one. The same guesses about any {attack.unit}s:",
        _about_anybody(attack),
        *_with_labels(attack),
        *_hidden_sets(attack),
        f"{count_of(attack.held_out, 'record')} of the source {'is' if attack.held_out == 1 else 'are'} held out.",
    ]
    if attack.made_up:
        parts.append(f"The records were made up, {count(attack.made_up)} times: the release has none that are whole.")
    return "\n\n".join(parts)


def _about_anybody(attack: InferAttack) -> str:
    """Return how many of all guesses are right."""
    rows = [
        [
            count(row.size),
            *(
                text
                for group in (row.all_members, row.all_control)
                for text in (count(group.persons), share(group.right, group.persons))
            ),
            share(row.all_members.usual, row.all_members.persons),
        ]
        for row in attack.by_known
    ]
    return table(["items known", "members", "guessed rightly", "held out", "rightly", "base"], rows)


def _with_labels(attack: InferAttack) -> list[str]:
    """Return how often a guess is right that may be a label over sensitive items, or a group; nothing without these."""
    if not attack.sensitive_labels and not attack.sensitive_groups:
        return []
    rows = [
        [
            count(row.size),
            *(
                share(number, group.persons)
                for group in (row.members, row.control, row.all_members, row.all_control)
                for number in (group.right_with_labels,)
            ),
            share(row.all_members.usual_with_labels, row.all_members.persons),
        ]
        for row in attack.by_known
    ]
    labels = count_of(attack.sensitive_labels, "label stands", "labels stand")
    groups = count_of(attack.sensitive_groups, "group of these is listed", "groups of these are listed")
    sentence = f"{labels} for sensitive items alone{f'; {groups}' if attack.sensitive_groups else ''}."
    heads = ["items known", "members", "held out", "of any members", "of any held out", "base of any"]
    return [
        f"{sentence} Right where such a label{' or group' if attack.sensitive_groups else ''} may be guessed, too:",
        table(heads, rows),
    ]


def _hidden_sets(attack: InferAttack) -> list[str]:
    """Return how often a hidden set is rightly taken for one that told too much; nothing where nothing is bounded."""
    if not attack.hidden_sets:
        return []
    rows = [
        [
            count(sets.size),
            count(sets.sets),
            share(sets.telling, sets.sets),
            count(sets.hidden),
            share(sets.hidden_telling, sets.hidden),
        ]
        for sets in attack.hidden_sets
    ]
    heads = ["items", "frequent sets", "tell too surely", "not shown", "tell too surely"]
    return [wrapped(f"{HIDDEN} Right is that guess of all frequent sets, and of those:"), table(heads, rows)]


def any_downcode_attack(attack: Downcoding, *, show_values: bool) -> str:
    """Return how many originals, or records, are left."""
    if isinstance(attack, DowncodeAttack):
        return downcode_attack(attack, show_values=show_values)
    assert isinstance(attack, KnownSetsAttack)
    return "\n\n".join(wrapped(sentence) for sentence in attack.sentences)


def downcode_attack(attack: DowncodeAttack, *, show_values: bool) -> str:
    """Return how many originals are left, and what they share."""
    parts = [wrapped(sentence) for sentence in attack.sentences]
    if show_values and attack.best:
        facts = [
            [", ".join(fact.labels), count(fact.records), fact.item, "all" if fact.is_held else "none"]
            for fact in attack.facts
        ]
        items = [
            [item.item, *(f"{count(least)} to {count(most)}" for least, most in _ranges(item))] for item in attack.items
        ]
        if facts:
            parts.append(table(["records of", "records", "item", "held by"], facts))
        parts.append(table(["item", "records by the release", "by its being the best"], items))
    return "\n\n".join(parts)


def _ranges(item: ItemRange) -> list[tuple[int, int]]:
    return [(item.allowed_least, item.allowed_most), (item.least, item.most)]


def cover_attack(attacks: CoverAttacks) -> str:
    """Return what an adversary links in a release, beside what he links in another."""
    lines = [f"known: up to {count_of(attacks.m - 1, 'item')} of a chunk, one of another"]
    if attacks.before:
        lines += _linked("before", attacks.before)
    return "\n".join(lines + _linked("release", attacks.release))


def _linked(name: str, attack: CoverAttack) -> list[str]:
    heads = ["items of the chunk", "linked", "whole chunk", "items learned", "best guess (mean)"]
    rows = [
        [
            str(link.known),
            count(link.linked),
            count(link.whole_chunk),
            count(link.items_learned),
            f"{link.mean_chance:.3f}",
        ]
        for link in attack.links
    ]
    facts = {"subrecords": attack.subrecords, "held_by_all": attack.held_by_all}
    return ["", f"{name}:", table(heads, rows), "", fact_lines(facts)]


def across(attack: AcrossAttack, *, show_values: bool) -> str:
    """Return who is left with few candidates by releases together."""
    heads = ["known items", "sets", "persons at risk"]
    sizes = attack.sets_by_size.items()
    rows = [[f"up to {size}", count(sets), count(attack.persons_at_risk_by_size[size])] for size, sets in sizes]
    lines = [
        *(wrapped(sentence) for sentence in attack.sentences),
        "",
        table(heads, rows),
        "",
        f"Labels that only the old release shows: {count(len(attack.hidden_by_new))}, only "
        f"{'the new one' if attack.releases == 2 else 'one of the others'}: "
        f"{count(len(attack.hidden_by_old))}.",
    ]
    if show_values:
        lines += [f"  old: {label_text(label)}" for label in attack.hidden_by_new]
        lines += [f"  new: {label_text(label)}" for label in attack.hidden_by_old]
    return "\n".join(lines)
