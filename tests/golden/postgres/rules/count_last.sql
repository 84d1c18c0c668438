-- name: shares
SELECT
  CAST(p.rule_id >> 31 AS INT) AS set_id,
  CAST(p.rule_id & 2147483647 AS INT) AS item,
  CAST(COUNT(*) AS INT) AS support_with_sensitive
FROM (
  SELECT
    CAST(o.set_id AS BIGINT) * 2147483648 + h.item AS rule_id
  FROM "occurrences" AS o
  JOIN "sensitive_rows" AS h
    ON h.record_id = o.record_id AND h.item <> o.last
  WHERE
    EXISTS(
      SELECT
        1
      FROM "sets" AS k
      WHERE
        k.set_id = o.set_id AND k.support > 1
    )
  ORDER BY
    rule_id
) AS p
GROUP BY
  p.rule_id

-- name: confidences_of_sets
SELECT
  c.set_id,
  COUNT(*) FILTER(WHERE
    (
      (
        CAST(c.support_with_sensitive AS BIGINT) & 2147483647
      ) * l.limit_den > (
        CAST(s.support AS BIGINT) & 2147483647
      ) * l.limit_num
      OR (
        CAST(c.support_with_sensitive AS BIGINT) >> 31
      ) * l.limit_den > (
        CAST(s.support AS BIGINT) >> 31
      ) * l.limit_num
    )) AS above,
  MAX(
    GREATEST(
      CAST(c.support_with_sensitive & 2147483647 AS DOUBLE PRECISION) / NULLIF(s.support & 2147483647, 0),
      COALESCE(
        CAST(c.support_with_sensitive >> 31 AS DOUBLE PRECISION) / NULLIF(s.support >> 31, 0),
        0
      )
    )
  ) AS confidence
FROM "shares" AS c
JOIN "sets" AS s
  ON s.set_id = c.set_id
JOIN "limits" AS l
  ON l.item = c.item
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "members" AS m
    WHERE
      CAST(m.set_id AS BIGINT) * 3000000019 + m.item = CAST(s.parent_id AS BIGINT) * 3000000019 + c.item
  )
GROUP BY
  c.set_id
