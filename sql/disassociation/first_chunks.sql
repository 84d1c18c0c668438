-- Which is the first chunk (from 1) that each ready node may go to?
-- in:  ready (node_id), barred (node_id, chunk)
-- out: node_id, chunk
-- Terrovitis et al., algorithm VERPART, lines 8 to 15: filling one chunk after the other, or giving each term the first
-- chunk that takes it, is the same
SELECT t.node_id, min(t.chunk) AS chunk
FROM (
  SELECT y.node_id, cast(1 AS bigint) AS chunk FROM ready AS y
  UNION
  SELECT b.node_id, b.chunk + 1 AS chunk FROM barred AS b
) AS t
ANTI JOIN barred AS x ON x.node_id = t.node_id AND x.chunk = t.chunk
GROUP BY t.node_id
