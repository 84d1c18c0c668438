-- name: promising
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

-- name: unpromising_gains
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

-- name: better_half
SELECT
  k.group_id,
  k.node
FROM (
  SELECT
    g.group_id,
    g.node,
    ROW_NUMBER() OVER (PARTITION BY g.group_id ORDER BY g.gain DESC NULLS LAST, g.node) AS rank,
    COUNT(*) OVER (PARTITION BY g.group_id) AS labels
  FROM "gains" AS g
) AS k
WHERE
  k.labels > 1 AND k.rank * 2 <= k.labels + 1
