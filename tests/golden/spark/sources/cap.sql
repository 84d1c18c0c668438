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

-- name: drawn_records
SELECT
  d.record_id,
  CAST(ROW_NUMBER() OVER (ORDER BY d.record_id NULLS LAST) AS INT) AS new_id
FROM (
  SELECT
    p.record_id,
    ROW_NUMBER() OVER (
      PARTITION BY p.person
      ORDER BY MD5(CONCAT(COALESCE(11, ''), ':', COALESCE(CAST(p.record_id AS STRING), ''))) NULLS LAST, p.record_id NULLS LAST
    ) AS rank
  FROM `persons` AS p
) AS d
WHERE
  d.rank <= 12
