WITH light AS (
  SELECT
    record_id,
    MIN(item) AS rarest,
    COUNT(*) AS length
  FROM "transactions" AS transactions
  WHERE
    weight < 11
  GROUP BY
    record_id
), holders AS (
  SELECT
    light.record_id,
    other.record_id AS holder_id,
    other.weight
  FROM light
  JOIN "transactions" AS other
    ON other.item = light.rarest
  JOIN "transactions" AS mine
    ON mine.record_id = light.record_id
  JOIN "transactions" AS theirs
    ON theirs.record_id = other.record_id AND theirs.item = mine.item
  GROUP BY
    light.record_id,
    light.length,
    other.record_id,
    other.weight
  HAVING
    COUNT(*) = light.length
)
SELECT
  COUNT(*) AS n
FROM (
  SELECT
    record_id
  FROM holders
  GROUP BY
    record_id
  HAVING
    SUM(weight) < 11
) AS exposed
