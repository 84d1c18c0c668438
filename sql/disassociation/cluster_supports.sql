-- How many records of each cluster hold each of its items?
-- in:  chunks (cluster_id, item, support), terms (cluster_id, item, support)
-- out: cluster_id, item, support
SELECT h.cluster_id, h.item, h.support
FROM chunks AS h
UNION ALL
SELECT t.cluster_id, t.item, t.support
FROM terms AS t
