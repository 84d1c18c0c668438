-- name: counted
SELECT
  a.item AS one,
  b.item AS other,
  CAST(COUNT(*) AS INT) AS n_records,
  CAST(BIT_COUNT(
    CAST(BIT_OR(CAST(1 AS BIGINT) << CAST((
      a.record_id >> 31
    ) % 62 AS INT)) AS BIT(64))
  ) AS INT) AS support
FROM "rare" AS a
JOIN "others" AS b
  ON b.record_id = a.record_id AND b.item > a.item
GROUP BY
  a.item,
  b.item

-- name: counted_with_known
SELECT
  LEAST(c.fresh_item, c.known_item) AS one,
  GREATEST(c.fresh_item, c.known_item) AS other,
  c.n_records,
  c.support
FROM (
  SELECT
    a.item AS fresh_item,
    b.item AS known_item,
    CAST(COUNT(*) AS INT) AS n_records,
    CAST(BIT_COUNT(
      CAST(BIT_OR(CAST(1 AS BIGINT) << CAST((
        a.record_id >> 31
      ) % 62 AS INT)) AS BIT(64))
    ) AS INT) AS support
  FROM "fresh" AS a
  JOIN "known" AS b
    ON b.record_id = a.record_id
  GROUP BY
    a.item,
    b.item
) AS c
