-- name: drawn_rows
SELECT
  d.record_id,
  d.item
FROM (
  SELECT
    t.record_id,
    t.item,
    ROW_NUMBER() OVER (
      PARTITION BY t.record_id
      ORDER BY MD5(
        CONCAT(
          COALESCE(11, ''),
          ':',
          COALESCE(CAST(t.record_id AS STRING), ''),
          ':',
          COALESCE(CAST(t.item AS STRING), '')
        )
      ) NULLS LAST, t.item NULLS LAST
    ) AS rank
  FROM `transactions` AS t
) AS d
WHERE
  d.rank <= 12
