SELECT DISTINCT
  COALESCE(a.group_id, c.group_id) AS group_id,
  c.node
FROM (
  SELECT
    o.group_id,
    o.node
  FROM `closed` AS o
  UNION ALL
  SELECT
    g.group_id,
    g.node
  FROM `gains` AS g
  JOIN `winners` AS w
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
      ROW_NUMBER() OVER (PARTITION BY g.group_id ORDER BY g.gain DESC, g.node NULLS LAST) AS place,
      SUM(CASE WHEN g.gain > 0 THEN 1 ELSE 0 END) OVER (PARTITION BY g.group_id) AS good
    FROM `gains` AS g
    ANTI JOIN `winners` AS w
      ON w.group_id = g.group_id
  ) AS r
  WHERE
    r.gain <= 0 OR r.place * 4 > r.good
) AS c
LEFT JOIN `adopted` AS a
  ON a.old_id = c.group_id
