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
            REPLACE(
              REPLACE(REPLACE(CAST(s.person AS TEXT) COLLATE "C", ' ', ''), CHR(  9), ''),
              CHR(  10),
              ''
            ),
            CHR(  13),
            ''
          )
        ) > 0
        THEN CAST(s.person AS TEXT)
      END
    ) OVER (PARTITION BY s.person) AS person
  FROM "source" AS s
  WHERE
    LENGTH(
      REPLACE(
        REPLACE(
          REPLACE(REPLACE(CAST(s.record_id AS TEXT) COLLATE "C", ' ', ''), CHR(  9), ''),
          CHR(  10),
          ''
        ),
        CHR(  13),
        ''
      )
    ) > 0
    AND LENGTH(
      REPLACE(
        REPLACE(
          REPLACE(REPLACE(CAST(s.item AS TEXT) COLLATE "C", ' ', ''), CHR(  9), ''),
          CHR(  10),
          ''
        ),
        CHR(  13),
        ''
      )
    ) > 0
) AS n

-- name: generator_rows
SELECT
  o.record_id,
  o.person,
  o.left_item,
  o.right_item
FROM "pair_rows" AS o
WHERE
  EXISTS(
    SELECT
      1
    FROM "generators" AS g
    WHERE
      g.left_item = o.left_item AND g.right_item = o.right_item
  )

-- name: triple_rows
SELECT
  x.record_id,
  x.person,
  x.left_item,
  x.right_item,
  y.right_item AS third_item
FROM "generator_rows" AS x
JOIN "generator_rows" AS y
  ON y.record_id = x.record_id
  AND y.left_item = x.left_item
  AND y.right_item > x.right_item
WHERE
  EXISTS(
    SELECT
      1
    FROM "generators" AS g
    WHERE
      g.left_item = x.right_item AND g.right_item = y.right_item
  )
