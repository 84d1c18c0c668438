SELECT
  COUNT(*) AS n
FROM (
  SELECT DISTINCT
    item
  FROM `published` AS published
) AS used
JOIN `labels` AS labels
  ON used.item = labels.item
WHERE
  LOCATE(11, labels.label) > 0
  OR LOCATE(CHR(  10), labels.label) > 0
  OR LOCATE(CHR(  13), labels.label) > 0
