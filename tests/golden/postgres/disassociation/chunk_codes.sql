SELECT
  s.cluster_id,
  s.chunk,
  ROW_NUMBER() OVER (
    ORDER BY MD5(CONCAT(11, ':chunk:', CAST(s.cluster_id AS TEXT), ':', CAST(s.chunk AS TEXT))), s.cluster_id, s.chunk
  ) AS code
FROM (
  SELECT DISTINCT
    c.cluster_id,
    c.chunk
  FROM "chunks" AS c
) AS s
