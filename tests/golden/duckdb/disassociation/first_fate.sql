SELECT
  CAST(0 AS INT) AS part_id,
  CAST(11 AS INT) AS size
