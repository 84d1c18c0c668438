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

-- name: broken_members
SELECT
  m.set_id,
  m.item
FROM "members" AS m
WHERE
  EXISTS(
    SELECT
      1
    FROM (
      SELECT
        r.set_id
      FROM "rules" AS r
      JOIN "limits" AS l
        ON l.item = r.sensitive_item
      WHERE
        (
          (
            CAST(r.support_with_sensitive AS BIGINT) & 2147483647
          ) * l.limit_den > (
            CAST(r.support AS BIGINT) & 2147483647
          ) * l.limit_num
          OR (
            CAST(r.support_with_sensitive AS BIGINT) >> 31
          ) * l.limit_den > (
            CAST(r.support AS BIGINT) >> 31
          ) * l.limit_num
        )
    ) AS b
    WHERE
      b.set_id = m.set_id
  )
ORDER BY
  m.set_id,
  m.item
