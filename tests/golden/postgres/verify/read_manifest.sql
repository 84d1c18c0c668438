SELECT
  CAST(manifest AS TEXT) AS manifest
FROM "manifests" AS manifests
LIMIT 2
