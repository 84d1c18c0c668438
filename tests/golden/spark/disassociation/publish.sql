-- name: published_cluster_ids
SELECT
  a.cluster_id,
  ROW_NUMBER() OVER (
    ORDER BY MD5(
      CONCAT(COALESCE(11, ''), ':cluster:', COALESCE(CAST(a.cluster_id AS STRING), ''))
    ) NULLS LAST, a.cluster_id NULLS LAST
  ) AS published_id,
  a.kind,
  a.size
FROM (
  SELECT
    c.cluster_id,
    'simple' AS kind,
    COUNT(*) AS size
  FROM `clusters` AS c
  GROUP BY
    c.cluster_id
  UNION ALL
  SELECT
    j.joint_id AS cluster_id,
    'joint' AS kind,
    COUNT(*) AS size
  FROM `joints` AS j
  JOIN `clusters` AS c
    ON c.cluster_id = j.leaf_id
  GROUP BY
    j.joint_id
) AS a

-- name: published_subrecord_ids
SELECT
  s.cluster_id,
  s.chunk,
  s.record_id,
  ROW_NUMBER() OVER (
    ORDER BY SUBSTRING(
      MD5(
        CONCAT(
          COALESCE(11, ''),
          ':',
          COALESCE(CAST(s.cluster_id AS STRING), ''),
          ':',
          COALESCE(CAST(s.chunk AS STRING), ''),
          ':',
          COALESCE(CAST(s.record_id AS STRING), '')
        )
      ),
      1,
      12
    ) NULLS LAST, s.cluster_id NULLS LAST, s.chunk NULLS LAST, s.record_id NULLS LAST
  ) AS published_id
FROM (
  SELECT DISTINCT
    c.cluster_id,
    c.chunk,
    c.record_id
  FROM `chunk_rows` AS c
) AS s

-- name: published_chunk_ids
SELECT
  s.cluster_id,
  s.chunk,
  ROW_NUMBER() OVER (
    ORDER BY MD5(
      CONCAT(
        COALESCE(11, ''),
        ':chunk:',
        COALESCE(CAST(s.cluster_id AS STRING), ''),
        ':',
        COALESCE(CAST(s.chunk AS STRING), '')
      )
    ) NULLS LAST, s.cluster_id NULLS LAST, s.chunk NULLS LAST
  ) AS published_id
FROM (
  SELECT DISTINCT
    c.cluster_id,
    c.chunk
  FROM `chunks` AS c
) AS s

-- name: record_clusters
SELECT
  r.source_id,
  CAST(p.published_id AS STRING) AS cluster_id
FROM `clusters` AS c
JOIN `published_cluster_ids` AS p
  ON p.cluster_id = c.cluster_id
JOIN `record_ids` AS r
  ON r.record_id = c.record_id

-- name: sensitive_terms
SELECT DISTINCT
  h.label
FROM `sensitive` AS h
JOIN `terms` AS t
  ON t.item = h.label
ORDER BY
  h.label NULLS LAST
