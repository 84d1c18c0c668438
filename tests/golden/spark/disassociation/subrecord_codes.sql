SELECT
  s.cluster_id,
  s.chunk,
  s.record_id,
  ROW_NUMBER() OVER (
    ORDER BY MD5(
      CONCAT(
        COALESCE(11, ''),
        ':',
        COALESCE(CAST(s.cluster_id AS STRING), ''),
        ':',
        COALESCE(CAST(s.chunk AS STRING), ''),
        ':',
        COALESCE(CAST(s.record_id AS STRING), '')
      )
    ) NULLS LAST, s.cluster_id NULLS LAST, s.chunk NULLS LAST, s.record_id NULLS LAST
  ) AS code
FROM (
  SELECT DISTINCT
    c.cluster_id,
    c.chunk,
    c.record_id
  FROM `chunk_rows` AS c
) AS s
