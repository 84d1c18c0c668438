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
        WHEN p.person IS NULL OR LENGTH(TRIM(11 FROM CAST(p.person AS TEXT))) = 0
        THEN 1
        ELSE 0
      END
    ) AS without
  FROM "persons" AS p
  GROUP BY
    p.record_id
) AS r

-- name: near_names
SELECT
  SUM(s.n) AS n
FROM (
  SELECT
    COUNT(*) AS n
  FROM "person_names" AS p
  GROUP BY
    LOWER(TRANSLATE(p.source_person, 11, '') COLLATE "default")
  HAVING
    COUNT(*) > 1
) AS s
