SELECT
  r.record_id,
  g.part_id AS cluster_id
FROM "remainders" AS r
JOIN "remainder_groups" AS g
  ON g.group_id = r.group_id AND g.split = 0
