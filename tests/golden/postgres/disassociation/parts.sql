SELECT
  c.group_id,
  c.weight,
  2147483647 - c.weight % 2147483648 AS item,
  CAST(ROW_NUMBER() OVER (ORDER BY c.group_id, c.weight DESC NULLS LAST) + 11 - 1 AS BIGINT) AS part_id,
  COUNT(*) AS size
FROM "choices" AS c
WHERE
  NOT c.weight IS NULL
GROUP BY
  c.group_id,
  c.weight
HAVING
  COUNT(*) >= 12
