SELECT
  c.cluster_id,
  c.chunk_id,
  c.kind
FROM "covers" AS c
WHERE
  c.covered = 1 AND (
    c.kind = 'joint' OR c.reach > 1
  )
