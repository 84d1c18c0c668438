-- The items of each threat of one size, threat after threat.
-- in:  threat_items (threat_id, position, item)
-- out: item
SELECT i.item
FROM threat_items AS i
ORDER BY i.threat_id, i.position
