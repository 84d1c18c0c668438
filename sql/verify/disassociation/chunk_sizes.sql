-- How many items and subrecords has each chunk, and how many subrecords hold all of its items?
-- in:  subrecords (cluster_id, chunk_id, subrecord_id, item)
-- out: cluster_id, chunk_id, items, subrecords, full
SELECT i.cluster_id, i.chunk_id, i.items, count(*) AS subrecords, count(*) FILTER (WHERE r.items = i.items) AS full
FROM (
  SELECT s.cluster_id, s.chunk_id, count(DISTINCT s.item) AS items
  FROM subrecords AS s
  GROUP BY s.cluster_id, s.chunk_id
) AS i
JOIN (
  SELECT x.chunk_id, x.subrecord_id, count(*) AS items
  FROM subrecords AS x
  GROUP BY x.chunk_id, x.subrecord_id
) AS r ON r.chunk_id = i.chunk_id
GROUP BY i.cluster_id, i.chunk_id, i.items
