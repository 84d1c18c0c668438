SELECT
  COALESCE(SUM(share * occurrences), 0) AS kept,
  COALESCE(
    CAST(SUM(share * occurrences * CASE WHEN is_item = 1 THEN 0 ELSE leaves END) AS DOUBLE PRECISION) / 11,
    0
  ) AS ncp,
  COALESCE(
    CAST(SUM(share * occurrences * (
      leaves - 1
    )) AS DOUBLE PRECISION) / NULLIF(11 - 1, 0),
    0
  ) AS lm
FROM (
  SELECT
    p.is_item,
    p.leaves,
    o.occurrences,
    CAST(p.n AS DOUBLE PRECISION) / NULLIF(o.holders, 0) AS share
  FROM "published_nodes" AS p
  JOIN "originals" AS o
    ON p.node = o.node
) AS labels
