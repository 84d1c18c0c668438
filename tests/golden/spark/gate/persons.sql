-- name: distinct_rows
SELECT DISTINCT
  n.record_id,
  n.item,
  MIN(n.person) OVER (PARTITION BY n.record_id) AS person
FROM (
  SELECT
    s.record_id,
    s.item,
    MIN(
      CASE
        WHEN LENGTH(
          REPLACE(
            REPLACE(REPLACE(REPLACE(CAST(s.person AS STRING), ' ', ''), CHR(  9), ''), CHR(  10), ''),
            CHR(  13),
            ''
          )
        ) > 0
        THEN CAST(s.person AS STRING)
      END
    ) OVER (PARTITION BY s.person) AS person
  FROM `source` AS s
  WHERE
    LENGTH(
      REPLACE(
        REPLACE(REPLACE(REPLACE(CAST(s.record_id AS STRING), ' ', ''), CHR(  9), ''), CHR(  10), ''),
        CHR(  13),
        ''
      )
    ) > 0
    AND LENGTH(
      REPLACE(
        REPLACE(REPLACE(REPLACE(CAST(s.item AS STRING), ' ', ''), CHR(  9), ''), CHR(  10), ''),
        CHR(  13),
        ''
      )
    ) > 0
) AS n

-- name: items
SELECT
  ROW_NUMBER() OVER (ORDER BY c.support NULLS LAST, c.label NULLS LAST) AS item,
  c.label,
  c.support,
  c.n_records
FROM (
  SELECT
    r.item AS label,
    COUNT(DISTINCT r.person) AS support,
    COUNT(*) AS n_records
  FROM `source_rows` AS r
  GROUP BY
    r.item
) AS c
