-- name: named_at_risk
SELECT
  n.record_id
FROM (
  SELECT
    c.one_record AS record_id
  FROM "counted" AS c
  WHERE
    c.support < 11
  UNION
  SELECT
    c.other_record AS record_id
  FROM "counted" AS c
  WHERE
    c.support < 11
) AS n
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "at_risk" AS r
    WHERE
      r.record_id = n.record_id
  )

-- name: not_at_risk
SELECT
  o.record_id,
  o.gen_id
FROM "occurrences" AS o
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "at_risk" AS r
    WHERE
      r.record_id = o.record_id
  )
