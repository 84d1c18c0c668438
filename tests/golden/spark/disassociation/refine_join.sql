-- name: candidates
SELECT
  m.position DIV 12 AS window_id,
  m.top_id,
  m.leaf_id,
  m.item,
  m.support
FROM `movable_terms` AS m
JOIN (
  SELECT
    o.position DIV 12 AS window_id,
    o.item
  FROM `movable_terms` AS o
  GROUP BY
    o.position DIV 12,
    o.item
  HAVING
    MIN(o.top_id) < MAX(o.top_id) AND SUM(o.support) >= 11 AND MAX(o.pinned) = 0
) AS r
  ON r.window_id = m.position DIV 12 AND r.item = m.item

-- name: joined
SELECT
  t.window_id,
  CAST(ROW_NUMBER() OVER (ORDER BY t.window_id NULLS LAST) + 11 - 1 AS INT) AS joint_id
FROM (
  SELECT
    l.window_id,
    SUM(l.support) AS support,
    SUM(l.terms) AS terms,
    SUM(s.size) AS size
  FROM (
    SELECT
      c.window_id,
      c.leaf_id,
      SUM(c.support) AS support,
      COUNT(*) AS terms
    FROM `candidates` AS c
    GROUP BY
      c.window_id,
      c.leaf_id
  ) AS l
  JOIN `trees` AS s
    ON s.leaf_id = l.leaf_id
  GROUP BY
    l.window_id
) AS t
JOIN (
  SELECT
    w.window_id,
    SUM(s.size) AS size
  FROM (
    SELECT DISTINCT
      c.window_id,
      c.top_id
    FROM `candidates` AS c
  ) AS w
  JOIN `trees` AS s
    ON s.top_id = w.top_id
  GROUP BY
    w.window_id
) AS j
  ON j.window_id = t.window_id
WHERE
  t.support * t.size >= t.terms * j.size

-- name: joint_sizes
SELECT
  r.cluster_id,
  COUNT(*) AS n
FROM `shared_rows` AS r
GROUP BY
  r.cluster_id
ORDER BY
  r.cluster_id NULLS LAST

-- name: rows_without
SELECT
  r.record_id,
  r.cluster_id,
  r.item,
  CAST(DENSE_RANK() OVER (PARTITION BY r.cluster_id ORDER BY r.record_id NULLS LAST) - 1 AS INT) AS position
FROM `shared_rows` AS r
ANTI JOIN `repeated` AS x
  ON x.cluster_id = r.cluster_id AND x.item = r.item
