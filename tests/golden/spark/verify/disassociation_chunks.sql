-- name: nodes
SELECT
  ROW_NUMBER() OVER (ORDER BY n.chunk_id NULLS LAST, n.item NULLS LAST) AS node_id,
  n.chunk_id,
  n.item
FROM (
  SELECT DISTINCT
    s.chunk_id,
    s.item
  FROM `subrecords` AS s
) AS n
