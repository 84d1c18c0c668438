-- name: larger_sets
SELECT
  ROW_NUMBER() OVER (ORDER BY d.prefix_id NULLS LAST, d.item NULLS LAST) AS set_id,
  d.prefix_id,
  d.item
FROM (
  SELECT DISTINCT
    o.set_id AS prefix_id,
    p.item,
    p.set_id AS other_id
  FROM `occurrences` AS o
  JOIN `linked` AS l
    ON l.record_id = o.record_id AND l.whole = 0
  JOIN `occurrences` AS p
    ON p.record_id = o.record_id AND p.prefix_id = o.prefix_id AND p.item > o.item
) AS d
JOIN `beside` AS b
  ON b.set_id = d.prefix_id AND b.item = d.item
JOIN `inferred` AS i
  ON i.set_id = d.prefix_id AND b.support < i.support
JOIN `inferred` AS j
  ON j.set_id = d.other_id AND b.support < j.support
