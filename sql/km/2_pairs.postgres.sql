-- PostgreSQL's forms: it sorts one whole number faster than it looks up so many groups. It has long strings of bits besides:
-- where many records hold the nodes, pairs are counted from words of 2,048 records.

-- name: counted
SELECT
  cast(pair_first(p.pair_id) AS integer) AS one,
  cast(pair_second(p.pair_id) AS integer) AS other,
  cast(count(*) AS integer) AS support
FROM (
  SELECT pair(a.item, b.item) AS pair_id
  FROM rare AS a
  JOIN others AS b ON b.record_id = a.record_id AND b.item > a.item
  ORDER BY pair_id
) AS p
GROUP BY p.pair_id

-- name: counted_up_to
SELECT
  cast(pair_first(p.pair_id) AS integer) AS one,
  cast(pair_second(p.pair_id) AS integer) AS other,
  cast(count(*) AS integer) AS support
FROM (
  SELECT pair(a.item, b.item) AS pair_id
  FROM (SELECT r.record_id, r.item, u.last FROM rare AS r JOIN unsettled AS u ON u.item = r.item) AS a
  JOIN others AS b ON b.record_id = a.record_id AND b.item > a.item AND b.item <= a.last
  ORDER BY pair_id
) AS p
GROUP BY p.pair_id

-- name: counted_with_known
SELECT
  cast(pair_first(p.pair_id) AS integer) AS one,
  cast(pair_second(p.pair_id) AS integer) AS other,
  cast(count(*) AS integer) AS support
FROM (
  SELECT pair(least(a.item, b.item), greatest(a.item, b.item)) AS pair_id
  FROM fresh AS a
  JOIN known AS b ON b.record_id = a.record_id
  ORDER BY pair_id
) AS p
GROUP BY p.pair_id

-- name: words
-- Which records hold each node, as bits in words of 2,048 records?
-- only: postgres, because it has such long strings of bits
-- in:  held (record_id, item)
-- out: item, word_id, word
SELECT
  h.item,
  cast(h.record_id >> 11 AS integer) AS word_id,
  bit_or(cast(1 AS bit(2048)) << cast(h.record_id & 2047 AS integer)) AS word
FROM held AS h
GROUP BY h.item, cast(h.record_id >> 11 AS integer)

-- name: counted_in_words
-- As km/pairs/counted, from words.
-- only: postgres, because it has such long strings of bits
-- in:  rare (item, word_id, word), others (item, word_id, word)
-- out: one (the rarer), other, support
SELECT a.item AS one, b.item AS other, cast(sum(bit_count(a.word & b.word)) AS integer) AS support
FROM rare AS a
JOIN others AS b ON b.word_id = a.word_id AND b.item > a.item
GROUP BY a.item, b.item
HAVING sum(bit_count(a.word & b.word)) > 0

-- name: counted_with_known_in_words
-- As km/pairs/counted_with_known, from words.
-- only: postgres, because it has such long strings of bits
-- in:  fresh (item, word_id, word), known (item, word_id, word)
-- out: one (the rarer), other, support
SELECT least(c.fresh_item, c.known_item) AS one, greatest(c.fresh_item, c.known_item) AS other, c.support
FROM (
  SELECT a.item AS fresh_item, b.item AS known_item, cast(sum(bit_count(a.word & b.word)) AS integer) AS support
  FROM fresh AS a
  JOIN known AS b ON b.word_id = a.word_id
  GROUP BY a.item, b.item
  HAVING sum(bit_count(a.word & b.word)) > 0
) AS c
