SELECT
  COUNT(*) AS n
FROM (
  SELECT DISTINCT
    item
  FROM "published" AS published
) AS used
JOIN "labels" AS labels
  ON used.item = labels.item
WHERE
  POSITION(11 IN labels.label) > 0
  OR POSITION(CHR(  10) IN labels.label) > 0
  OR POSITION(CHR(  13) IN labels.label) > 0
