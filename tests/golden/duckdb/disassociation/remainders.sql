SELECT
  m.record_id,
  m.group_id
FROM "members" AS m
ANTI JOIN (
  SELECT
    c.record_id
  FROM "choices" AS c
  JOIN "parts" AS p
    ON p.group_id = c.group_id AND p.weight = c.weight
) AS s
  ON s.record_id = m.record_id
