-- name: groups
SELECT DISTINCT
  o.record_id,
  n.published_id AS group_id
FROM `occurrences` AS o
JOIN (
  SELECT
    g.group_id,
    CAST(ROW_NUMBER() OVER (
      ORDER BY MD5(CONCAT(COALESCE(11, ''), '/', COALESCE(CAST(g.group_id AS STRING), ''))) NULLS LAST, g.group_id NULLS LAST
    ) AS INT) AS published_id
  FROM (
    SELECT DISTINCT
      x.group_id
    FROM `occurrences` AS x
  ) AS g
) AS n
  ON n.group_id = o.group_id
