SELECT
  l.record_id,
  COALESCE(MAX(b.part_id), MAX(l.part_id)) AS group_id
FROM (
  SELECT
    r.record_id,
    r.group_id,
    s.part_id
  FROM `remainders` AS r
  JOIN `remainder_groups` AS g
    ON g.group_id = r.group_id AND g.part_id IS NULL
  JOIN (
    SELECT
      p.group_id,
      p.part_id,
      ROW_NUMBER() OVER (PARTITION BY p.group_id ORDER BY p.size NULLS LAST, p.part_id NULLS LAST) AS place
    FROM `parts` AS p
  ) AS s
    ON s.group_id = r.group_id AND s.place = 1
) AS l
LEFT JOIN (
  SELECT
    o.record_id,
    p.part_id,
    ROW_NUMBER() OVER (PARTITION BY o.record_id ORDER BY p.weight DESC) AS place
  FROM `open_rows` AS o
  JOIN `parts` AS p
    ON p.group_id = o.group_id AND p.item = o.item
) AS b
  ON b.record_id = l.record_id AND b.place = 1
GROUP BY
  l.record_id
