SELECT
  r.record_id,
  r.item AS set_id,
  CAST(0 AS BIGINT) AS prefix_id,
  r.item
FROM `known_rows` AS r
