-- name: requested_above
SELECT
  r.set_id,
  r.sensitive_item,
  r.support_with_sensitive,
  r.support
FROM "rules" AS r
WHERE
  EXISTS(
    SELECT
      1
    FROM (
      SELECT DISTINCT
        a.set_id,
        a.sensitive_item
      FROM "rules" AS a
      JOIN "occurrences" AS o
        ON o.set_id = a.set_id
      JOIN "wishes" AS w
        ON w.record_id = o.record_id AND w.item = a.sensitive_item
    ) AS k
    WHERE
      k.set_id = r.set_id AND k.sensitive_item = r.sensitive_item
  )

-- name: at_risk
SELECT DISTINCT
  o.record_id
FROM "occurrences" AS o
WHERE
  EXISTS(
    SELECT
      1
    FROM (
      SELECT DISTINCT
        s.set_id
      FROM (
        SELECT
          r.set_id
        FROM "above" AS r
        ORDER BY
          r.set_id
      ) AS s
    ) AS a
    WHERE
      a.set_id = o.set_id
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
        CAST(a.support_with_sensitive & 2147483647 AS DOUBLE PRECISION) / NULLIF(a.support & 2147483647, 0),
        COALESCE(
          CAST(a.support_with_sensitive >> 31 AS DOUBLE PRECISION) / NULLIF(a.support >> 31, 0),
          0
        )
      ) DESC NULLS LAST, a.support DESC NULLS LAST, a.set_id, a.sensitive_item
    ) AS rank
  FROM "above" AS a
) AS w
JOIN "members" AS m
  ON m.set_id = w.set_id
JOIN "labels" AS l
  ON l.item = m.item
JOIN "labels" AS h
  ON h.item = w.sensitive_item
WHERE
  w.rank <= 11
ORDER BY
  w.rank,
  l.label

-- name: highest_of_sets
SELECT
  o.record_id,
  MAX(b.confidence) AS confidence
FROM (
  SELECT
    r.set_id,
    MAX(
      GREATEST(
        CAST(r.support_with_sensitive & 2147483647 AS DOUBLE PRECISION) / NULLIF(r.support & 2147483647, 0),
        COALESCE(
          CAST(r.support_with_sensitive >> 31 AS DOUBLE PRECISION) / NULLIF(r.support >> 31, 0),
          0
        )
      )
    ) AS confidence
  FROM "rules" AS r
  GROUP BY
    r.set_id
) AS b
JOIN "occurrences" AS o
  ON o.set_id = b.set_id
GROUP BY
  o.record_id

-- name: band
SELECT
  r.set_id,
  r.sensitive_item,
  r.support_with_sensitive,
  r.support
FROM "rules" AS r
WHERE
  (
    (
      CAST(r.support_with_sensitive AS BIGINT) & 2147483647
    ) * 12 >= (
      CAST(r.support AS BIGINT) & 2147483647
    )
    OR (
      CAST(r.support_with_sensitive AS BIGINT) >> 31 > 0
      AND (
        CAST(r.support_with_sensitive AS BIGINT) >> 31
      ) * 12 >= CAST(r.support AS BIGINT) >> 31
    )
  )
  AND NOT (
    (
      CAST(r.support_with_sensitive AS BIGINT) & 2147483647
    ) * 11 >= (
      CAST(r.support AS BIGINT) & 2147483647
    )
    OR (
      CAST(r.support_with_sensitive AS BIGINT) >> 31 > 0
      AND (
        CAST(r.support_with_sensitive AS BIGINT) >> 31
      ) * 11 >= CAST(r.support AS BIGINT) >> 31
    )
  )

-- name: highest_of_wishes
SELECT
  o.record_id,
  MAX(
    GREATEST(
      CAST(r.support_with_sensitive & 2147483647 AS DOUBLE PRECISION) / NULLIF(r.support & 2147483647, 0),
      COALESCE(
        CAST(r.support_with_sensitive >> 31 AS DOUBLE PRECISION) / NULLIF(r.support >> 31, 0),
        0
      )
    )
  ) AS confidence
FROM "rules" AS r
JOIN "occurrences" AS o
  ON o.set_id = r.set_id
JOIN "wishes" AS w
  ON w.record_id = o.record_id AND w.item = r.sensitive_item
GROUP BY
  o.record_id

-- name: other_occurrences
SELECT
  o.record_id,
  o.set_id
FROM "occurrences" AS o
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "confidences" AS c
    WHERE
      c.record_id = o.record_id
  )

-- name: percentile
SELECT
  COALESCE(MAX(p.confidence), 0) AS highest,
  COALESCE(MAX(p.confidence) FILTER(WHERE
    p.rank > 11), 0) AS percentile
FROM (
  SELECT
    c.confidence,
    ROW_NUMBER() OVER (ORDER BY c.confidence DESC NULLS LAST) AS rank
  FROM (
    SELECT
      h.record_id,
      MAX(h.confidence) AS confidence
    FROM "confidences" AS h
    GROUP BY
      h.record_id
  ) AS c
) AS p
