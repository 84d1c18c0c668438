-- name: by_release
SELECT
  t.record_id,
  t.item,
  b.label AS released_as,
  '' AS part,
  COALESCE(b.lost, 11) AS lost
FROM `transactions` AS t
LEFT JOIN (
  SELECT
    s.record_id,
    s.item,
    p.label,
    CASE WHEN p.is_item = 1 THEN 0 ELSE p.leaves END AS lost,
    ROW_NUMBER() OVER (PARTITION BY s.record_id, s.item ORDER BY p.depth DESC, p.node NULLS LAST) AS rank
  FROM `transactions` AS s
  JOIN `recoded` AS r
    ON r.item = s.item
  JOIN `published_nodes` AS p
    ON p.node = r.node
  JOIN `release` AS l
    ON l.record_id = s.record_id AND l.item = p.label
) AS b
  ON b.record_id = t.record_id AND b.item = t.item AND b.rank = 1

-- name: kept_records
SELECT
  d.record_id,
  r.item
FROM `release` AS r
JOIN `record_ids` AS d
  ON d.source_id = CAST(r.record_id AS STRING)

-- name: in_pieces
SELECT
  c.record_id,
  c.item,
  CASE WHEN c.action <> 'taken out' THEN i.label END AS released_as,
  CASE
    WHEN c.action = 'taken out'
    THEN ''
    WHEN c.action = 'term chunk'
    THEN CONCAT('terms, ', COALESCE(c.cause, ''))
    ELSE c.cause
  END AS part,
  0 AS lost
FROM `changes` AS c
JOIN `items` AS i
  ON i.item = c.item

-- name: other_pieces
SELECT
  COUNT(*) AS n
FROM `changes` AS c
JOIN `items` AS i
  ON i.item = c.item
LEFT JOIN (
  SELECT
    s.item,
    CONCAT(
      'cluster ',
      COALESCE(CAST(s.cluster_id AS STRING), ''),
      ', chunk ',
      COALESCE(CAST(s.chunk_id AS STRING), ''),
      ', subrecord ',
      COALESCE(CAST(s.subrecord_id AS STRING), '')
    ) AS cause
  FROM `subrecords` AS s
) AS p
  ON p.item = i.label AND p.cause = c.cause
WHERE
  c.action IN ('record chunk', 'shared chunk') AND p.item IS NULL

-- name: ranked
SELECT
  r.record_id,
  r.loss,
  ROW_NUMBER() OVER (ORDER BY r.loss DESC, r.items DESC, r.record_id NULLS LAST) AS rank
FROM (
  SELECT
    l.record_id,
    l.items,
    COALESCE(CAST(l.lost AS DOUBLE) / NULLIF(l.whole, 0), 0) AS loss
  FROM `losses` AS l
) AS r

-- name: listed
SELECT
  r.rank,
  d.source_id,
  r.loss,
  i.label,
  b.released_as,
  b.part
FROM `places` AS p
JOIN `ranked` AS r
  ON r.rank = p.rank
JOIN `record_ids` AS d
  ON d.record_id = r.record_id
JOIN `became` AS b
  ON b.record_id = r.record_id
JOIN `items` AS i
  ON i.item = b.item
ORDER BY
  r.rank NULLS LAST,
  i.item NULLS LAST
