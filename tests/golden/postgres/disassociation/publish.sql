-- name: published_subrecord_ids
SELECT
  s.cluster_id,
  s.chunk,
  s.record_id,
  ROW_NUMBER() OVER (
    ORDER BY SUBSTRING(MD5(
      CONCAT(
        11,
        ':',
        CAST(s.cluster_id AS TEXT),
        ':',
        CAST(s.chunk AS TEXT),
        ':',
        CAST(s.record_id AS TEXT)
      )
    ) FROM 1 FOR 12), s.cluster_id, s.chunk, s.record_id
  ) AS published_id
FROM (
  SELECT DISTINCT
    c.cluster_id,
    c.chunk,
    c.record_id
  FROM "chunk_rows" AS c
) AS s
