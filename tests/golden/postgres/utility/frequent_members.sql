/* Which items make up each frequent set? */
/* in:  frequent (set_id, parent_id, item), members (set_id, item) of the prefixes */
/* out: set_id, item */
SELECT
  f.set_id,
  m.item
FROM "frequent" AS f
JOIN "members" AS m
  ON m.set_id = f.parent_id
UNION ALL
SELECT
  f.set_id,
  f.item
FROM "frequent" AS f
