SELECT
  m.record_id,
  m.group_id
FROM "members" AS m
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM (
      SELECT
        c.record_id
      FROM "choices" AS c
      JOIN "parts" AS p
        ON p.group_id = c.group_id AND p.weight = c.weight
    ) AS s
    WHERE
      s.record_id = m.record_id
  )
