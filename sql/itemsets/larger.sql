-- Which sets of the next size do more records hold than the $most most frequent ones found so far? Where fewer were
-- found, any. A set takes in an item that is later in the order, and related to none of its items.
-- in:  occurrences (draw, record_id, set_id, item), frequent_rows (draw, record_id, item),
--      found (set_id, draw, itemset, size, support), members (set_id, item), related (item, other)
-- out: set_id, parent_id, draw, item, itemset, size, support
SELECT
  (SELECT max(i.set_id) FROM found AS i) + row_number() OVER (ORDER BY e.set_id, e.item) AS set_id,
  e.set_id AS parent_id,
  f.draw,
  e.item,
  concat(f.itemset, ' ', cast(e.item AS text)) AS itemset,
  f.size + 1 AS size,
  e.support
FROM (
  SELECT o.set_id, r.item, count(*) AS support
  FROM occurrences AS o
  JOIN frequent_rows AS r ON r.draw = o.draw AND r.record_id = o.record_id AND r.item > o.item
  GROUP BY o.set_id, r.item
) AS e
JOIN found AS f ON f.set_id = e.set_id
LEFT JOIN (
  SELECT l.draw, min(l.support) AS support
  FROM found AS l
  GROUP BY l.draw
  HAVING count(*) >= $most
) AS least ON least.draw = f.draw
ANTI JOIN (
  SELECT m.set_id, n.other
  FROM members AS m
  JOIN related AS n ON n.item = m.item
) AS barred ON barred.set_id = e.set_id AND barred.other = e.item
WHERE e.support > coalesce(least.support, 0)
