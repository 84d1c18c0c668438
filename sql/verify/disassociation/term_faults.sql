-- What is wrong with the term chunks: empty cells, rows that repeat another, clusters that are not simple, items that are
-- in a record chunk of the cluster, or in a shared chunk above it, too?
-- in:  terms (cluster_id, item), clusters (cluster_id, kind), above (cluster_id, upper_id), subrecords (cluster_id, item)
-- out: faults
SELECT
  (SELECT count(*) FILTER (WHERE t.cluster_id IS NULL OR t.item IS NULL OR t.item = '') FROM terms AS t)
  + (SELECT count(*) FROM terms AS a)
  - (SELECT count(*) FROM (SELECT DISTINCT d.cluster_id, d.item FROM terms AS d) AS u)
  + (SELECT count(*) FROM (SELECT DISTINCT o.cluster_id FROM terms AS o) AS n
     ANTI JOIN clusters AS c ON c.cluster_id = n.cluster_id AND c.kind = 'simple')
  + (SELECT count(*) FROM terms AS b
     JOIN above AS x ON x.cluster_id = b.cluster_id
     JOIN (SELECT DISTINCT s.cluster_id, s.item FROM subrecords AS s) AS h
       ON h.cluster_id = x.upper_id AND h.item = b.item) AS faults
