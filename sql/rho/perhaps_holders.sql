-- Which records may hold all items of a long record, or all but one? They hold two of its three rarest.
-- in:  long_records (record_id), transactions (record_id, item)
-- out: record_id, holder_id
SELECT k.record_id, h.record_id AS holder_id
FROM (
  SELECT t.record_id, t.item, row_number() OVER (PARTITION BY t.record_id ORDER BY t.item DESC) AS place
  FROM transactions AS t
  SEMI JOIN long_records AS r ON r.record_id = t.record_id
) AS k
JOIN transactions AS h ON h.item = k.item
WHERE k.place <= 3
GROUP BY k.record_id, h.record_id
HAVING count(*) >= 2
