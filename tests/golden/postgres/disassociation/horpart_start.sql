-- name: open_rows
SELECT
  k.distinct_id,
  CAST(0 AS INT) AS group_id,
  t.item,
  k.records,
  CAST(CASE WHEN 11 = 1 THEN k.items - 1 - COALESCE(h.items, 0) ELSE 1 END AS INT) AS pairs
FROM "transactions" AS t
JOIN "distinct_records" AS k
  ON k.distinct_id = t.record_id
LEFT JOIN (
  SELECT
    x.record_id,
    COUNT(*) AS items
  FROM "transactions" AS x
  JOIN "sensitive" AS y
    ON y.item = x.item
  GROUP BY
    x.record_id
) AS h
  ON h.record_id = k.distinct_id
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "sensitive" AS s
    WHERE
      s.item = t.item
  )
