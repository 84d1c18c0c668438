-- rho-uncertainty, sampled: of random adversaries who know so many items of a random person, how many succeed?
-- Draw the adversaries, write what they know in the numbers of the released labels, find the records that hold it;
-- then rho_rules from supports to exceeding, and count the sets that a rule follows from.
-- Nakagawa, Arai, Nakagawa, Definition 6 and section 5.3.
-- phase: recounting what random adversaries learn

-- name: drawn
-- What do random adversaries know: $size items, drawn at random, of a random person who has as many? At most $sample persons.
-- in:  known (record_id, item: label)
-- out: draw, item (label)
WITH persons AS (
    SELECT record_id, row_number() OVER (ORDER BY md5(concat($seed, ':', CAST(record_id AS text)))) AS rank
    FROM (SELECT record_id FROM known WHERE item IS NOT NULL GROUP BY record_id HAVING count(*) >= $size) AS able),
ranked AS (
    SELECT
        persons.rank AS draw, known.item,
        row_number() OVER (
            PARTITION BY persons.rank
            ORDER BY md5(concat($seed, '/', CAST(persons.rank AS text), '/', CAST(known.item AS text)))) AS item_rank
    FROM persons JOIN known ON persons.record_id = known.record_id
    WHERE persons.rank <= $sample)
SELECT draw, item FROM ranked WHERE item_rank <= $size

-- name: drawn_members
-- The drawn sets of $size items with the numbers of the released labels; a set with a label that is not released is in
-- no released record.
-- in:  drawn (draw, item: label), labels (item, label)
-- out: set_id, item
WITH coded AS (SELECT drawn.draw, labels.item FROM drawn JOIN labels ON drawn.item = labels.label)
SELECT CAST(coded.draw AS INTEGER) AS set_id, coded.item
FROM coded
JOIN (SELECT draw FROM coded GROUP BY draw HAVING count(*) = $size) AS whole ON coded.draw = whole.draw

-- name: drawn_occurrences
-- Which distinct records hold a drawn set of $size items?
-- in:  members (set_id, item), transactions (record_id, item, weight)
-- out: record_id, set_id, weight
SELECT t.record_id, members.set_id, max(t.weight) AS weight
FROM members JOIN transactions AS t ON members.item = t.item
GROUP BY t.record_id, members.set_id
HAVING count(*) = $size

-- name: set_count
-- How many different sets are there?
-- in:  exceeding (set_id)
-- out: n
SELECT count(DISTINCT set_id) AS n FROM exceeding
