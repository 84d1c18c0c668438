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
  ) AS code
FROM (
  SELECT DISTINCT
    c.cluster_id,
    c.chunk
  FROM `chunks` AS c
) AS s
