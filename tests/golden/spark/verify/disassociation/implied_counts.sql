SELECT
  COUNT(DISTINCT i.item_id) AS items,
  COUNT(*) AS pairs,
  COUNT(DISTINCT i.chunk_id) AS chunks
FROM (
  SELECT
    d.chunk_id,
    DENSE_RANK() OVER (ORDER BY d.chunk_id NULLS LAST, d.item NULLS LAST) AS item_id
  FROM `implied` AS d
) AS i
