-- Which records (persons) hold all items of a record? With any number of known items that is all there is to ask: who finds
-- fewest by some items of a record finds no more by all of them.
-- 1. Equal records are one set, with the number of its holders. 2. Sets that hold all of another one are among those with
-- its rarest item. Two words of bits, one for each item in either, cut nine of ten of these. 3. Of the rest the items of
-- both are counted.
-- A holder is a record, or the person whose it is. Source: set containment join; SUDA2 asks the same of each part of a record.
-- phase: finding records that hold all items of another one

-- name: numbers
-- The items, numbered from the rarest on.
-- in:  held (record_id, item)
-- out: item, number
SELECT h.item, CAST(row_number() OVER (ORDER BY count(*), h.item) AS INTEGER) AS number FROM held AS h GROUP BY h.item

-- name: contents
-- What does each record hold?
-- in:  held (record_id, item), numbers (item, number)
-- out: record_id, content, rarest (a number), n_items, word, other_word
SELECT
  h.record_id,
  string_agg(CAST(n.number AS VARCHAR), ',' ORDER BY n.number NULLS FIRST) AS content,
  min(n.number) AS rarest,
  CAST(count(*) AS INTEGER) AS n_items,
  bit_or(CAST(1 AS BIGINT) << CAST(n.number % 62 AS INTEGER)) AS word,
  bit_or(CAST(1 AS BIGINT) << CAST(n.number % 61 AS INTEGER)) AS other_word
FROM held AS h
JOIN numbers AS n ON n.item = h.item
GROUP BY h.record_id

-- name: members
-- Which records are equal? A set has the number of its first record.
-- in:  contents (record_id, content)
-- out: record_id, set_id
SELECT c.record_id, min(c.record_id) OVER (PARTITION BY c.content) AS set_id FROM contents AS c

-- name: holders
-- Which persons have a record that is just this set?
-- in:  members (record_id, set_id), persons (record_id, person)
-- out: set_id, holder
SELECT DISTINCT m.set_id, p.person AS holder
FROM members AS m
JOIN persons AS p ON p.record_id = m.record_id

-- name: sets
-- Each set once, and how many hold just it.
-- in:  contents (record_id, rarest, n_items, word, other_word), holders (set_id, a row for each)
-- out: set_id, rarest, n_items, word, other_word, n
SELECT c.record_id AS set_id, c.rarest, c.n_items, c.word, c.other_word, h.n
FROM contents AS c
JOIN (SELECT o.set_id, count(*) AS n FROM holders AS o GROUP BY o.set_id) AS h ON h.set_id = c.record_id

-- name: rows
-- The items of each set.
-- in:  sets (set_id, n_items, word, other_word), held (record_id, item), numbers (item, number)
-- out: set_id, item (its number), n_items, word, other_word
SELECT s.set_id, n.number AS item, s.n_items, s.word, s.other_word
FROM sets AS s
JOIN held AS h ON h.record_id = s.set_id
JOIN numbers AS n ON n.item = h.item

-- name: work
-- How many pairs of sets have the rarest item of the first one?
-- in:  asked (set_id, rarest), rows (item)
-- out: n
SELECT CAST(coalesce(sum(i.n), 0) AS BIGINT) AS n
FROM asked AS s
JOIN (SELECT r.item, count(*) AS n FROM rows AS r GROUP BY r.item) AS i ON i.item = s.rarest

-- name: candidates
-- Which longer sets may hold all of a set? One part of $parts of them.
-- in:  asked (set_id, rarest, n_items, word, other_word), rows (set_id, item, n_items, word, other_word)
-- out: set_id, other_set, n_items
SELECT s.set_id, r.set_id AS other_set, s.n_items
FROM asked AS s
JOIN rows AS r
  ON r.item = s.rarest
  AND r.n_items > s.n_items
  AND (r.word & s.word) = s.word
  AND (r.other_word & s.other_word) = s.other_word
WHERE s.word % 99991 % $parts = $part

-- name: containing
-- Which of these do?
-- in:  candidates (set_id, other_set, n_items), rows (set_id, item)
-- out: set_id, other_set
SELECT c.set_id, c.other_set
FROM candidates AS c
JOIN rows AS x ON x.set_id = c.set_id
JOIN rows AS y ON y.set_id = c.other_set AND y.item = x.item
GROUP BY c.set_id, c.other_set, c.n_items
HAVING count(*) = c.n_items

-- name: matching
-- How many records hold all items of each set?
-- in:  asked (set_id, n), containing (set_id, other_set), sets (set_id, n)
-- out: set_id, n
SELECT s.set_id, CAST(s.n + coalesce(o.n, 0) AS BIGINT) AS n
FROM asked AS s
LEFT JOIN (
  SELECT c.set_id, sum(w.n) AS n
  FROM containing AS c
  JOIN sets AS w ON w.set_id = c.other_set
  GROUP BY c.set_id
) AS o ON o.set_id = s.set_id

-- name: matching_of_persons
-- How many persons have a record that holds all of them? Each counts once, whatever of these records are theirs.
-- in:  asked (set_id), containing (set_id, other_set), holders (set_id, holder)
-- out: set_id, n
SELECT a.set_id, count(DISTINCT h.holder) AS n
FROM (
  SELECT s.set_id, s.set_id AS other_set FROM asked AS s
  UNION ALL
  SELECT c.set_id, c.other_set FROM containing AS c
) AS a
JOIN holders AS h ON h.set_id = a.other_set
GROUP BY a.set_id

-- name: asked
-- Which sets have fewer than $k holders just as they are? Of the others nobody is at risk.
-- in:  sets (set_id, rarest, n_items, word, other_word, n)
-- out: set_id, rarest, n_items, word, other_word, n
SELECT s.set_id, s.rarest, s.n_items, s.word, s.other_word, s.n FROM sets AS s WHERE s.n < $k

-- name: at_risk
-- Which sets do fewer than $k hold?
-- in:  matching (set_id, n)
-- out: set_id
SELECT m.set_id FROM matching AS m WHERE m.n < $k

-- name: holders_at_risk
-- How many records, or persons, are at risk?
-- in:  holders (set_id, holder), at_risk (set_id)
-- out: n
SELECT count(DISTINCT h.holder) AS n FROM holders AS h SEMI JOIN at_risk AS r ON r.set_id = h.set_id
