SELECT
  s.set_id,
  s.support,
  s.certain - 11 AS learned,
  CASE WHEN s.certain = s.items AND s.certain > 11 THEN 1 ELSE 0 END AS whole,
  CASE
    WHEN s.certain > 11
    THEN CAST(1 AS DOUBLE)
    ELSE CAST(s.likeliest AS DOUBLE) / NULLIF(s.support, 0)
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
