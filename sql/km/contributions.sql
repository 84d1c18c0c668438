-- In how many minimal threats of one size does each item take part?
-- in:  threat_items (threat_id, item)
-- out: item, threats
SELECT i.item, count(*) AS threats
FROM threat_items AS i
GROUP BY i.item
