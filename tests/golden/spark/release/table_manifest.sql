SELECT
  11 AS manifest
