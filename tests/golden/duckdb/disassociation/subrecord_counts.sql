SELECT
  s.cluster_id,
  s.size,
  c.record_chunks,
  c.subrecords,
  s.size + 11 * (
    LEAST(12, c.record_chunks) - 1
  ) AS needed
FROM (
  SELECT
    r.cluster_id,
    COUNT(DISTINCT r.record_id) AS size
  FROM "cluster_rows" AS r
  GROUP BY
    r.cluster_id
) AS s
JOIN (
  SELECT
    p.cluster_id,
    COUNT(DISTINCT p.chunk) AS record_chunks,
    COUNT(*) AS subrecords
  FROM (
    SELECT DISTINCT
      r.cluster_id,
      h.chunk,
      r.record_id
    FROM "cluster_rows" AS r
    JOIN "chunks" AS h
      ON h.cluster_id = r.cluster_id AND h.item = r.item
  ) AS p
  GROUP BY
    p.cluster_id
) AS c
  ON c.cluster_id = s.cluster_id
