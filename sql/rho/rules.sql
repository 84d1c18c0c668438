-- How many records hold a set, and how many of them a sensitive item besides? A rule says: who has the set has the item.
-- in:  occurrences (record_id, set_id, last: an item of the set), sensitive_rows (record_id, item),
--      sets (set_id, support), members (set_id, item)
-- out: set_id, hidden (the item), both, support
-- Nakagawa et al., section 4.1: conf(Q -> e) is both / support
SELECT c.set_id, c.hidden, c.both, s.support
FROM (
  SELECT o.set_id, h.item AS hidden, cast(count(*) AS integer) AS both
  FROM occurrences AS o
  JOIN sensitive_rows AS h ON h.record_id = o.record_id AND h.item <> o.last
  GROUP BY o.set_id, h.item
) AS c
JOIN sets AS s ON s.set_id = c.set_id
ANTI JOIN members AS m ON m.set_id = c.set_id AND m.item = c.hidden
