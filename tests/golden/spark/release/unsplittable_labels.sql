SELECT
  COUNT(*) AS n
FROM `labels` AS labels
WHERE
  LOCATE(11, label) > 0
  OR LOCATE(CHR(  10), label) > 0
  OR LOCATE(CHR(  13), label) > 0
