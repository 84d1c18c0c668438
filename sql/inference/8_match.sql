-- Match: somebody knows a few items of a person, some of them wrong, and names the released record that fits them best.
-- 1. Persons drawn by lot, and what is known of each: items by lot, some in place of others that somebody else has.
-- 2. Which released labels fit a known one, and how much that tells: the rarer a label, the more.
-- 3. The score of each released record, and the best: it is named if it stands out from the second.
-- Narayanan and Shmatikov, "Robust De-anonymization of Large Sparse Datasets" (S&P 2008), section 4.
-- phase: looking for the records that fit what is known

-- name: targets
-- Persons, drawn by lot, numbered from 1: each the owner of a record of the source.
-- in:  transactions (record_id, item)
-- out: target, record_id
SELECT
    CAST(row_number() OVER (ORDER BY md5(concat($seed, ':', CAST(record_id AS text)))) AS INTEGER) AS target, record_id
FROM (
    SELECT record_id FROM transactions GROUP BY record_id
    ORDER BY md5(concat($seed, ':', CAST(record_id AS text))) LIMIT $sample) AS drawn

-- name: drawn
-- At most $known items of each person, drawn by lot.
-- in:  targets (target, record_id), transactions (record_id, item)
-- out: target, rank, item
SELECT target, rank, item
FROM (
    SELECT
        p.target, t.item,
        row_number() OVER (
            PARTITION BY p.target
            ORDER BY md5(concat($seed, '/', CAST(p.target AS text), '/', CAST(t.item AS text)))) AS rank
    FROM targets AS p
    JOIN transactions AS t ON t.record_id = p.record_id) AS ranked
WHERE rank <= $known

-- name: mistaken
-- Which known items are wrong? $wrong of them, by lot: the adversary takes an item of the next person for one of this one.
-- in:  drawn (target, rank, item), $persons drawn
-- out: target, rank, item (known in its place)
WITH turns AS (
    SELECT
        target, rank,
        row_number() OVER (
            ORDER BY md5(concat($seed, '!', CAST(target AS text), '!', CAST(rank AS text))), target, rank) AS turn
    FROM drawn)
SELECT t.target, t.rank, o.item
FROM turns AS t
JOIN (SELECT target, max(rank) AS items FROM drawn GROUP BY target) AS n ON n.target = t.target % nullif($persons, 0) + 1
JOIN drawn AS o ON o.target = n.target AND o.rank = (t.rank - 1) % nullif(n.items, 0) + 1
WHERE t.turn <= $wrong

-- name: known
-- What is known of each person, in labels.
-- in:  drawn (target, rank, item), mistaken (target, rank, item), names (item, label)
-- out: target, rank, label
SELECT d.target, d.rank, n.label
FROM drawn AS d
LEFT JOIN mistaken AS m ON m.target = d.target AND m.rank = d.rank
JOIN names AS n ON n.item = coalesce(m.item, d.item)

-- name: labels
-- The labels of a release, numbered, and how much each tells: 1 / log of how many records hold it.
-- in:  release (record_id, item: label)
-- out: number, label, weight
SELECT CAST(row_number() OVER (ORDER BY item) AS INTEGER) AS number, item AS label, 1 / nullif(ln(1 + count(*)), 0) AS weight
FROM release
GROUP BY item

-- name: labels_over_others
-- How much does each label tell where some stand over others? By the records that hold it or one under it: a label tells no more
-- than one under it, however few records it stands in.
-- in:  release (record_id, item: label), labels (number, label), below (label, other: one under it, or the same)
-- out: number, label, weight
SELECT l.number, l.label, 1 / nullif(ln(1 + count(DISTINCT r.record_id)), 0) AS weight
FROM labels AS l
JOIN below AS b ON b.label = l.label
JOIN release AS r ON r.item = b.other
GROUP BY l.number, l.label

-- name: placed
-- Which released records are alike, and in which lot of them is each?
-- in:  release (record_id, item: label), labels (number, label)
-- out: record_id, lot
SELECT record_id, CAST(min(number) OVER (PARTITION BY content) AS INTEGER) AS lot
FROM (
    SELECT record_id, content, CAST(row_number() OVER (ORDER BY content, record_id) AS INTEGER) AS number
    FROM (
        SELECT r.record_id, string_agg(CAST(l.number AS VARCHAR), ',' ORDER BY l.number NULLS FIRST) AS content
        FROM release AS r
        JOIN labels AS l ON l.label = r.item
        GROUP BY r.record_id) AS contents) AS numbered

-- name: lots
-- The records of each lot.
-- in:  placed (record_id, lot)
-- out: lot, records, record_id (one of them)
SELECT lot, count(*) AS records, min(record_id) AS record_id FROM placed GROUP BY lot

-- name: held
-- The labels of each lot.
-- in:  lots (lot, record_id), release (record_id, item: label), labels (number, label, weight)
-- out: lot, label, weight
SELECT s.lot, l.label, l.weight
FROM lots AS s
JOIN release AS r ON r.record_id = s.record_id
JOIN labels AS l ON l.label = r.item

