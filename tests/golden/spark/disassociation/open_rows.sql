SELECT
  k.kind_id,
  CAST(0 AS INT) AS group_id,
  t.item,
  k.records,
  CAST(CASE WHEN 11 = 1 THEN k.items - 1 - COALESCE(h.items, 0) ELSE 1 END AS INT) AS pairs
FROM `transactions` AS t
JOIN `kinds` AS k
  ON k.kind_id = t.record_id
ANTI JOIN `sensitive` AS s
  ON s.item = t.item
LEFT JOIN (
  SELECT
    x.record_id,
    COUNT(*) AS items
  FROM `transactions` AS x
  JOIN `sensitive` AS y
    ON y.item = x.item
  GROUP BY
    x.record_id
) AS h
  ON h.record_id = k.kind_id
