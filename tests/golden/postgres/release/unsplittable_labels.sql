SELECT
  COUNT(*) AS n
FROM "labels" AS labels
WHERE
  POSITION(11 IN label) > 0
  OR POSITION(CHR(  10) IN label) > 0
  OR POSITION(CHR(  13) IN label) > 0
