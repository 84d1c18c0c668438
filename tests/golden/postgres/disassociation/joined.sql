SELECT
  t.window_id,
  ROW_NUMBER() OVER (ORDER BY t.window_id) + 11 - 1 AS joint_id
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
    FROM "candidates" AS c
    GROUP BY
      c.window_id,
      c.leaf_id
  ) AS l
  JOIN "trees" AS s
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
    FROM "candidates" AS c
  ) AS w
  JOIN "trees" AS s
    ON s.top_id = w.top_id
  GROUP BY
    w.window_id
) AS j
  ON j.window_id = t.window_id
WHERE
  t.support * t.size >= t.terms * j.size
