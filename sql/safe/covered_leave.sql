-- Which covered items leave their chunk, where partial suppression is not possible? All of them have the same support. As
-- many go as must: all where there is no room for ghosts, else until few enough are left for precondition (4); never the
-- last item of the chunk. The items that are rarest in the data go first.
-- in:  stuck_chunks (cluster_id, chunk, items, whole, room), item_counts (cluster_id, chunk, item, support)
-- out: cluster_id, chunk, item
SELECT o.cluster_id, o.chunk, o.item
FROM (
  SELECT
    t.cluster_id, t.chunk, c.item, t.items, t.whole, t.room,
    row_number() OVER (PARTITION BY t.cluster_id, t.chunk ORDER BY c.item DESC) AS place,
    count(*) OVER (PARTITION BY t.cluster_id, t.chunk) AS covered
  FROM stuck_chunks AS t
  JOIN item_counts AS c ON c.cluster_id = t.cluster_id AND c.chunk = t.chunk AND c.support = t.whole
) AS o
WHERE o.place < o.items
  AND o.place <= CASE WHEN o.room = 0 THEN o.covered ELSE least(o.covered, o.items - 2 * (o.whole - $k)) END
