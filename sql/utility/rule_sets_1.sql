-- How many records of the original and of the release hold each frequent item?
-- in:  occurrences (set_id, last, original, released)
-- out: set_id, parent_id, item, original, released
SELECT
  o.set_id,
  0 AS parent_id,
  o.last AS item,
  cast(sum(o.original) AS bigint) AS original,
  cast(sum(o.released) AS bigint) AS released
FROM occurrences AS o
GROUP BY o.set_id, o.last
