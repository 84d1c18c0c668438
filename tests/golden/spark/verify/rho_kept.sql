SELECT
  sets.set_id,
  sets.prefix_id,
  sets.item,
  sets.support
FROM `sets` AS sets
JOIN (
  SELECT DISTINCT
    set_id
  FROM `confidences` AS confidences
) AS telling
  ON sets.set_id = telling.set_id
WHERE
  sets.support > 1
