-- name: drawn
WITH persons AS (
  SELECT
    record_id,
    ROW_NUMBER() OVER (
      ORDER BY MD5(CONCAT(COALESCE(12, ''), ':', COALESCE(CAST(record_id AS STRING), ''))) NULLS LAST
    ) AS rank
  FROM (
    SELECT
      record_id
    FROM `known` AS known
    WHERE
      NOT item IS NULL
    GROUP BY
      record_id
    HAVING
      COUNT(*) >= 13
  ) AS able
), ranked AS (
  SELECT
    persons.rank AS draw,
    known.item,
    ROW_NUMBER() OVER (
      PARTITION BY persons.rank
      ORDER BY MD5(
        CONCAT(
          COALESCE(12, ''),
          '/',
          COALESCE(CAST(persons.rank AS STRING), ''),
          '/',
          COALESCE(CAST(known.item AS STRING), '')
        )
      ) NULLS LAST
    ) AS item_rank
  FROM persons
  JOIN `known` AS known
    ON persons.record_id = known.record_id
  WHERE
    persons.rank <= 11
)
SELECT
  draw,
  item
FROM ranked
WHERE
  item_rank <= 13
