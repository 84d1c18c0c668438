WITH foremost AS (
  SELECT
    l.cluster_id,
    MAX(CASE WHEN l.turn = 1 THEN l.item END) AS first_item,
    MAX(CASE WHEN l.turn = 2 THEN l.item END) AS second_item,
    MAX(CASE WHEN l.turn = 3 THEN l.item END) AS third_item,
    MAX(CASE WHEN l.turn = 4 THEN l.item END) AS fourth_item
  FROM (
    SELECT
      s.cluster_id,
      s.item,
      ROW_NUMBER() OVER (PARTITION BY s.cluster_id ORDER BY s.item NULLS LAST) AS turn
    FROM `supports` AS s
    JOIN (
      SELECT
        c.cluster_id,
        COUNT(*) AS size
      FROM `clusters` AS c
      GROUP BY
        c.cluster_id
    ) AS n
      ON n.cluster_id = s.cluster_id AND s.support * 10 >= n.size * 3
  ) AS l
  WHERE
    l.turn <= 4
  GROUP BY
    l.cluster_id
)
SELECT
  n.cluster_id AS top_id,
  n.cluster_id AS leaf_id,
  n.size,
  ROW_NUMBER() OVER (
    ORDER BY COALESCE(f.first_item, 0) NULLS LAST, COALESCE(f.second_item, 0) NULLS LAST, COALESCE(f.third_item, 0) NULLS LAST, COALESCE(f.fourth_item, 0) NULLS LAST, n.cluster_id NULLS LAST
  ) - 1 AS place
FROM (
  SELECT
    c.cluster_id,
    COUNT(*) AS size
  FROM `clusters` AS c
  GROUP BY
    c.cluster_id
) AS n
LEFT JOIN foremost AS f
  ON f.cluster_id = n.cluster_id
