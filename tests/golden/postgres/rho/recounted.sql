SELECT
  r.set_id,
  r.hidden,
  CAST(r.both - COALESCE(b.n, 0) AS INT) AS both,
  CAST(r.support - COALESCE(l.n, 0) AS INT) AS support,
  r.size
FROM "rules" AS r
LEFT JOIN (
  SELECT
    x.set_id,
    COUNT(*) AS n
  FROM "lost" AS x
  GROUP BY
    x.set_id
) AS l
  ON l.set_id = r.set_id
LEFT JOIN (
  SELECT
    t.set_id,
    t.hidden,
    COUNT(*) AS n
  FROM (
    SELECT
      x.set_id,
      h.item AS hidden
    FROM "lost" AS x
    JOIN "sensitive_rows" AS h
      ON h.record_id = x.record_id
    UNION ALL
    SELECT
      o.set_id,
      s.item AS hidden
    FROM "occurrences" AS o
    JOIN "suppressed" AS s
      ON s.record_id = o.record_id
  ) AS t
  GROUP BY
    t.set_id,
    t.hidden
) AS b
  ON b.set_id = r.set_id AND b.hidden = r.hidden
WHERE
  r.both > COALESCE(b.n, 0)
