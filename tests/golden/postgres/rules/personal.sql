-- name: targeted_wishes
SELECT
  w.record_id,
  w.item
FROM "wishes" AS w
WHERE
  EXISTS(
    SELECT
      1
    FROM "rule_targets" AS t
    WHERE
      t.record_id = w.record_id AND t.item = w.item
  )

-- name: new_rule_targets
SELECT
  k.record_id,
  k.item
FROM (
  SELECT DISTINCT
    o.record_id,
    r.sensitive_item AS item
  FROM "rules" AS r
  JOIN "occurrences" AS o
    ON o.set_id = r.set_id
) AS k
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "rule_targets" AS a
    WHERE
      a.record_id = k.record_id AND a.item = k.item
  )
