SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY d.draw, d.record_id) AS INT) AS distinct_id,
  d.draw,
  d.record_id,
  d.original,
  d.released
FROM (
  SELECT
    p.draw,
    p.record_id,
    CAST(SUM(1 - p.draw) OVER (PARTITION BY p.items) AS INT) AS original,
    CAST(SUM(p.draw) OVER (PARTITION BY p.items) AS INT) AS released,
    ROW_NUMBER() OVER (PARTITION BY p.items ORDER BY p.draw, p.record_id) AS place
  FROM "frequent_parts" AS p
) AS d
WHERE
  d.place = 1
