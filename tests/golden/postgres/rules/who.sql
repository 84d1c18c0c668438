-- name: rule_holders
SELECT
  o.record_id,
  a.set_id,
  a.sensitive_item,
  GREATEST(
    CAST(a.support_with_sensitive & 2147483647 AS DOUBLE PRECISION) / NULLIF(a.support & 2147483647, 0),
    COALESCE(
      CAST(a.support_with_sensitive >> 31 AS DOUBLE PRECISION) / NULLIF(a.support >> 31, 0),
      0
    )
  ) AS confidence
FROM "above" AS a
JOIN "occurrences" AS o
  ON o.set_id = a.set_id

-- name: rule_holders_personal
SELECT
  o.record_id,
  a.set_id,
  a.sensitive_item,
  GREATEST(
    CAST(a.support_with_sensitive & 2147483647 AS DOUBLE PRECISION) / NULLIF(a.support & 2147483647, 0),
    COALESCE(
      CAST(a.support_with_sensitive >> 31 AS DOUBLE PRECISION) / NULLIF(a.support >> 31, 0),
      0
    )
  ) AS confidence
FROM "above" AS a
JOIN "occurrences" AS o
  ON o.set_id = a.set_id
JOIN "wishes" AS w
  ON w.record_id = o.record_id AND w.item = a.sensitive_item

-- name: surest_rules
SELECT
  d.source_id AS record_id,
  r.size,
  r.confidence AS worst
FROM (
  SELECT
    f.record_id,
    f.size,
    f.confidence,
    ROW_NUMBER() OVER (PARTITION BY f.record_id ORDER BY f.confidence DESC NULLS LAST, f.size) AS rank
  FROM "found" AS f
) AS r
JOIN "record_ids" AS d
  ON d.record_id = r.record_id
WHERE
  r.rank = 1

-- name: surest_rules_of_persons
SELECT
  d.source_id AS record_id,
  n.source_person AS person,
  r.size,
  r.confidence AS worst
FROM (
  SELECT
    f.record_id,
    f.size,
    f.confidence,
    ROW_NUMBER() OVER (PARTITION BY f.record_id ORDER BY f.confidence DESC NULLS LAST, f.size) AS rank
  FROM "found" AS f
) AS r
JOIN "record_ids" AS d
  ON d.record_id = r.record_id
JOIN "persons" AS p
  ON p.record_id = r.record_id
JOIN "person_names" AS n
  ON n.person = p.person
WHERE
  r.rank = 1
