-- name: of_records
SELECT DISTINCT
  r.record_id,
  CASE
    WHEN NOT p.person IS NULL
    THEN CAST(DENSE_RANK() OVER (ORDER BY p.person NULLS LAST) AS INT)
  END AS person
FROM (
  SELECT DISTINCT
    n.record_id,
    CAST(n.record_id AS STRING) AS name
  FROM `lines` AS n
  WHERE
    NOT n.record_id IS NULL
) AS r
LEFT JOIN `persons` AS p
  ON p.record_id = r.name
