-- How many items and subrecords has each chunk, how many subrecords hold all of its items, and how many its rarest item?
-- in:  subrecords (cluster_id, chunk_id, subrecord_id, item)
-- out: cluster_id, chunk_id, items, subrecords, full, least
SELECT
  i.cluster_id, i.chunk_id, i.items,
  count(*) AS subrecords, count(*) FILTER (WHERE r.items = i.items) AS full,
  i.least
FROM (
  SELECT s.cluster_id, s.chunk_id, count(*) AS items, min(s.support) AS least
  FROM (
    SELECT o.cluster_id, o.chunk_id, o.item, count(*) AS support
    FROM subrecords AS o
    GROUP BY o.cluster_id, o.chunk_id, o.item
  ) AS s
  GROUP BY s.cluster_id, s.chunk_id
) AS i
JOIN (
  SELECT x.chunk_id, x.subrecord_id, count(*) AS items
  FROM subrecords AS x
  GROUP BY x.chunk_id, x.subrecord_id
) AS r ON r.chunk_id = i.chunk_id
GROUP BY i.cluster_id, i.chunk_id, i.items, i.least
