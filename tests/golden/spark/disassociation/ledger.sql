-- name: ledger
WITH chunked AS (
  SELECT
    r.record_id,
    r.item,
    c.kind,
    CONCAT(
      'cluster ',
      COALESCE(CAST(c.published_id AS STRING), ''),
      ', chunk ',
      COALESCE(CAST(h.published_id AS STRING), ''),
      ', subrecord ',
      COALESCE(CAST(s.published_id AS STRING), '')
    ) AS cause
  FROM `chunk_rows` AS r
  JOIN `published_cluster_ids` AS c
    ON c.cluster_id = r.cluster_id
  JOIN `published_chunk_ids` AS h
    ON h.cluster_id = r.cluster_id AND h.chunk = r.chunk
  JOIN `published_subrecord_ids` AS s
    ON s.record_id = r.record_id AND s.cluster_id = r.cluster_id AND s.chunk = r.chunk
)
SELECT
  0 AS position,
  CAST(NULL AS STRING) AS record_id,
  CAST(NULL AS STRING) AS item,
  'seed' AS action,
  11 AS label,
  CAST(NULL AS STRING) AS cause
UNION ALL
SELECT
  t.record_id AS position,
  n.source_id AS record_id,
  l.label AS item,
  CASE
    WHEN NOT x.item IS NULL
    THEN 'taken out'
    WHEN h.kind = 'simple'
    THEN 'record chunk'
    WHEN h.kind = 'joint'
    THEN 'shared chunk'
    WHEN NOT m.item IS NULL
    THEN 'term chunk'
    ELSE 'taken out'
  END AS action,
  l.label,
  CASE
    WHEN NOT x.item IS NULL
    THEN 'diversity'
    WHEN h.kind IS NULL AND NOT m.item IS NULL
    THEN CONCAT('cluster ', COALESCE(CAST(c.published_id AS STRING), ''))
    ELSE h.cause
  END AS cause
FROM `transactions` AS t
JOIN `record_ids` AS n
  ON n.record_id = t.record_id
JOIN `labels` AS l
  ON l.item = t.item
LEFT JOIN `clusters` AS k
  ON k.record_id = t.record_id
LEFT JOIN `published_cluster_ids` AS c
  ON c.cluster_id = k.cluster_id
LEFT JOIN chunked AS h
  ON h.record_id = t.record_id AND h.item = t.item
LEFT JOIN `terms` AS m
  ON m.cluster_id = k.cluster_id AND m.item = t.item
LEFT JOIN `taken_out` AS x
  ON x.record_id = t.record_id AND x.item = t.item
