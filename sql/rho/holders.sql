-- Which records hold all items of a long record (missing 0), or all but the one that is missing?
-- in:  perhaps_holders (record_id, holder_id), long_records (record_id, items, item_sum), transactions (record_id, item)
-- out: record_id, missing, n
SELECT k.record_id, k.missing, count(*) AS n
FROM (
  SELECT p.record_id, p.holder_id, r.item_sum - sum(a.item) AS missing
  FROM perhaps_holders AS p
  JOIN long_records AS r ON r.record_id = p.record_id
  JOIN transactions AS a ON a.record_id = p.record_id
  JOIN transactions AS b ON b.record_id = p.holder_id AND b.item = a.item
  GROUP BY p.record_id, p.holder_id, r.items, r.item_sum
  HAVING count(*) >= r.items - 1
) AS k
GROUP BY k.record_id, k.missing
