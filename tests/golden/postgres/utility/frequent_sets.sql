SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY g.parent_id, g.item) AS INT) AS set_id,
  g.parent_id,
  g.item,
  g.support,
  CONCAT(f.content, ',', CAST(g.item AS TEXT)) AS content
FROM (
  SELECT
    o.set_id AS parent_id,
    r.item,
    CAST(COUNT(*) AS INT) AS support
  FROM "occurrences" AS o
  JOIN "rows_left" AS r
    ON r.record_id = o.record_id AND r.item > o.last
  GROUP BY
    o.set_id,
    r.item
  HAVING
    COUNT(*) >= 11
) AS g
JOIN "frequent" AS f
  ON f.set_id = g.parent_id
