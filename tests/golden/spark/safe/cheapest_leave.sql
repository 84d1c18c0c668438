SELECT
  o.cluster_id,
  o.chunk,
  o.item
FROM (
  SELECT
    l.cluster_id,
    l.chunk,
    l.item,
    t.items,
    ROW_NUMBER() OVER (
      PARTITION BY l.cluster_id, l.chunk
      ORDER BY CASE WHEN c.support = t.size THEN 0 ELSE 1 END NULLS LAST, l.helps DESC, l.loss NULLS LAST, l.item DESC
    ) AS place,
    COUNT(*) FILTER(WHERE
      c.support = t.size) OVER (PARTITION BY l.cluster_id, l.chunk) AS held_by_all
  FROM `losses` AS l
  JOIN `stuck_chunks` AS t
    ON t.cluster_id = l.cluster_id AND t.chunk = l.chunk
  JOIN `item_counts` AS c
    ON c.cluster_id = l.cluster_id AND c.chunk = l.chunk AND c.item = l.item
) AS o
WHERE
  o.place < o.items AND o.place <= GREATEST(o.held_by_all, 1)
