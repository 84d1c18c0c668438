-- name: above
SELECT
  r.set_id,
  r.sensitive_item,
  r.support_with_sensitive,
  r.support
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

-- name: worst_rules
SELECT
  w.rank,
  l.label,
  h.label AS sensitive_label,
  w.support_with_sensitive,
  w.support
FROM (
  SELECT
    a.set_id,
    a.sensitive_item,
    a.support_with_sensitive,
    a.support,
    ROW_NUMBER() OVER (
      ORDER BY GREATEST(
        CAST(a.support_with_sensitive & 2147483647 AS DOUBLE) / NULLIF(a.support & 2147483647, 0),
        COALESCE(
          CAST(SHIFTRIGHT(a.support_with_sensitive, 31) AS DOUBLE) / NULLIF(SHIFTRIGHT(a.support, 31), 0),
          0
        )
      ) DESC, a.support DESC, a.set_id NULLS LAST, a.sensitive_item NULLS LAST
    ) AS rank
  FROM `above` AS a
) AS w
JOIN `members` AS m
  ON m.set_id = w.set_id
JOIN `labels` AS l
  ON l.item = m.item
JOIN `labels` AS h
  ON h.item = w.sensitive_item
WHERE
  w.rank <= 11
ORDER BY
  w.rank NULLS LAST,
  l.label NULLS LAST

-- name: highest_of_sets
SELECT
  o.record_id,
  MAX(b.confidence) AS confidence
FROM (
  SELECT
    r.set_id,
    MAX(
      GREATEST(
        CAST(r.support_with_sensitive & 2147483647 AS DOUBLE) / NULLIF(r.support & 2147483647, 0),
        COALESCE(
          CAST(SHIFTRIGHT(r.support_with_sensitive, 31) AS DOUBLE) / NULLIF(SHIFTRIGHT(r.support, 31), 0),
          0
        )
      )
    ) AS confidence
  FROM `rules` AS r
  GROUP BY
    r.set_id
) AS b
JOIN `occurrences` AS o
  ON o.set_id = b.set_id
GROUP BY
  o.record_id

-- name: band
SELECT
  r.set_id,
  r.sensitive_item,
  r.support_with_sensitive,
  r.support
FROM `rules` AS r
WHERE
  (
    (
      CAST(r.support_with_sensitive AS BIGINT) & 2147483647
    ) * 12 >= (
      CAST(r.support AS BIGINT) & 2147483647
    )
    OR (
      SHIFTRIGHT(CAST(r.support_with_sensitive AS BIGINT), 31) > 0
      AND (
        SHIFTRIGHT(CAST(r.support_with_sensitive AS BIGINT), 31)
      ) * 12 >= SHIFTRIGHT(CAST(r.support AS BIGINT), 31)
    )
  )
  AND NOT (
    (
      CAST(r.support_with_sensitive AS BIGINT) & 2147483647
    ) * 11 >= (
      CAST(r.support AS BIGINT) & 2147483647
    )
    OR (
      SHIFTRIGHT(CAST(r.support_with_sensitive AS BIGINT), 31) > 0
      AND (
        SHIFTRIGHT(CAST(r.support_with_sensitive AS BIGINT), 31)
      ) * 11 >= SHIFTRIGHT(CAST(r.support AS BIGINT), 31)
    )
  )

-- name: highest_of_wishes
SELECT
  o.record_id,
  MAX(
    GREATEST(
      CAST(r.support_with_sensitive & 2147483647 AS DOUBLE) / NULLIF(r.support & 2147483647, 0),
      COALESCE(
        CAST(SHIFTRIGHT(r.support_with_sensitive, 31) AS DOUBLE) / NULLIF(SHIFTRIGHT(r.support, 31), 0),
        0
      )
    )
  ) AS confidence
FROM `rules` AS r
JOIN `occurrences` AS o
  ON o.set_id = r.set_id
JOIN `wishes` AS w
  ON w.record_id = o.record_id AND w.item = r.sensitive_item
GROUP BY
  o.record_id
