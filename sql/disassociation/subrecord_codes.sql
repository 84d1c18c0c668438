-- All subrecords with their published numbers: random, so that no two subrecords of a record can be found by them.
-- in:  chunk_rows (cluster_id, chunk, record_id)
-- out: cluster_id, chunk, record_id, code
SELECT
  s.cluster_id,
  s.chunk,
  s.record_id,
  row_number() OVER (
    ORDER BY
      md5(concat($seed, ':', cast(s.cluster_id AS text), ':', cast(s.chunk AS text), ':', cast(s.record_id AS text))),
      s.cluster_id, s.chunk, s.record_id
  ) AS code
FROM (SELECT DISTINCT c.cluster_id, c.chunk, c.record_id FROM chunk_rows AS c) AS s