-- name: hit_count
-- How many rows would it take to score all lots?
-- in:  known (target, rank, label), fitting (known_label, label), held (lot, label)
-- out: n
SELECT coalesce(sum(h.n), 0) AS n
FROM known AS k
JOIN fitting AS f ON f.known_label = k.label
JOIN (SELECT label, count(*) AS n FROM held GROUP BY label) AS h ON h.label = f.label

-- name: hits
-- What does each known item tell for each lot? The most that a label which fits it does.
-- in:  known (target, rank, label), fitting (known_label, label), held (lot, label, weight)
-- out: target, rank, lot, weight
SELECT k.target, min(k.rank) AS rank, h.lot, max(h.weight) AS weight
FROM known AS k
JOIN fitting AS f ON f.known_label = k.label
JOIN held AS h ON h.label = f.label
GROUP BY k.target, k.label, h.lot

-- name: best
-- Of each person of whom $size items are known: the best score, how many records have it, the next one, and how much scores
-- differ (their mean and mean square over all $records records of the release).
-- in:  hits (target, rank, lot, weight), lots (lot, records), able (target)
-- out: target, lot (one of the best), ties, top, next, mean, mean_square
WITH scores AS (
    SELECT h.target, h.lot, sum(h.weight) AS score
    FROM hits AS h
    SEMI JOIN able AS a ON a.target = h.target
    WHERE h.rank <= $size
    GROUP BY h.target, h.lot),
ranked AS (
    SELECT
        s.target, s.lot, s.score, l.records,
        row_number() OVER (PARTITION BY s.target ORDER BY s.score DESC, s.lot) AS rank,
        max(s.score) OVER (PARTITION BY s.target) AS top
    FROM scores AS s
    JOIN lots AS l ON l.lot = s.lot)
SELECT
    target,
    max(CASE WHEN rank = 1 THEN lot END) AS lot,
    sum(CASE WHEN score > top - 0.000000001 THEN records ELSE 0 END) AS ties,
    max(top) AS top,
    coalesce(max(CASE WHEN score <= top - 0.000000001 THEN score END), 0) AS next,
    sum(score * records) / nullif($records, 0) AS mean,
    sum(score * score * records) / nullif($records, 0) AS mean_square
FROM ranked
GROUP BY target

-- name: able
-- The persons of whom so many items are known.
-- in:  known (target, rank)
-- out: target
SELECT target FROM known GROUP BY target HAVING count(*) >= $size

-- name: right_lots
-- In which lot is the record of each person, if it is released?
-- in:  targets (target, record_id), truth (record_id, released_id: text), placed (record_id, lot)
-- out: target, lot
SELECT p.target, s.lot
FROM targets AS p
JOIN truth AS t ON t.record_id = p.record_id
JOIN placed AS s ON CAST(s.record_id AS text) = t.released_id

-- name: outcomes
-- Of how many persons is a record named, rightly or wrongly? It is named if no other has its score and it stands out from
-- the next by $apart standard deviations. Else whoever guesses takes one of the best.
-- in:  able (target), best (target, lot, ties, top, next, mean, mean_square), right_lots (target, lot),
--      hits (target, rank, lot, weight)
-- out: persons, named_right, named_wrong, guessed (expected right where one of the best is taken)
WITH scored AS (
    SELECT h.target, sum(h.weight) AS score
    FROM hits AS h
    JOIN right_lots AS r ON r.target = h.target AND r.lot = h.lot
    WHERE h.rank <= $size
    GROUP BY h.target),
judged AS (
    SELECT
        a.target, b.ties,
        CASE
            WHEN b.ties = 1 AND b.top - b.next >= $apart * sqrt(greatest(b.mean_square - b.mean * b.mean, 0)) THEN 1
            ELSE 0
        END AS is_named,
        CASE WHEN s.score > b.top - 0.000000001 THEN 1 ELSE 0 END AS is_best
    FROM able AS a
    LEFT JOIN best AS b ON b.target = a.target
    LEFT JOIN scored AS s ON s.target = a.target)
SELECT
    count(*) AS persons,
    coalesce(sum(is_named * is_best), 0) AS named_right,
    coalesce(sum(is_named * (1 - is_best)), 0) AS named_wrong,
    coalesce(sum(CASE WHEN is_best = 1 THEN CAST(1 AS DOUBLE) / nullif(ties, 0) ELSE 0 END), 0) AS guessed
FROM judged

-- name: linked
-- Which released record is that of each record of the source, as a link says?
-- in:  persons (person, old_id, new_id), record_ids (record_id, source_id)
-- out: record_id, released_id
SELECT r.record_id, p.new_id AS released_id
FROM record_ids AS r
JOIN persons AS p ON p.old_id = CAST(r.source_id AS text)

-- name: kept
-- The same where records keep their ids.
-- in:  record_ids (record_id, source_id)
-- out: record_id, released_id
SELECT record_id, CAST(source_id AS text) AS released_id FROM record_ids
