-- Of whom do rules tell what that was not asked before: which items follow from sets that the record holds?
-- in:  rules (set_id, hidden), occurrences (record_id, set_id), asked (record_id, item)
-- out: record_id, item
SELECT k.record_id, k.item
FROM (
  SELECT DISTINCT o.record_id, r.hidden AS item
  FROM rules AS r
  JOIN occurrences AS o ON o.set_id = r.set_id
) AS k
ANTI JOIN asked AS a ON a.record_id = k.record_id AND a.item = k.item
