SELECT
  COUNT(*) FILTER(WHERE
    g.part_id IS NULL) AS joining,
  COUNT(*) FILTER(WHERE
    g.split = 0) AS chopped
FROM "remainder_groups" AS g
