-- How many records hold each grown set? Where all that hold its prefix do, it is no generator: the one item more tells
-- an adversary nothing new.
-- in:  grown_occurrences (parent_id, item), sets (set_id, support)
-- out: parent_id, item, support
SELECT c.parent_id, c.item, c.support
FROM (
  SELECT o.parent_id, o.item, cast(count(*) AS integer) AS support
  FROM grown_occurrences AS o
  GROUP BY o.parent_id, o.item
) AS c
JOIN sets AS s ON s.set_id = c.parent_id
WHERE c.support < s.support
