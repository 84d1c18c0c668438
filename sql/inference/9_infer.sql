-- Infer: somebody knows items of a person, none of them sensitive, and guesses a sensitive one that the person holds.
-- 1. Who is tried, members of the release or held out of it: those who hold sensitive and other items; and then anybody who
-- holds an item that is not sensitive, since the adversary does not know of whom a guess can be right. What is known of each
-- is drawn as in the step match, and released records are scored as there.
-- 2. The best records vote: each of their labels for the sensitive items that it may be. Where none votes the guess is what
-- most records of the release would vote for: the baseline, which needs no record. Where labels stand for sensitive items
-- alone they are voted for, too, in a poll of its own: right of whoever holds an item under such a label.
-- Narayanan and Shmatikov (S&P 2008) for the scores; Giomi et al., "A Unified Framework for Quantifying Privacy Risk in
-- Synthetic Data" (PoPETs 2023) for the control group.
-- phase: guessing sensitive items

-- name: marked
-- Which items are sensitive?
-- in:  items (item, label), sensitive (label)
-- out: item, label, is_secret
SELECT i.item, i.label, CASE WHEN s.label IS NULL THEN 0 ELSE 1 END AS is_secret
FROM items AS i
LEFT JOIN (SELECT DISTINCT n.label FROM sensitive AS n) AS s ON s.label = i.label

-- name: able
-- The records that hold an item that is not sensitive, and a sensitive one where only holders are tried ($holders = 1).
-- in:  transactions (record_id, item), marked (item, is_secret)
-- out: record_id
SELECT t.record_id
FROM transactions AS t
JOIN marked AS m ON m.item = t.item
GROUP BY t.record_id
HAVING max(m.is_secret) >= $holders AND min(m.is_secret) = 0

-- name: members
-- Those of them that were not held out.
-- in:  able (record_id), held_out (record_id)
-- out: record_id
SELECT a.record_id FROM able AS a ANTI JOIN held_out AS h ON h.record_id = a.record_id

-- name: controls
-- Those of them that were.
-- in:  able (record_id), held_out (record_id)
-- out: record_id
SELECT a.record_id FROM able AS a SEMI JOIN held_out AS h ON h.record_id = a.record_id

-- name: named_in_both
-- Which records of the source have a name of the control group?
-- in:  record_ids (record_id, source_id), control_ids (source_id)
-- out: record_id
SELECT r.record_id
FROM record_ids AS r
SEMI JOIN control_ids AS c ON CAST(c.source_id AS text) = CAST(r.source_id AS text)

-- name: one_each
-- One record of each person, by lot.
-- in:  able (record_id), persons (record_id, person)
-- out: record_id
SELECT record_id
FROM (
    SELECT
        p.record_id,
        row_number() OVER (
            PARTITION BY p.person
            ORDER BY md5(concat($seed, '-', CAST(p.record_id AS text))), p.record_id) AS rank
    FROM able AS a
    JOIN persons AS p ON p.record_id = a.record_id) AS ranked
WHERE rank = 1

-- name: target_rows
-- The items of those who are tried that are sensitive ($is_secret = 1), or the others.
-- in:  targets (target, record_id), transactions (record_id, item), marked (item, label, is_secret)
-- out: target, record_id, item, label
SELECT p.target, p.record_id, t.item, m.label
FROM targets AS p
JOIN transactions AS t ON t.record_id = p.record_id
JOIN marked AS m ON m.item = t.item
WHERE m.is_secret = $is_secret

-- name: known
-- What is known of each, in labels.
-- in:  drawn (target, rank, item), marked (item, label)
-- out: target, rank, label
SELECT d.target, d.rank, m.label FROM drawn AS d JOIN marked AS m ON m.item = d.item

-- name: made_up
-- Originals of a disassociated release, as the records of one table.
-- in:  samples (sample_id, record_id, item: label)
-- out: record_id, item (label)
SELECT concat(CAST(s.sample_id AS text), ':', CAST(s.record_id AS text)) AS record_id, s.item FROM samples AS s

-- name: votes
-- What does each lot of equal records vote for, and how strongly? A label over several items is less sure of each.
-- in:  held (lot, label), secrets (label, secret, votes)
-- out: lot, secret, votes
SELECT h.lot, s.secret, max(s.votes) AS votes
FROM held AS h
JOIN secrets AS s ON s.label = h.label
GROUP BY h.lot, s.secret

-- name: usual
-- The sensitive items in the order of how much speaks for them in the whole release: the first is the baseline's guess.
-- in:  votes (lot, secret, votes), lots (lot, records)
-- out: secret, rank
SELECT v.secret, row_number() OVER (ORDER BY sum(v.votes * l.records) DESC, md5(v.secret)) AS rank
FROM votes AS v
JOIN lots AS l ON l.lot = v.lot
GROUP BY v.secret

-- name: truths_of_labels
-- What a guess of a sensitive item, or of a label over such items, may say of each: what it holds, and the labels over it.
-- in:  truths (target, label), covers (item, label: over sensitive items alone)
-- out: target, label
SELECT t.target, t.label FROM truths AS t
UNION
SELECT t.target, c.label FROM truths AS t JOIN covers AS c ON c.item = t.label

-- name: guesses
-- Of each of whom $size items are known: what do the records vote for that fit best?
-- in:  able (target), hits (target, rank, lot, weight), lots (lot, records), votes (lot, secret, votes), usual (secret, rank)
-- out: target, secret
WITH scores AS (
    SELECT h.target, h.lot, sum(h.weight) AS score
    FROM hits AS h
    SEMI JOIN able AS a ON a.target = h.target
    WHERE h.rank <= $size
    GROUP BY h.target, h.lot),
ranked AS (SELECT s.target, s.lot, s.score, max(s.score) OVER (PARTITION BY s.target) AS top FROM scores AS s),
polled AS (
    SELECT
        r.target, u.secret,
        row_number() OVER (PARTITION BY r.target ORDER BY sum(v.votes * l.records) DESC, min(u.rank)) AS rank
    FROM ranked AS r
    JOIN lots AS l ON l.lot = r.lot
    JOIN votes AS v ON v.lot = r.lot
    JOIN usual AS u ON u.secret = v.secret
    WHERE r.score > r.top - 0.000000001
    GROUP BY r.target, u.secret)
SELECT a.target, coalesce(p.secret, u.secret) AS secret
FROM able AS a
LEFT JOIN (SELECT target, secret FROM polled WHERE rank = 1) AS p ON p.target = a.target
CROSS JOIN (SELECT secret FROM usual WHERE rank = 1) AS u

-- name: right_guesses
-- Of how many is a sensitive item guessed that they hold, by the records that fit best, and by the baseline?
-- in:  able (target), guesses (target, secret), truths (target, label), usual (secret, rank)
-- out: persons, guessed_right, usual_right
SELECT count(*) AS persons, count(t.target) AS guessed_right, count(b.target) AS usual_right
FROM able AS a
LEFT JOIN guesses AS g ON g.target = a.target
LEFT JOIN truths AS t ON t.target = a.target AND t.label = g.secret
LEFT JOIN (
    SELECT o.target
    FROM truths AS o
    JOIN usual AS u ON u.secret = o.label
    WHERE u.rank = 1) AS b ON b.target = a.target
