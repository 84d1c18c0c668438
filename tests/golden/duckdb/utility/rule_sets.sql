SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY g.parent_id, g.item) AS INT) AS set_id,
  g.parent_id,
  g.item,
  g.original,
  g.released
FROM (
  SELECT
    o.set_id AS parent_id,
    p.last AS item,
    CAST(SUM(o.original) AS BIGINT) AS original,
    CAST(SUM(o.released) AS BIGINT) AS released
  FROM "occurrences" AS o
  JOIN "occurrences" AS p
    ON p.distinct_id = o.distinct_id AND p.parent_id = o.parent_id AND p.last > o.last
  GROUP BY
    o.set_id,
    p.last
  HAVING
    SUM(o.original) >= 11 OR SUM(o.released) >= 11
) AS g
