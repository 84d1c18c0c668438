SELECT
  g.group_id,
  g.node,
  g.gain
FROM "gains" AS g
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "promising" AS p
    WHERE
      p.group_id = g.group_id
  )
  AND EXISTS(
    SELECT
      1
    FROM (
      SELECT
        n.group_id
      FROM "now" AS n
      JOIN "trials" AS t
        ON t.group_id = n.group_id AND t.kind = 11
      JOIN "costs" AS c
        ON c.trial_id = t.trial_id
      WHERE
        c.cost >= n.cost
    ) AS costly
    WHERE
      costly.group_id = g.group_id
  )
