SELECT
  n.group_id,
  n.size,
  n.split,
  CASE
    WHEN n.split = 0 OR n.size >= 12
    THEN ROW_NUMBER() OVER (ORDER BY n.group_id NULLS LAST) + 11 - 1
  END AS part_id
FROM (
  SELECT
    r.group_id,
    COUNT(*) AS size,
    MAX(CASE WHEN p.group_id IS NULL THEN 0 ELSE 1 END) AS split
  FROM `remainders` AS r
  LEFT JOIN (
    SELECT DISTINCT
      g.group_id
    FROM `parts` AS g
  ) AS p
    ON p.group_id = r.group_id
  GROUP BY
    r.group_id
) AS n
