-- Which sets come out when a set takes in one more, more frequent item of a record that holds it and a sensitive item?
-- Those of which each one-smaller subset may take in one, too. Numbered from $first + 1.
-- in:  occurrences (record_id, set_id, last), live_rows (record_id, item), sets (set_id, parent_id, item, support),
--      members (set_id, item, sub_id)
-- out: set_id, parent_id, item, least (records that hold the rarest one-smaller subset)
WITH possible AS (
  SELECT o.set_id AS parent_id, t.item
  FROM occurrences AS o
  JOIN live_rows AS t ON t.record_id = o.record_id AND t.item < o.last
  GROUP BY o.set_id, t.item
)
SELECT cast(row_number() OVER (ORDER BY k.parent_id, k.item) + $first AS integer) AS set_id, k.parent_id, k.item, k.least
FROM (
  SELECT c.parent_id, c.item, cast(min(least(g.support, p.support)) AS integer) AS least
  FROM possible AS c
  JOIN sets AS p ON p.set_id = c.parent_id
  JOIN members AS m ON m.set_id = c.parent_id
  JOIN sets AS g ON g.parent_id = m.sub_id AND g.item = c.item
  GROUP BY c.parent_id, c.item
  HAVING count(*) = $size
) AS k
