-- name: reach
SELECT
  a.query_id,
  a.item,
  p.label,
  CASE
    WHEN p.is_item = 1
    THEN 1
    ELSE CAST(1 AS DOUBLE PRECISION) / NULLIF(p.leaves, 0)
  END AS chance
FROM "asked" AS a
JOIN "items" AS i
  ON i.label = a.item
JOIN "recoded" AS r
  ON r.item = i.item
JOIN "published_nodes" AS p
  ON p.node = r.node

-- name: others_reach
SELECT
  r.query_id,
  r.item,
  r.label,
  r.chance
FROM "reach" AS r
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "one_label_each" AS o
    WHERE
      o.query_id = r.query_id
  )

-- name: expected
SELECT
  whole.query_id,
  SUM(whole.chance) AS expected
FROM (
  SELECT
    held.query_id,
    held.record_id,
    COUNT(DISTINCT held.label) AS n,
    EXP(SUM(LN(held.chance))) AS chance
  FROM (
    SELECT
      r.query_id,
      l.record_id,
      r.item,
      r.label,
      r.chance,
      ROW_NUMBER() OVER (
        PARTITION BY r.query_id, l.record_id, r.item
        ORDER BY r.chance DESC NULLS LAST, r.label
      ) AS place
    FROM "reach" AS r
    JOIN "release" AS l
      ON l.item = r.label
  ) AS held
  WHERE
    held.place = 1
  GROUP BY
    held.query_id,
    held.record_id
) AS whole
JOIN (
  SELECT
    a.query_id,
    COUNT(*) AS n
  FROM "asked" AS a
  GROUP BY
    a.query_id
) AS sizes
  ON sizes.query_id = whole.query_id AND sizes.n = whole.n
GROUP BY
  whole.query_id
