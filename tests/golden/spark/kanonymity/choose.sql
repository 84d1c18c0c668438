-- name: openings
WITH gains AS (
  SELECT
    b.part,
    b.node,
    MAX(p.records) AS records,
    SUM(b.gain) AS gain,
    CASE WHEN MIN(b.holders) < MAX(p.records) THEN 1 ELSE 0 END AS divides
  FROM `branches` AS b
  JOIN `parts` AS p
    ON p.part = b.part
  GROUP BY
    b.part,
    b.node
), ranked AS (
  SELECT
    part,
    node,
    records,
    divides,
    ROW_NUMBER() OVER (PARTITION BY part, divides ORDER BY gain DESC, node NULLS LAST) AS rank
  FROM gains
)
SELECT
  part,
  node,
  divides
FROM ranked
WHERE
  divides = 0 OR (
    rank = 1 AND records >= 2 * 11
  )
