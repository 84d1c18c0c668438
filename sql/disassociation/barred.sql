-- Which chunks may a node not go to: those where all other nodes of a clash are?
-- in:  clashes (clash_id, node_id, other_id), ready (node_id), assigned (node_id, chunk)
-- out: node_id, chunk
SELECT DISTINCT b.node_id, b.chunk
FROM (
  SELECT c.clash_id, c.node_id, min(a.chunk) AS chunk
  FROM clashes AS c
  JOIN ready AS r ON r.node_id = c.node_id
  JOIN assigned AS a ON a.node_id = c.other_id
  GROUP BY c.clash_id, c.node_id
  HAVING min(a.chunk) = max(a.chunk)
) AS b
