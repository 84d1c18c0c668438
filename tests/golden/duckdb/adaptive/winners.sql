SELECT
  w.group_id,
  w.kind
FROM (
  SELECT
    p.group_id,
    p.kind,
    ROW_NUMBER() OVER (
      PARTITION BY p.group_id
      ORDER BY CASE WHEN p.kind = 2 THEN 0 ELSE 1 END, p.cost, p.kind DESC
    ) AS place
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
  w.place = 1
