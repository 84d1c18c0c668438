/* Which one-smaller subsets has each new set: its prefix, and each subset of the prefix with the new item. */
/* in:  fresh (set_id, parent_id, item): the new sets; subsets (set_id, sub_id), sets (set_id, parent_id, item): one smaller */
/* out: set_id, sub_id */
SELECT
  f.set_id,
  f.parent_id AS sub_id
FROM "fresh" AS f
UNION ALL
SELECT
  f.set_id,
  g.set_id AS sub_id
FROM "fresh" AS f
JOIN "subsets" AS u
  ON u.set_id = f.parent_id
JOIN "sets" AS g
  ON g.parent_id = u.sub_id AND g.item = f.item
