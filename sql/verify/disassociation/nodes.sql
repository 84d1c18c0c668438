-- The items of each chunk, numbered.
-- in:  subrecords (chunk_id, item)
-- out: node_id, chunk_id, item
SELECT row_number() OVER (ORDER BY n.chunk_id, n.item) AS node_id, n.chunk_id, n.item
FROM (SELECT DISTINCT s.chunk_id, s.item FROM subrecords AS s) AS n
