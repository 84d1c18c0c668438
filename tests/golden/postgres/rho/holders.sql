SELECT
  k.record_id,
  k.missing,
  COUNT(*) AS n
FROM (
  SELECT
    p.record_id,
    p.holder_id,
    r.item_sum - SUM(a.item) AS missing
  FROM "perhaps_holders" AS p
  JOIN "long_records" AS r
    ON r.record_id = p.record_id
  JOIN "transactions" AS a
    ON a.record_id = p.record_id
  JOIN "transactions" AS b
    ON b.record_id = p.holder_id AND b.item = a.item
  GROUP BY
    p.record_id,
    p.holder_id,
    r.items,
    r.item_sum
  HAVING
    COUNT(*) >= r.items - 1
) AS k
GROUP BY
  k.record_id,
  k.missing
