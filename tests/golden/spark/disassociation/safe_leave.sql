-- name: losses
SELECT
  p.cluster_id,
  p.chunk,
  p.item,
  p.loss,
  CASE
    WHEN p.items = 2
    OR p.min_support > p.whole
    OR (
      p.subrecords + 2 <= p.size AND p.whole - p.items DIV 2 >= 11
    )
    THEN 1
    ELSE 0
  END AS helps
FROM (
  SELECT
    y.cluster_id,
    y.chunk,
    y.item,
    t.items,
    t.size,
    t.subrecords - y.alone AS subrecords,
    t.whole + y.missing AS whole,
    MIN(z.support) AS min_support,
    SUM(COALESCE(g.support, 0)) AS loss
  FROM `item_counts` AS y
  JOIN `infeasible_chunks` AS t
    ON t.cluster_id = y.cluster_id AND t.chunk = y.chunk AND t.free = 1
  JOIN `item_counts` AS z
    ON z.cluster_id = y.cluster_id AND z.chunk = y.chunk AND z.item <> y.item
  LEFT JOIN `together` AS g
    ON g.cluster_id = y.cluster_id
    AND g.chunk = y.chunk
    AND g.item = y.item
    AND g.other = z.item
  GROUP BY
    y.cluster_id,
    y.chunk,
    y.item,
    y.alone,
    y.missing,
    t.items,
    t.size,
    t.whole,
    t.subrecords
) AS p

-- name: cheapest_leave
SELECT
  o.cluster_id,
  o.chunk,
  o.item
FROM (
  SELECT
    l.cluster_id,
    l.chunk,
    l.item,
    ROW_NUMBER() OVER (PARTITION BY l.cluster_id, l.chunk ORDER BY l.loss NULLS LAST, l.item DESC) AS rank
  FROM `losses` AS l
  WHERE
    l.helps = 1
) AS o
WHERE
  o.rank = 1
