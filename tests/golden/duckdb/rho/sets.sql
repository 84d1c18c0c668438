SELECT
  k.set_id,
  k.parent_id,
  k.item,
  c.support,
  k.least
FROM "candidates" AS k
JOIN (
  SELECT
    o.set_id,
    CAST(COUNT(*) AS INT) AS support
  FROM "occurrences" AS o
  GROUP BY
    o.set_id
) AS c
  ON c.set_id = k.set_id
WHERE
  c.support < k.least OR 11
