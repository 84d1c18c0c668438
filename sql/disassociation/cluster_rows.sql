-- Which record of which cluster holds which item?
-- in:  transactions (record_id, item), clusters (record_id, cluster_id)
-- out: record_id, cluster_id, item, place (of the record in its cluster, from 0)
SELECT t.record_id, c.cluster_id, t.item, c.place
FROM transactions AS t
JOIN (
  SELECT
    r.record_id,
    r.cluster_id,
    cast(row_number() OVER (PARTITION BY r.cluster_id ORDER BY r.record_id) - 1 AS integer) AS place
  FROM clusters AS r
) AS c ON c.record_id = t.record_id
