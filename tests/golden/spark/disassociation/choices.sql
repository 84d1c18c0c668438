SELECT
  m.record_id,
  m.group_id,
  c.weight
FROM `members` AS m
LEFT JOIN (
  SELECT
    r.record_id,
    MAX(l.weight) AS weight
  FROM `open_rows` AS r
  JOIN `leading_supports` AS l
    ON l.group_id = r.group_id AND l.item = r.item
  GROUP BY
    r.record_id
) AS c
  ON c.record_id = m.record_id
WHERE
  m.size >= 11
