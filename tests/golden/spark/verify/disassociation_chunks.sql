-- name: nodes
SELECT
  p.node_id,
  p.chunk_id,
  p.item,
  p.support,
  p.position,
  CAST(CASE WHEN p.position < 52 THEN POWER(2, p.position) ELSE 0 END AS DOUBLE) AS power
FROM (
  SELECT
    CAST(ROW_NUMBER() OVER (ORDER BY n.chunk_id NULLS LAST, n.support NULLS LAST, n.item NULLS LAST) AS INT) AS node_id,
    CAST(ROW_NUMBER() OVER (PARTITION BY n.chunk_id ORDER BY n.support NULLS LAST, n.item NULLS LAST) - 1 AS INT) AS position,
    n.chunk_id,
    n.item,
    n.support
  FROM (
    SELECT
      c.chunk_id,
      c.item,
      SUM(c.support) AS support
    FROM `chunk_supports` AS c
    GROUP BY
      c.chunk_id,
      c.item
  ) AS n
) AS p
