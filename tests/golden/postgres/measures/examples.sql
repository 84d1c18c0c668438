-- name: by_release
SELECT
  t.record_id,
  t.item,
  b.label AS released_as,
  '' AS part,
  COALESCE(b.lost, 11) AS lost
FROM "transactions" AS t
LEFT JOIN (
  SELECT
    s.record_id,
    s.item,
    p.label,
    CASE WHEN p.is_item = 1 THEN 0 ELSE p.leaves END AS lost,
    ROW_NUMBER() OVER (PARTITION BY s.record_id, s.item ORDER BY p.depth DESC NULLS LAST, p.node) AS rank
  FROM "transactions" AS s
  JOIN "recoded" AS r
    ON r.item = s.item
  JOIN "published_nodes" AS p
    ON p.node = r.node
  JOIN "release" AS l
    ON l.record_id = s.record_id AND l.item = p.label
) AS b
  ON b.record_id = t.record_id AND b.item = t.item AND b.rank = 1

-- name: ranked
SELECT
  r.record_id,
  r.loss,
  ROW_NUMBER() OVER (ORDER BY r.loss DESC NULLS LAST, r.items DESC NULLS LAST, r.record_id) AS rank
FROM (
  SELECT
    l.record_id,
    l.items,
    COALESCE(CAST(l.lost AS DOUBLE PRECISION) / NULLIF(l.whole, 0), 0) AS loss
  FROM "losses" AS l
) AS r
