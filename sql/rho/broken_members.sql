-- Which items make up the sets of the rules above the limit of their item, part / whole?
-- in:  members (set_id, item), rules (set_id, hidden, both, support), limits (item, part, whole)
-- out: set_id, item
SELECT m.set_id, m.item
FROM members AS m
SEMI JOIN (
  SELECT r.set_id
  FROM rules AS r
  JOIN limits AS l ON l.item = r.hidden
  WHERE cast(r.both AS bigint) * l.whole > cast(r.support AS bigint) * l.part
) AS b ON b.set_id = m.set_id
ORDER BY m.set_id, m.item
