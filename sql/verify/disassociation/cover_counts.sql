-- How many record and shared chunks are there, and how many are vulnerable? As the paper counts them, those record chunks
-- with a covered item that are not alone in their cluster.
-- in:  covers (kind, covered, own, reach)
-- out: record_chunks, vulnerable_record_chunks, shared_chunks, vulnerable_shared_chunks, cover (vulnerable chunks of both
--      kinds, and those record chunks that only a shared chunk above them makes so)
-- Awad et al., PEM
SELECT
  count(*) FILTER (WHERE c.kind = 'simple') AS record_chunks,
  count(*) FILTER (WHERE c.kind = 'simple' AND c.covered = 1 AND c.own > 1) AS vulnerable_record_chunks,
  count(*) FILTER (WHERE c.kind = 'joint') AS shared_chunks,
  count(*) FILTER (WHERE c.kind = 'joint' AND c.covered = 1) AS vulnerable_shared_chunks,
  count(*) FILTER (WHERE c.covered = 1 AND (c.kind = 'joint' OR c.reach > 1)) AS cover
FROM covers AS c
