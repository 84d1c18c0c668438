-- All items of the chunks that cannot be suppressed in part.
-- in:  item_counts (cluster_id, chunk, item)
-- out: cluster_id, chunk, item
-- Awad et al., section 5.2.2
SELECT c.cluster_id, c.chunk, c.item
FROM item_counts AS c
