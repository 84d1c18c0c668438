SELECT
  COALESCE(SUM(j.n), 0) AS n_rows,
  COALESCE(SUM(j.n) FILTER(WHERE
    j.without_item OR j.without_record), 0) AS n_blank,
  COALESCE(SUM(j.n) FILTER(WHERE
    j.without_item), 0) AS n_without_item
FROM (
  SELECT
    c.n,
    (
      c.item IS NULL OR LENGTH(TRIM(11 FROM c.item)) = 0
    ) AS without_item,
    (
      c.record IS NULL OR LENGTH(TRIM(11 FROM CAST(c.record AS TEXT))) = 0
    ) AS without_record
  FROM "counted" AS c
) AS j
