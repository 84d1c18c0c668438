-- Which records hold one of these sets and two items more: one that makes it larger, and one to be inferred?
-- in:  occurrences (record_id, set_id), sets (set_id), rules (set_id, size), present (record_id, item)
-- out: record_id
SELECT k.record_id
FROM (
  SELECT o.record_id, min(z.size) AS size
  FROM occurrences AS o
  JOIN (
    SELECT DISTINCT r.set_id, r.size
    FROM rules AS r
    SEMI JOIN sets AS s ON s.set_id = r.set_id
  ) AS z ON z.set_id = o.set_id
  GROUP BY o.record_id
) AS k
JOIN present AS t ON t.record_id = k.record_id
GROUP BY k.record_id, k.size
HAVING count(*) >= k.size + 2
