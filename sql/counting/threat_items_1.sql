-- Which item is each minimal threat of size 1?
-- in:  threats (threat_id, item, support)
-- out: threat_id, position, item, support
SELECT t.threat_id, 1 AS position, t.item, t.support
FROM threats AS t
