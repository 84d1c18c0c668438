SELECT
  c.pair_id,
  a.gen_id AS left_id,
  b.gen_id AS right_id,
  b.item,
  c.support
FROM (
  SELECT
    f.pair_id,
    f.pair_id & 2147483647 AS right_id,
    CAST(SUM(BIT_COUNT(CAST(f.mask AS BIT(64)))) AS INT) AS support
  FROM "found" AS f
  GROUP BY
    f.pair_id,
    f.pair_id & 2147483647
) AS c
JOIN "generators" AS a
  ON a.gen_id = c.pair_id >> 31 AND a.support > c.support
JOIN "generators" AS b
  ON b.gen_id = c.right_id AND b.support > c.support
