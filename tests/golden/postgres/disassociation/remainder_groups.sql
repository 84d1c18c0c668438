SELECT
  n.group_id,
  n.split,
  CASE
    WHEN n.split = 0 OR n.size >= 12
    THEN ROW_NUMBER() OVER (ORDER BY n.group_id) + 11 - 1
  END AS part_id
FROM (
  SELECT
    c.group_id,
    COUNT(*) AS size,
    MAX(CASE WHEN g.group_id IS NULL THEN 0 ELSE 1 END) AS split
  FROM "choices" AS c
  LEFT JOIN "parts" AS p
    ON p.group_id = c.group_id AND p.weight = c.weight
  LEFT JOIN (
    SELECT DISTINCT
      x.group_id
    FROM "parts" AS x
  ) AS g
    ON g.group_id = c.group_id
  WHERE
    p.part_id IS NULL
  GROUP BY
    c.group_id
) AS n
