/* Which items are in each set of $size items? */
/* in:  found (set_id, parent_id, item, size), members (set_id, item) of the smaller ones */
/* out: set_id, item */
SELECT
  f.set_id,
  m.item
FROM "found" AS f
JOIN "members" AS m
  ON m.set_id = f.parent_id
UNION ALL
SELECT
  f.set_id,
  f.item
FROM "found" AS f
WHERE
  f.size = 11
