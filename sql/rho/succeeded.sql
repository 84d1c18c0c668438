-- How many adversaries of each size know a set from which a sensitive item follows above its limit?
-- in:  draws (draw, set_id, size), rules (set_id, hidden, both, support), limits (item, part, whole)
-- out: size, n
SELECT d.size, count(*) AS n
FROM draws AS d
SEMI JOIN (
  SELECT r.set_id
  FROM rules AS r
  JOIN limits AS l ON l.item = r.hidden
  WHERE cast(r.both AS bigint) * l.whole > cast(r.support AS bigint) * l.part
) AS b ON b.set_id = d.set_id
GROUP BY d.size
