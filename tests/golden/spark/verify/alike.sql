/* Which records are alike? One stands for all that hold the same items; its weight is how many they are. */
/* in:  coded (record_id, item) */
/* out: source_id (the record that stands for them), record_id (a new number), weight */
WITH contents AS (
  SELECT
    record_id,
    LISTAGG(CAST(item AS STRING), ',') WITHIN GROUP (ORDER BY
      item) AS content
  FROM `coded` AS coded
  GROUP BY
    record_id
)
SELECT
  MIN(record_id) AS source_id,
  CAST(ROW_NUMBER() OVER (ORDER BY MIN(record_id) NULLS LAST) AS INT) AS record_id,
  CAST(COUNT(*) AS INT) AS weight
FROM contents
GROUP BY
  content
