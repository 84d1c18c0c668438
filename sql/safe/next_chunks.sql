-- Which item is in which chunk, after some have left theirs? A chunk of its own has the negative number of its item.
-- in:  chunks (cluster_id, item, chunk, support), moves (cluster_id, item, fate)
-- out: cluster_id, item, chunk, support
SELECT h.cluster_id, h.item, CASE WHEN m.item IS NULL THEN h.chunk ELSE cast(-h.item AS bigint) END AS chunk, h.support
FROM chunks AS h
LEFT JOIN moves AS m ON m.cluster_id = h.cluster_id AND m.item = h.item
WHERE m.item IS NULL OR m.fate = 'own'
