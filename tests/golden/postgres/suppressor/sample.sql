-- name: persons_by_length
SELECT
  ROW_NUMBER() OVER (ORDER BY k.items DESC NULLS LAST, k.record_id) AS rank,
  k.record_id
FROM (
  SELECT
    t.record_id,
    COUNT(*) AS items
  FROM "original" AS t
  GROUP BY
    t.record_id
) AS k

-- name: drawn_sets
SELECT
  k.draw,
  CAST(MIN(k.draw) OVER (PARTITION BY k.content) AS INT) AS set_id,
  k.size
FROM (
  SELECT
    d.draw,
    d.size,
    STRING_AGG(CAST(d.item AS TEXT), ','
    ORDER BY
      d.item) AS content
  FROM "drawn" AS d
  GROUP BY
    d.draw,
    d.size
) AS k

-- name: succeeded
SELECT
  d.size,
  COUNT(*) AS n
FROM "draws" AS d
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
        CAST(r.support_with_sensitive AS BIGINT) * l.limit_den > CAST(r.support AS BIGINT) * l.limit_num
    ) AS b
    WHERE
      b.set_id = d.set_id
  )
GROUP BY
  d.size
