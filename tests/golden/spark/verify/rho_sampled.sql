-- name: drawn
WITH persons AS (
  SELECT
    record_id,
    ROW_NUMBER() OVER (
      ORDER BY MD5(CONCAT(COALESCE(12, ''), ':', COALESCE(CAST(record_id AS STRING), ''))) NULLS LAST
    ) AS place
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
    persons.place AS draw,
    known.item,
    ROW_NUMBER() OVER (
      PARTITION BY persons.place
      ORDER BY MD5(
        CONCAT(
          COALESCE(12, ''),
          '/',
          COALESCE(CAST(persons.place AS STRING), ''),
          '/',
          COALESCE(CAST(known.item AS STRING), '')
        )
      ) NULLS LAST
    ) AS rank
  FROM persons
  JOIN `known` AS known
    ON persons.record_id = known.record_id
  WHERE
    persons.place <= 11
)
SELECT
  draw,
  item
FROM ranked
WHERE
  rank <= 13
