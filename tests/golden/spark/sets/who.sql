-- name: smallest_threats
SELECT
  d.source_id AS record_id,
  r.size,
  r.support AS worst
FROM (
  SELECT
    f.record_id,
    f.size,
    f.support,
    ROW_NUMBER() OVER (PARTITION BY f.record_id ORDER BY f.size NULLS LAST, f.support NULLS LAST) AS rank
  FROM `found` AS f
) AS r
JOIN `record_ids` AS d
  ON d.record_id = r.record_id
WHERE
  r.rank = 1

-- name: smallest_threats_of_persons
SELECT
  d.source_id AS record_id,
  n.source_person AS person,
  r.size,
  r.support AS worst
FROM (
  SELECT
    f.record_id,
    f.size,
    f.support,
    ROW_NUMBER() OVER (PARTITION BY f.record_id ORDER BY f.size NULLS LAST, f.support NULLS LAST) AS rank
  FROM `found` AS f
) AS r
JOIN `record_ids` AS d
  ON d.record_id = r.record_id
JOIN `persons` AS p
  ON p.record_id = r.record_id
JOIN `person_names` AS n
  ON n.person = p.person
WHERE
  r.rank = 1

-- name: category_risk
SELECT
  t.category,
  COALESCE(h.n_records, 0) AS n_records,
  t.n_threats
FROM (
  SELECT
    w.category,
    CAST(SUM(w.threats) AS BIGINT) AS n_threats
  FROM `threats` AS w
  GROUP BY
    w.category
) AS t
LEFT JOIN (
  SELECT
    o.category,
    COUNT(DISTINCT o.record_id) AS n_records
  FROM `held` AS o
  GROUP BY
    o.category
) AS h
  ON h.category = t.category
ORDER BY
  COALESCE(h.n_records, 0) DESC,
  t.n_threats DESC,
  t.category NULLS LAST

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
  FROM `threats` AS w
  GROUP BY
    w.category
) AS t
LEFT JOIN (
  SELECT
    o.category,
    COUNT(DISTINCT o.record_id) AS n_records,
    COUNT(DISTINCT p.person) AS n_persons
  FROM `held` AS o
  JOIN `persons` AS p
    ON p.record_id = o.record_id
  GROUP BY
    o.category
) AS h
  ON h.category = t.category
ORDER BY
  COALESCE(h.n_persons, 0) DESC,
  COALESCE(h.n_records, 0) DESC,
  t.n_threats DESC,
  t.category NULLS LAST
