-- name: nothing_linked
SELECT DISTINCT
  r.record_id,
  CAST(0 AS BIGINT) AS learned,
  0 AS whole,
  CAST(0 AS DOUBLE PRECISION) AS chance
FROM "known_rows" AS r

-- name: inferred
SELECT
  s.set_id,
  s.support,
  s.certain - 11 AS learned,
  CASE WHEN s.certain = s.items AND s.certain > 11 THEN 1 ELSE 0 END AS whole,
  CASE
    WHEN s.certain > 11
    THEN CAST(1 AS DOUBLE PRECISION)
    ELSE CAST(s.likeliest AS DOUBLE PRECISION) / NULLIF(s.support, 0)
  END AS chance
FROM (
  SELECT
    b.set_id,
    b.items,
    t.support,
    COUNT(*) FILTER(WHERE
      b.support = t.support) AS certain,
    COALESCE(MAX(CASE WHEN b.support < t.support THEN b.support END), 0) AS likeliest
  FROM "beside" AS b
  JOIN (
    SELECT
      x.set_id,
      MAX(x.support) AS support
    FROM "beside" AS x
    GROUP BY
      x.set_id
  ) AS t
    ON t.set_id = b.set_id
  GROUP BY
    b.set_id,
    b.items,
    t.support
) AS s
