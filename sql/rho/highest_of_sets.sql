-- How surely does each record's knowledge of one size tell an item that is sensitive for everybody?
-- in:  rules (set_id, both, support), occurrences (record_id, set_id)
-- out: record_id, confidence
SELECT o.record_id, max(b.confidence) AS confidence
FROM (
  SELECT r.set_id, max(cast(r.both AS double) / nullif(r.support, 0)) AS confidence
  FROM rules AS r
  GROUP BY r.set_id
) AS b
JOIN occurrences AS o ON o.set_id = b.set_id
GROUP BY o.record_id
