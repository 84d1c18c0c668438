-- name: category_risk
SELECT
  t.category,
  COALESCE(h.n_records, 0) AS n_records,
  t.n_threats
FROM (
  SELECT
    w.category,
    CAST(SUM(w.threats) AS BIGINT) AS n_threats
  FROM "threats" AS w
  GROUP BY
    w.category
) AS t
LEFT JOIN (
  SELECT
    o.category,
    COUNT(DISTINCT o.record_id) AS n_records
  FROM "held" AS o
  GROUP BY
    o.category
) AS h
  ON h.category = t.category
ORDER BY
  COALESCE(h.n_records, 0) DESC NULLS LAST,
  t.n_threats DESC NULLS LAST,
  t.category

-- name: category_risk_of_persons
SELECT
  t.category,
  COALESCE(h.n_records, 0) AS n_records,
  t.n_threats,
  COALESCE(h.n_persons, 0) AS n_persons
FROM (
  SELECT
    w.category,
    CAST(SUM(w.threats) AS BIGINT) AS n_threats
  FROM "threats" AS w
  GROUP BY
    w.category
) AS t
LEFT JOIN (
  SELECT
    o.category,
    COUNT(DISTINCT o.record_id) AS n_records,
    COUNT(DISTINCT p.person) AS n_persons
  FROM "held" AS o
  JOIN "persons" AS p
    ON p.record_id = o.record_id
  GROUP BY
    o.category
) AS h
  ON h.category = t.category
ORDER BY
  COALESCE(h.n_persons, 0) DESC NULLS LAST,
  COALESCE(h.n_records, 0) DESC NULLS LAST,
  t.n_threats DESC NULLS LAST,
  t.category

-- name: long_enough
SELECT
  t.record_id,
  t.item
FROM "transactions" AS t
WHERE
  EXISTS(
    SELECT
      1
    FROM (
      SELECT
        c.record_id
      FROM "transactions" AS c
      GROUP BY
        c.record_id
      HAVING
        COUNT(*) >= 11
    ) AS l
    WHERE
      l.record_id = t.record_id
  )
