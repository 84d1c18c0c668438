-- What may be known: the subrecords whose records draw on another chunk, in chunks of two items or more.
-- in:  lines (record_id: a subrecord, item: a node), nodes (node_id, chunk_id), covers (chunk_id, kind, reach)
-- out: record_id, item (a node), items (of its chunk)
SELECT l.record_id, l.item, c.items
FROM lines AS l
JOIN nodes AS n ON n.node_id = l.item
JOIN (
  SELECT d.chunk_id, count(*) AS items
  FROM nodes AS d
  JOIN covers AS v ON v.chunk_id = d.chunk_id AND (v.kind = 'joint' OR v.reach > 1)
  GROUP BY d.chunk_id
  HAVING count(*) > 1
) AS c ON c.chunk_id = n.chunk_id
