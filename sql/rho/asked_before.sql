-- Of which rules did the set stand in the original record of somebody who wants the item hidden and lost an item since?
-- in:  rules (set_id, hidden, size), members (set_id, item), suppressed (record_id, item), wishes (record_id, item),
--      original (record_id, item)
-- out: set_id, hidden
SELECT DISTINCT k.set_id, k.hidden
FROM (
  SELECT a.set_id, a.hidden, c.record_id, max(a.size) AS size, count(*) AS held
  FROM (
    SELECT DISTINCT r.set_id, r.hidden, s.record_id
    FROM rules AS r
    JOIN members AS m ON m.set_id = r.set_id
    JOIN suppressed AS s ON s.item = m.item
    JOIN wishes AS w ON w.record_id = s.record_id AND w.item = r.hidden
  ) AS c
  JOIN rules AS a ON a.set_id = c.set_id AND a.hidden = c.hidden
  JOIN members AS n ON n.set_id = c.set_id
  JOIN original AS t ON t.record_id = c.record_id AND t.item = n.item
  GROUP BY a.set_id, a.hidden, c.record_id
) AS k
WHERE k.held = k.size
