-- PostgreSQL's form: sorting costs it next to nothing, since the rules mostly are in the order of their sets.

-- name: at_risk
SELECT DISTINCT o.record_id
FROM occurrences AS o
SEMI JOIN (
  SELECT DISTINCT s.set_id
  FROM (SELECT r.set_id FROM above AS r ORDER BY r.set_id) AS s
) AS a ON a.set_id = o.set_id
