SELECT
  k.record_id,
  h.record_id AS holder_id
FROM (
  SELECT
    t.record_id,
    t.item,
    ROW_NUMBER() OVER (PARTITION BY t.record_id ORDER BY t.item DESC) AS place
  FROM `transactions` AS t
  SEMI JOIN `long_records` AS r
    ON r.record_id = t.record_id
) AS k
JOIN `transactions` AS h
  ON h.item = k.item
WHERE
  k.place <= 3
GROUP BY
  k.record_id,
  h.record_id
HAVING
  COUNT(*) >= 2
