SELECT
  COUNT(*) FILTER(WHERE
    c.kind = 'simple') AS record_chunks,
  COUNT(*) FILTER(WHERE
    c.kind = 'simple' AND c.covered = 1 AND c.own > 1) AS vulnerable_record_chunks,
  COUNT(*) FILTER(WHERE
    c.kind = 'joint') AS shared_chunks,
  COUNT(*) FILTER(WHERE
    c.kind = 'joint' AND c.covered = 1) AS vulnerable_shared_chunks,
  COUNT(*) FILTER(WHERE
    c.covered = 1 AND (
      c.kind = 'joint' OR c.reach > 1
    )) AS cover
FROM `covers` AS c
