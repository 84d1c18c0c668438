-- All chunks with their published numbers: random, so that they do not tell which terms are frequent.
-- in:  chunks (cluster_id, chunk)
-- out: cluster_id, chunk, code
SELECT
  s.cluster_id,
  s.chunk,
  row_number() OVER (
    ORDER BY md5(concat($seed, ':chunk:', cast(s.cluster_id AS text), ':', cast(s.chunk AS text))), s.cluster_id, s.chunk
  ) AS code
FROM (SELECT DISTINCT c.cluster_id, c.chunk FROM chunks AS c) AS s
