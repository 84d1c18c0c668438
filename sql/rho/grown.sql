-- Which sets come out when a set takes in one more, more frequent item of a record that holds it, and how many records
-- hold them? Where no record is lost, the larger set is no generator: it tells an adversary nothing new.
-- in:  occurrences (record_id, set_id, last), transactions (record_id, item), sets (set_id, support)
-- out: parent_id, item, support
SELECT c.parent_id, c.item, c.support
FROM (
  SELECT o.set_id AS parent_id, t.item, cast(count(*) AS integer) AS support
  FROM occurrences AS o
  JOIN transactions AS t ON t.record_id = o.record_id AND t.item < o.last
  GROUP BY o.set_id, t.item
) AS c
JOIN sets AS s ON s.set_id = c.parent_id
WHERE c.support < s.support
