SELECT
  l.group_id,
  l.node,
  COALESCE(b.blame, 0) - COALESCE(c.blame, 0) AS gain
FROM "labels" AS l
LEFT JOIN "blame" AS b
  ON b.group_id = l.group_id AND b.node = l.node
LEFT JOIN (
  SELECT
    t.group_id,
    n.parent AS node,
    SUM(x.blame) AS blame
  FROM "trial_blame" AS x
  JOIN "trials" AS t
    ON t.trial_id = x.trial_id
  JOIN "nodes" AS n
    ON n.node = x.node
  WHERE
    t.kind = 11
  GROUP BY
    t.group_id,
    n.parent
) AS c
  ON c.group_id = l.group_id AND c.node = l.node
