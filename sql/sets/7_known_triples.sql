-- Which records hold three items that fewer than $k records hold together? For dense data of long records, which hold far too
-- many triples for them to be counted. Whoever knows fewer items of a record with three or more finds no fewer records.
-- 1. Only records of which fewer than $k hold all (5_containment) can hold such a triple; of those with up to three items it
-- is the record. 2. Each item has its records as bits, the longest records first. 3. Their first eight words, of 496
-- records, show of most triples that $k hold them. 4. Of the others all bits are counted. The rarest items of a record come
-- first: most records at risk are then known after a few.
-- Reads held (record_id, item).
-- phase: looking for three known items that few records hold

-- name: density
-- How many rows, items and records are there?
-- in:  held (record_id, item)
-- out: n_rows, n_items, n_records
SELECT count(*) AS n_rows, count(DISTINCT h.item) AS n_items, count(DISTINCT h.record_id) AS n_records FROM held AS h

-- name: places
-- Which bit of which word is each record? The longest are in the first word.
-- in:  held (record_id)
-- out: record_id, word_id, bit
SELECT
  l.record_id,
  CAST((l.place - 1) // 62 AS BIGINT) AS word_id,
  CAST(1 AS BIGINT) << CAST((l.place - 1) % 62 AS INTEGER) AS bit
FROM (
  SELECT h.record_id, row_number() OVER (ORDER BY count(*) DESC, h.record_id) AS place
  FROM held AS h
  GROUP BY h.record_id
) AS l

-- name: words
-- Which records hold each item?
-- in:  held (record_id, item), places (record_id, word_id, bit)
-- out: item, word_id, mask
SELECT h.item, p.word_id, bit_or(p.bit) AS mask
FROM held AS h
JOIN places AS p ON p.record_id = h.record_id
GROUP BY h.item, p.word_id

-- name: heads
-- The first words of each item, and how many records hold it.
-- in:  words (item, word_id, mask)
-- out: item, support, w0, w1, w2, w3, w4, w5, w6, w7
SELECT
  w.item,
  CAST(sum(bits(w.mask)) AS BIGINT) AS support,
  coalesce(max(CASE WHEN w.word_id = 0 THEN w.mask END), 0) AS w0,
  coalesce(max(CASE WHEN w.word_id = 1 THEN w.mask END), 0) AS w1,
  coalesce(max(CASE WHEN w.word_id = 2 THEN w.mask END), 0) AS w2,
  coalesce(max(CASE WHEN w.word_id = 3 THEN w.mask END), 0) AS w3,
  coalesce(max(CASE WHEN w.word_id = 4 THEN w.mask END), 0) AS w4,
  coalesce(max(CASE WHEN w.word_id = 5 THEN w.mask END), 0) AS w5,
  coalesce(max(CASE WHEN w.word_id = 6 THEN w.mask END), 0) AS w6,
  coalesce(max(CASE WHEN w.word_id = 7 THEN w.mask END), 0) AS w7
FROM words AS w
GROUP BY w.item

-- name: short_records
-- Which records of up to three items are at risk?
-- in:  members (record_id, set_id), at_risk (set_id), sets (set_id, n_items)
-- out: record_id
SELECT m.record_id
FROM members AS m
JOIN at_risk AS r ON r.set_id = m.set_id
JOIN sets AS s ON s.set_id = m.set_id
WHERE s.n_items <= 3

-- name: long_records
-- Which longer ones may be?
-- in:  members (record_id, set_id), at_risk (set_id), sets (set_id, n_items)
-- out: record_id
SELECT m.record_id
FROM members AS m
JOIN at_risk AS r ON r.set_id = m.set_id
JOIN sets AS s ON s.set_id = m.set_id
WHERE s.n_items > 3

-- name: ranked
-- The items of these, the rarest first.
-- in:  held (record_id, item), heads (item, support, w0, w1, w2, w3, w4, w5, w6, w7), long_records (record_id)
-- out: record_id, item, place, w0, w1, w2, w3, w4, w5, w6, w7
SELECT
  h.record_id,
  h.item,
  CAST(row_number() OVER (PARTITION BY h.record_id ORDER BY f.support, h.item) AS INTEGER) AS place,
  f.w0, f.w1, f.w2, f.w3, f.w4, f.w5, f.w6, f.w7
FROM held AS h
JOIN heads AS f ON f.item = h.item
SEMI JOIN long_records AS l ON l.record_id = h.record_id

-- name: remaining
-- Those of records that are not known to be at risk, and that have items at later places than $last.
-- in:  ranked (record_id, item, place, w0, w1, w2, w3, w4, w5, w6, w7), at_risk (record_id)
-- out: record_id, item, place, w0, w1, w2, w3, w4, w5, w6, w7
SELECT x.record_id, x.item, x.place, x.w0, x.w1, x.w2, x.w3, x.w4, x.w5, x.w6, x.w7
FROM ranked AS x
SEMI JOIN (SELECT l.record_id FROM ranked AS l WHERE l.place > $last) AS m ON m.record_id = x.record_id
ANTI JOIN at_risk AS r ON r.record_id = x.record_id

-- name: work
-- How many triples are there whose last item is at a place over $first, up to $last? And the last place of all.
-- in:  ranked (record_id, place)
-- out: n_triples, last_place
SELECT
  CAST(coalesce(sum(CASE WHEN x.place > $first AND x.place <= $last THEN (x.place - 1.0) * (x.place - 2.0) / 2 END), 0)
    AS BIGINT) AS n_triples,
  coalesce(max(x.place), 0) AS last_place
FROM ranked AS x

-- name: doubtful
-- Of which of them do the first words not show $k records? One part of $parts of the records.
-- in:  ranked (record_id, item, place, w0, w1, w2, w3, w4, w5, w6, w7)
-- out: record_id, first_item, second_item, third_item
SELECT p.record_id, p.first_item, p.second_item, c.item AS third_item
FROM (
  SELECT
    a.record_id, a.item AS first_item, b.item AS second_item, b.place,
    a.w0 & b.w0 AS w0, a.w1 & b.w1 AS w1, a.w2 & b.w2 AS w2, a.w3 & b.w3 AS w3,
    a.w4 & b.w4 AS w4, a.w5 & b.w5 AS w5, a.w6 & b.w6 AS w6, a.w7 & b.w7 AS w7
  FROM ranked AS a
  JOIN ranked AS b ON b.record_id = a.record_id AND b.place > a.place
  WHERE b.place < $last AND a.record_id % $parts = $part
) AS p
JOIN ranked AS c ON c.record_id = p.record_id AND c.place > p.place
WHERE c.place > $first
  AND c.place <= $last
  AND CAST(bits(p.w0 & c.w0) AS INTEGER) + bits(p.w1 & c.w1) + bits(p.w2 & c.w2) + bits(p.w3 & c.w3)
    + bits(p.w4 & c.w4) + bits(p.w5 & c.w5) + bits(p.w6 & c.w6) + bits(p.w7 & c.w7) < $k

-- name: rare
-- Which of these triples do fewer than $k records hold?
-- in:  doubtful (first_item, second_item, third_item), words (item, word_id, mask)
-- out: first_item, second_item, third_item
SELECT d.first_item, d.second_item, d.third_item
FROM (SELECT DISTINCT t.first_item, t.second_item, t.third_item FROM doubtful AS t) AS d
JOIN words AS a ON a.item = d.first_item
JOIN words AS b ON b.item = d.second_item AND b.word_id = a.word_id
JOIN words AS c ON c.item = d.third_item AND c.word_id = a.word_id
GROUP BY d.first_item, d.second_item, d.third_item
HAVING sum(bits(a.mask & b.mask & c.mask)) < $k

-- name: holding
-- Which records hold one of them?
-- in:  doubtful (record_id, first_item, second_item, third_item), rare (first_item, second_item, third_item)
-- out: record_id
SELECT DISTINCT d.record_id
FROM doubtful AS d
JOIN rare AS r ON r.first_item = d.first_item AND r.second_item = d.second_item AND r.third_item = d.third_item
