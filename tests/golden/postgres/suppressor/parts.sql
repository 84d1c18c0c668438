-- name: record_parts
SELECT
  d.record_id,
  CAST(DIV(
    (
      d.place - 1
    ) * (
      DIV((
        d.records + 12 - 1
      ), 12)
    ),
    NULLIF(d.records, 0)
  ) AS INT) AS part
FROM (
  SELECT
    r.record_id,
    ROW_NUMBER() OVER (ORDER BY MD5(CONCAT(11, ':', CAST(r.record_id AS TEXT))), r.record_id) AS place,
    COUNT(*) OVER () AS records
  FROM (
    SELECT DISTINCT
      t.record_id
    FROM "transactions" AS t
  ) AS r
) AS d

-- name: part_items
SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY c.support DESC NULLS LAST, c.part, c.item) AS INT) AS part_item,
  c.part,
  c.item
FROM (
  SELECT
    p.part,
    t.item,
    COUNT(*) AS support
  FROM "transactions" AS t
  JOIN "record_parts" AS p
    ON p.record_id = t.record_id
  GROUP BY
    p.part,
    t.item
) AS c
