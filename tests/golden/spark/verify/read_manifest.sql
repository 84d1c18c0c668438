SELECT
  CAST(manifest AS STRING) AS manifest
FROM `manifests` AS manifests
LIMIT 2
