-- name: faults
SELECT
  COALESCE(SUM(r.without), 0) AS n_without,
  COUNT(*) FILTER(WHERE
    r.n_persons > 1) AS n_several
FROM (
  SELECT
    p.record_id,
    COUNT(*) AS n_persons,
    MAX(
      CASE
        WHEN p.person IS NULL OR LENGTH(TRIM(11 FROM CAST(p.person AS STRING))) = 0
        THEN 1
        ELSE 0
      END
    ) AS without
  FROM `persons` AS p
  GROUP BY
    p.record_id
) AS r

-- name: numbers
SELECT
  p.record_id,
  CAST(DENSE_RANK() OVER (ORDER BY p.person NULLS LAST) AS INT) AS person
FROM `persons` AS p

-- name: names
SELECT DISTINCT
  p.person,
  CAST(n.person AS STRING) AS source_person
FROM `persons` AS p
JOIN `named` AS n
  ON n.record_id = p.record_id

-- name: labelled
SELECT
  p.record_id,
  CAST(p.person AS STRING) AS item
FROM `persons` AS p

-- name: drawn
SELECT
  d.new_id AS record_id,
  CAST(DENSE_RANK() OVER (ORDER BY p.person NULLS LAST) AS INT) AS person
FROM `persons` AS p
JOIN `drawn` AS d
  ON d.record_id = p.record_id
