-- Which item must leave the record chunks: in clusters with too few subrecords (and no term), the least frequent one?
-- in:  chunks (cluster_id, item, support), subrecord_counts (cluster_id, subrecords, needed)
-- out: cluster_id, item, support
-- Terrovitis et al., section 5 (after Lemma 3)
SELECT o.cluster_id, o.item, o.support
FROM (
  SELECT
    h.cluster_id,
    h.item,
    h.support,
    row_number() OVER (PARTITION BY h.cluster_id ORDER BY h.support, h.item DESC) AS place
  FROM chunks AS h
  JOIN subrecord_counts AS c ON c.cluster_id = h.cluster_id AND c.subrecords < c.needed
) AS o
WHERE o.place = 1
