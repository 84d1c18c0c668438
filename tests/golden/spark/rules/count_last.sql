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
        SHIFTRIGHT(CAST(c.support_with_sensitive AS BIGINT), 31)
      ) * l.limit_den > (
        SHIFTRIGHT(CAST(s.support AS BIGINT), 31)
      ) * l.limit_num
    )) AS above,
  MAX(
    GREATEST(
      CAST(c.support_with_sensitive & 2147483647 AS DOUBLE) / NULLIF(s.support & 2147483647, 0),
      COALESCE(
        CAST(SHIFTRIGHT(c.support_with_sensitive, 31) AS DOUBLE) / NULLIF(SHIFTRIGHT(s.support, 31), 0),
        0
      )
    )
  ) AS confidence
FROM `shares` AS c
JOIN `sets` AS s
  ON s.set_id = c.set_id
JOIN `limits` AS l
  ON l.item = c.item
ANTI JOIN `members` AS m
  ON CAST(m.set_id AS BIGINT) * 3000000019 + m.item = CAST(s.parent_id AS BIGINT) * 3000000019 + c.item
GROUP BY
  c.set_id
