-- name: counted
SELECT
  CAST(p.pair_id >> 31 AS INT) AS one,
  CAST(p.pair_id & 2147483647 AS INT) AS other,
  CAST(COUNT(*) AS INT) AS support
FROM (
  SELECT
    CAST(a.item AS BIGINT) * 2147483648 + b.item AS pair_id
  FROM "rare" AS a
  JOIN "others" AS b
    ON b.record_id = a.record_id AND b.item > a.item
  ORDER BY
    pair_id
) AS p
GROUP BY
  p.pair_id

-- name: counted_with_known
SELECT
  CAST(p.pair_id >> 31 AS INT) AS one,
  CAST(p.pair_id & 2147483647 AS INT) AS other,
  CAST(COUNT(*) AS INT) AS support
FROM (
  SELECT
    CAST(LEAST(a.item, b.item) AS BIGINT) * 2147483648 + GREATEST(a.item, b.item) AS pair_id
  FROM "fresh" AS a
  JOIN "known" AS b
    ON b.record_id = a.record_id
  ORDER BY
    pair_id
) AS p
GROUP BY
  p.pair_id

-- name: words
SELECT
  h.item,
  CAST(h.record_id >> 11 AS INT) AS word_id,
  BIT_OR(CAST(1 AS BIT(2048)) << CAST(h.record_id & 2047 AS INT)) AS word
FROM "held" AS h
GROUP BY
  h.item,
  CAST(h.record_id >> 11 AS INT)

-- name: counted_in_words
SELECT
  a.item AS one,
  b.item AS other,
  CAST(SUM(BIT_COUNT(a.word & b.word)) AS INT) AS support
FROM "rare" AS a
JOIN "others" AS b
  ON b.word_id = a.word_id AND b.item > a.item
GROUP BY
  a.item,
  b.item
HAVING
  SUM(BIT_COUNT(a.word & b.word)) > 0

-- name: counted_with_known_in_words
SELECT
  LEAST(c.fresh_item, c.known_item) AS one,
  GREATEST(c.fresh_item, c.known_item) AS other,
  c.support
FROM (
  SELECT
    a.item AS fresh_item,
    b.item AS known_item,
    CAST(SUM(BIT_COUNT(a.word & b.word)) AS INT) AS support
  FROM "fresh" AS a
  JOIN "known" AS b
    ON b.word_id = a.word_id
  GROUP BY
    a.item,
    b.item
  HAVING
    SUM(BIT_COUNT(a.word & b.word)) > 0
) AS c
