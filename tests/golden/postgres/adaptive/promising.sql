SELECT
  g.group_id,
  g.node
FROM "gains" AS g
WHERE
  g.gain > 0
  AND EXISTS(
    SELECT
      1
    FROM (
      SELECT
        k.group_id
      FROM "gains" AS k
      WHERE
        k.gain <= 0
    ) AS others
    WHERE
      others.group_id = g.group_id
  )
