-- name: broken_rules
SELECT
  r.set_id,
  r.sensitive_item,
  r.support_with_sensitive,
  r.support,
  r.size
FROM `rules` AS r
JOIN `limits` AS l
  ON l.item = r.sensitive_item
WHERE
  (
    (
      CAST(r.support_with_sensitive AS BIGINT) & 2147483647
    ) * l.limit_den > (
      CAST(r.support AS BIGINT) & 2147483647
    ) * l.limit_num
    OR (
      SHIFTRIGHT(CAST(r.support_with_sensitive AS BIGINT), 31)
    ) * l.limit_den > (
      SHIFTRIGHT(CAST(r.support AS BIGINT), 31)
    ) * l.limit_num
  )

-- name: broken_members
SELECT
  m.set_id,
  m.item
FROM `members` AS m
SEMI JOIN (
  SELECT
    r.set_id
  FROM `rules` AS r
  JOIN `limits` AS l
    ON l.item = r.sensitive_item
  WHERE
    (
      (
        CAST(r.support_with_sensitive AS BIGINT) & 2147483647
      ) * l.limit_den > (
        CAST(r.support AS BIGINT) & 2147483647
      ) * l.limit_num
      OR (
        SHIFTRIGHT(CAST(r.support_with_sensitive AS BIGINT), 31)
      ) * l.limit_den > (
        SHIFTRIGHT(CAST(r.support AS BIGINT), 31)
      ) * l.limit_num
    )
) AS b
  ON b.set_id = m.set_id
ORDER BY
  m.set_id NULLS LAST,
  m.item NULLS LAST
