-- name: numbered
WITH counted AS (
  SELECT
    prefix_id,
    item,
    CAST(SUM(weight) AS INT) AS support
  FROM `extended` AS extended
  GROUP BY
    prefix_id,
    item
), fewer AS (
  SELECT
    counted.prefix_id,
    counted.item,
    counted.support
  FROM counted
  JOIN `kept` AS prefix
    ON counted.prefix_id = prefix.set_id AND counted.support < prefix.support
  JOIN `parts` AS parts
    ON counted.prefix_id = parts.set_id
  JOIN `kept` AS other
    ON CAST(parts.part_id AS BIGINT) * 3000000019 + counted.item = CAST(other.prefix_id AS BIGINT) * 3000000019 + other.item
    AND counted.support < other.support
  GROUP BY
    counted.prefix_id,
    counted.item,
    counted.support
  HAVING
    COUNT(*) = 11
)
SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY prefix_id NULLS LAST, item NULLS LAST) AS INT) AS set_id,
  prefix_id,
  item,
  support
FROM fewer
