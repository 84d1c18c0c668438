-- name: without_person
SELECT
  c.n_records
FROM (
  SELECT
    COUNT(DISTINCT s.record_id) AS n_records
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
    AND COALESCE(
      LENGTH(
        REPLACE(
          REPLACE(
            REPLACE(REPLACE(CAST(s.person AS TEXT) COLLATE "C", ' ', ''), CHR(  9), ''),
            CHR(  10),
            ''
          ),
          CHR(  13),
          ''
        )
      ),
      0
    ) = 0
) AS c
WHERE
  c.n_records > 0

-- name: nothing_of_table
SELECT
  c.n_records
FROM (
  SELECT
    (
      SELECT
        COUNT(*)
      FROM "named" AS n
      WHERE
        LENGTH(
          REPLACE(
            REPLACE(
              REPLACE(REPLACE(CAST(n.item AS TEXT) COLLATE "C", ' ', ''), CHR(  9), ''),
              CHR(  10),
              ''
            ),
            CHR(  13),
            ''
          )
        ) > 0
    ) AS n_named,
    (
      SELECT
        COUNT(*)
      FROM "listed" AS l
    ) AS n_listed,
    (
      SELECT
        COUNT(DISTINCT r.record_id)
      FROM "item_rows" AS r
    ) AS n_records
) AS c
WHERE
  c.n_listed = 0 AND (
    c.n_named = 0 OR c.n_records > 0
  )
