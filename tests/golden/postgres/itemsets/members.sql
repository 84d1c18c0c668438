/* Which items are in each larger set? */
/* in:  fresh (set_id, parent_id, item), members (set_id, item) of the smaller ones */
/* out: set_id, item */
SELECT
  f.set_id,
  m.item
FROM "fresh" AS f
JOIN "members" AS m
  ON m.set_id = f.parent_id
UNION ALL
SELECT
  f.set_id,
  f.item
FROM "fresh" AS f
