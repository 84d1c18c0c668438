-- name: winners
SELECT
  w.group_id,
  w.kind
FROM (
  SELECT
    p.group_id,
    p.kind,
    ROW_NUMBER() OVER (
      PARTITION BY p.group_id
      ORDER BY CASE WHEN p.kind = 2 THEN 0 ELSE 1 END, p.cost, p.kind DESC NULLS LAST
    ) AS rank
  FROM (
    SELECT
      t.group_id,
      t.kind,
      SUM(c.cost) AS cost,
      SUM(c.ncp) AS ncp,
      COUNT(u.trial_id) AS faults
    FROM "trials" AS t
    JOIN "costs" AS c
      ON c.trial_id = t.trial_id
    LEFT JOIN "unfit" AS u
      ON u.trial_id = t.trial_id AND t.kind = 2
    GROUP BY
      t.group_id,
      t.kind
  ) AS p
  JOIN "now" AS n
    ON n.group_id = p.group_id AND p.cost < n.cost AND p.ncp < n.ncp
  WHERE
    p.faults = 0
) AS w
WHERE
  w.rank = 1

-- name: next_closed
SELECT DISTINCT
  COALESCE(a.group_id, c.group_id) AS group_id,
  c.node
FROM (
  SELECT
    o.group_id,
    o.node
  FROM "closed" AS o
  UNION ALL
  SELECT
    g.group_id,
    g.node
  FROM "gains" AS g
  JOIN "winners" AS w
    ON w.group_id = g.group_id AND w.kind = 3
  WHERE
    g.gain <= 0
  UNION ALL
  SELECT
    r.group_id,
    r.node
  FROM (
    SELECT
      g.group_id,
      g.node,
      g.gain,
      ROW_NUMBER() OVER (PARTITION BY g.group_id ORDER BY g.gain DESC NULLS LAST, g.node) AS rank,
      SUM(CASE WHEN g.gain > 0 THEN 1 ELSE 0 END) OVER (PARTITION BY g.group_id) AS good
    FROM "gains" AS g
    WHERE
      NOT EXISTS(
        SELECT
          1
        FROM "winners" AS w
        WHERE
          w.group_id = g.group_id
      )
  ) AS r
  WHERE
    r.gain <= 0 OR r.rank * 4 > r.good
) AS c
LEFT JOIN "adopted" AS a
  ON a.old_id = c.group_id

-- name: next_occurrences
SELECT
  o.group_id,
  o.record_id,
  o.item,
  o.node
FROM "occurrences" AS o
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "adopted" AS a
    WHERE
      a.old_id = o.group_id
  )
UNION ALL
SELECT
  a.group_id,
  t.record_id,
  t.item,
  t.node
FROM "trial_occurrences" AS t
JOIN "adopted" AS a
  ON a.trial_id = t.trial_id

-- name: next_suppressions
SELECT
  o.group_id,
  o.record_id,
  o.node,
  o.cause
FROM "lost" AS o
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "adopted" AS a
    WHERE
      a.old_id = o.group_id
  )
UNION ALL
SELECT
  a.group_id,
  t.record_id,
  t.node,
  t.cause
FROM "trial_lost" AS t
JOIN "adopted" AS a
  ON a.trial_id = t.trial_id

-- name: next_costs
SELECT
  o.group_id,
  o.cost,
  o.ncp
FROM "now" AS o
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "adopted" AS a
    WHERE
      a.old_id = o.group_id
  )
UNION ALL
SELECT
  a.group_id,
  t.cost,
  t.ncp
FROM "costs" AS t
JOIN "adopted" AS a
  ON a.trial_id = t.trial_id

-- name: next_loss_share
SELECT
  o.group_id,
  o.node,
  o.loss_share
FROM "loss_share" AS o
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "adopted" AS a
    WHERE
      a.old_id = o.group_id
  )
UNION ALL
SELECT
  a.group_id,
  t.node,
  t.loss_share
FROM "trial_loss_share" AS t
JOIN "adopted" AS a
  ON a.trial_id = t.trial_id
