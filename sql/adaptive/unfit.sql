-- Which proposed groups still hold a sensitive item, but have fewer than 1 / limit records?
-- in:  trial_occurrences (trial_id, record_id, item, node), lost (trial_id, record_id, node), limits (item, part, whole)
-- out: trial_id
SELECT DISTINCT h.trial_id
FROM trial_occurrences AS h
ANTI JOIN lost AS l ON l.trial_id = h.trial_id AND l.record_id = h.record_id AND l.node = h.node
JOIN limits AS x ON x.item = h.node
JOIN (
  SELECT o.trial_id, count(DISTINCT o.record_id) AS records
  FROM trial_occurrences AS o
  ANTI JOIN lost AS k ON k.trial_id = o.trial_id AND k.record_id = o.record_id AND k.node = o.node
  GROUP BY o.trial_id
) AS n ON n.trial_id = h.trial_id
WHERE n.records * x.part < x.whole
