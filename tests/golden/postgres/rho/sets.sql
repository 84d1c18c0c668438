SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY c.parent_id, c.item) + 11 AS INT) AS set_id,
  c.parent_id,
  c.item,
  c.support,
  k.least
FROM (
  SELECT
    o.parent_id,
    o.item,
    CAST(COUNT(*) AS INT) AS support
  FROM "grown_occurrences" AS o
  GROUP BY
    o.parent_id,
    o.item
) AS c
JOIN "candidates" AS k
  ON k.parent_id = c.parent_id AND k.item = c.item
WHERE
  c.support < k.least OR 12
