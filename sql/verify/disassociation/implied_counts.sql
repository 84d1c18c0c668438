-- How many items imply another, how many pairs is that, and in how many chunks?
-- in:  implied (chunk_id, item, other)
-- out: items, pairs, chunks
SELECT count(DISTINCT i.item_id) AS items, count(*) AS pairs, count(DISTINCT i.chunk_id) AS chunks
FROM (
  SELECT d.chunk_id, dense_rank() OVER (ORDER BY d.chunk_id, d.item) AS item_id
  FROM implied AS d
) AS i
