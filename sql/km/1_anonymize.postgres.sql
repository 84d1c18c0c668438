-- PostgreSQL's form: it sorts one whole number faster than it looks up so many groups.

-- name: supporting
SELECT cast(pair_first(h.held_id) AS integer) AS record_id, cast(pair_second(h.held_id) AS integer) AS item
FROM (
  SELECT DISTINCT s.held_id
  FROM (
    SELECT pair(t.record_id, q.number) AS held_id
    FROM transactions AS t
    JOIN ancestors AS a ON a.item = t.item
    JOIN asked AS q ON q.node = a.node
    ORDER BY held_id
  ) AS s
) AS h
