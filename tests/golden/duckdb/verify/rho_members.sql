SELECT
  numbered.set_id,
  members.item
FROM "numbered" AS numbered
JOIN "members" AS members
  ON numbered.prefix_id = members.set_id
UNION ALL
SELECT
  set_id,
  item
FROM "numbered" AS numbered
