-- Which sets of one item more do at least $least records of the original or of the release hold? Two sets that differ in
-- their last item only make one: that with the smaller item takes in the larger one.
-- in:  occurrences (distinct_id, set_id, parent_id, last, original, released)
-- out: set_id, parent_id, item, original, released
SELECT
  cast(row_number() OVER (ORDER BY g.parent_id, g.item) AS integer) AS set_id,
  g.parent_id,
  g.item,
  g.original,
  g.released
FROM (
  SELECT
    o.set_id AS parent_id,
    p.last AS item,
    cast(sum(o.original) AS bigint) AS original,
    cast(sum(o.released) AS bigint) AS released
  FROM occurrences AS o
  JOIN occurrences AS p ON p.distinct_id = o.distinct_id AND p.parent_id = o.parent_id AND p.last > o.last
  GROUP BY o.set_id, p.last
  HAVING sum(o.original) >= $least OR sum(o.released) >= $least
) AS g
