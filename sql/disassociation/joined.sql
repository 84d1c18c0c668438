-- Which neighbours become a joint cluster: where a record of it is at least as likely to hold a refining term as a record
-- of the simple clusters that had them as terms?
-- in:  candidates (window_id, top_id, leaf_id, support), trees (top_id, leaf_id, size)
-- out: window_id, joint_id (numbered from $first)
-- Terrovitis et al., criterion (1)
SELECT t.window_id, row_number() OVER (ORDER BY t.window_id) + $first - 1 AS joint_id
FROM (
  SELECT l.window_id, sum(l.support) AS support, sum(l.terms) AS terms, sum(s.size) AS size
  FROM (
    SELECT c.window_id, c.leaf_id, sum(c.support) AS support, count(*) AS terms
    FROM candidates AS c
    GROUP BY c.window_id, c.leaf_id
  ) AS l
  JOIN trees AS s ON s.leaf_id = l.leaf_id
  GROUP BY l.window_id
) AS t
JOIN (
  SELECT w.window_id, sum(s.size) AS size
  FROM (SELECT DISTINCT c.window_id, c.top_id FROM candidates AS c) AS w
  JOIN trees AS s ON s.top_id = w.top_id
  GROUP BY w.window_id
) AS j ON j.window_id = t.window_id
WHERE t.support * t.size >= t.terms * j.size
