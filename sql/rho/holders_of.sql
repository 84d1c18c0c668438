-- Which records hold one of these sets and two items more: one that makes it larger, and one to be inferred?
-- in:  occurrences (record_id, set_id), sets (set_id), rules (set_id, size), present (record_id, item)
-- out: record_id
SELECT DISTINCT o.record_id
FROM occurrences AS o
JOIN (
  SELECT DISTINCT r.set_id, r.size
  FROM rules AS r
  SEMI JOIN sets AS s ON s.set_id = r.set_id
) AS z ON z.set_id = o.set_id
JOIN (SELECT t.record_id, count(*) AS items FROM present AS t GROUP BY t.record_id) AS l ON l.record_id = o.record_id
WHERE l.items >= z.size + 2
