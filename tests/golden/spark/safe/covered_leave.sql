SELECT
  o.cluster_id,
  o.chunk,
  o.item
FROM (
  SELECT
    t.cluster_id,
    t.chunk,
    c.item,
    t.items,
    t.whole,
    t.room,
    ROW_NUMBER() OVER (PARTITION BY t.cluster_id, t.chunk ORDER BY c.item DESC) AS place,
    COUNT(*) OVER (PARTITION BY t.cluster_id, t.chunk) AS covered
  FROM `stuck_chunks` AS t
  JOIN `item_counts` AS c
    ON c.cluster_id = t.cluster_id AND c.chunk = t.chunk AND c.support = t.whole
) AS o
WHERE
  o.place < o.items
  AND o.place <= CASE
    WHEN o.room = 0
    THEN o.covered
    ELSE LEAST(o.covered, o.items - 2 * (
      o.whole - 11
    ))
  END
