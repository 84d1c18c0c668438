-- Which minimal threats of one size are held by the fewest records? One row an item of a threat.
-- in:  threat_items (threat_id, position, item, support), labels (item, label)
-- out: support, threat_id, label
SELECT i.support, i.threat_id, l.label
FROM threat_items AS i
JOIN (
  SELECT t.threat_id
  FROM threat_items AS t
  WHERE t.position = 1
  ORDER BY t.support, t.threat_id
  LIMIT $most
) AS w ON w.threat_id = i.threat_id
JOIN labels AS l ON l.item = i.item
ORDER BY i.support, i.threat_id, l.label
