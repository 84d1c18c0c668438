-- name: distinct_rows
SELECT DISTINCT
  s.record_id,
  s.item
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

-- name: spellings
SELECT DISTINCT
  s.item AS label,
  CAST(s.item AS STRING) AS spelling
FROM `source` AS s
WHERE
  LENGTH(
    REPLACE(
      REPLACE(REPLACE(REPLACE(CAST(s.item AS STRING), ' ', ''), CHR(  9), ''), CHR(  10), ''),
      CHR(  13),
      ''
    )
  ) > 0

-- name: known_rows
SELECT
  r.record_id,
  r.item
FROM `source_rows` AS r
WHERE
  r.item IN (
    SELECT
      p.label
    FROM `spellings` AS p
    SEMI JOIN `named` AS n
      ON CAST(n.item AS STRING) = p.spelling
  )

-- name: persons
SELECT
  n.record_id,
  MIN(n.person) AS person
FROM (
  SELECT
    s.record_id,
    MIN(CAST(s.person AS STRING)) OVER (PARTITION BY s.person) AS person
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
        REPLACE(REPLACE(REPLACE(CAST(s.person AS STRING), ' ', ''), CHR(  9), ''), CHR(  10), ''),
        CHR(  13),
        ''
      )
    ) > 0
) AS n
GROUP BY
  n.record_id

-- name: items
SELECT
  ROW_NUMBER() OVER (ORDER BY c.support DESC, c.label NULLS LAST) AS item,
  c.label
FROM (
  SELECT
    r.item AS label,
    COUNT(*) AS support
  FROM `source_rows` AS r
  GROUP BY
    r.item
) AS c

-- name: wishes
SELECT DISTINCT
  n.record_id,
  i.item
FROM `named` AS n
JOIN `spellings` AS p
  ON p.spelling = CAST(n.item AS STRING)
JOIN `items` AS i
  ON i.label = p.label
SEMI JOIN `source_rows` AS r
  ON r.record_id = n.record_id

-- name: sensitive_for_all
SELECT DISTINCT
  i.item
FROM `named` AS n
JOIN `spellings` AS p
  ON p.spelling = CAST(n.item AS STRING)
JOIN `items` AS i
  ON i.label = p.label
