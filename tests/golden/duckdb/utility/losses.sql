SELECT
  COALESCE(SUM(share * occurrences), 0) AS kept,
  COALESCE(SUM(share * occurrences * CASE WHEN is_item = 1 THEN 0 ELSE leaves END) / 11, 0) AS ncp,
  COALESCE(SUM(share * occurrences * (
    leaves - 1
  )) / NULLIF(11 - 1, 0), 0) AS lm
FROM (
  SELECT
    p.is_item,
    p.leaves,
    o.occurrences,
    CAST(p.n AS DOUBLE) / NULLIF(o.holders, 0) AS share
  FROM "published_nodes" AS p
  JOIN "originals" AS o
    ON p.node = o.node
) AS labels
