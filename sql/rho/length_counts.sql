-- How many records hold how many items?
-- in:  original (record_id, item)
-- out: items, n
SELECT k.items, count(*) AS n
FROM (SELECT t.record_id, count(*) AS items FROM original AS t GROUP BY t.record_id) AS k
GROUP BY k.items
ORDER BY k.items
