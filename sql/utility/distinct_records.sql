-- Records with the same frequent items, once, and how many of them the original and the release hold.
-- in:  frequent_parts (draw, record_id, items)
-- out: distinct_id, draw, record_id (of one of them), original, released
SELECT
  cast(row_number() OVER (ORDER BY d.draw, d.record_id) AS integer) AS distinct_id,
  d.draw,
  d.record_id,
  d.original,
  d.released
FROM (
  SELECT
    p.draw,
    p.record_id,
    cast(sum(1 - p.draw) OVER (PARTITION BY p.items) AS integer) AS original,
    cast(sum(p.draw) OVER (PARTITION BY p.items) AS integer) AS released,
    row_number() OVER (PARTITION BY p.items ORDER BY p.draw, p.record_id) AS place
  FROM frequent_parts AS p
) AS d
WHERE d.place = 1
