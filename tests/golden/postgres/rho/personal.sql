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

-- name: rules_not_requested
SELECT
  r.set_id,
  r.sensitive_item,
  r.support_with_sensitive,
  r.support,
  r.size
FROM "rules" AS r
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "requested_rules" AS a
    WHERE
      a.set_id = r.set_id AND a.sensitive_item = r.sensitive_item
  )

-- name: lost_occurrences
SELECT
  c.record_id,
  c.set_id
FROM (
  SELECT DISTINCT
    b.record_id,
    k.set_id,
    k.size
  FROM "beside_lost" AS b
  JOIN (
    SELECT
      m.set_id,
      m.item,
      z.size,
      CASE WHEN m.item = z.rarest THEN z.commonest ELSE z.rarest END AS partner
    FROM "members" AS m
    JOIN (
      SELECT
        n.set_id,
        MAX(n.item) AS rarest,
        MIN(n.item) AS commonest,
        COUNT(*) AS size
      FROM "members" AS n
      WHERE
        EXISTS(
          SELECT
            1
          FROM "rules" AS r
          WHERE
            r.set_id = n.set_id
        )
      GROUP BY
        n.set_id
    ) AS z
      ON z.set_id = m.set_id
  ) AS k
    ON k.item = b.lost AND k.partner = b.item
) AS c
JOIN "members" AS p
  ON p.set_id = c.set_id
JOIN "original" AS t
  ON t.record_id = c.record_id AND t.item = p.item
GROUP BY
  c.record_id,
  c.set_id,
  c.size
HAVING
  COUNT(*) = c.size

-- name: rules_to_prevent
SELECT
  r.set_id,
  r.sensitive_item,
  r.support_with_sensitive,
  r.support,
  r.size
FROM "rules" AS r
WHERE
  EXISTS(
    SELECT
      1
    FROM "requested_rules" AS a
    WHERE
      a.set_id = r.set_id AND a.sensitive_item = r.sensitive_item
  )
