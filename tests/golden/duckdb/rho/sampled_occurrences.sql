SELECT
  c.record_id,
  c.set_id,
  c.item AS last
FROM (
  SELECT
    r.set_id,
    r.size,
    r.item,
    t.record_id
  FROM (
    SELECT
      m.set_id,
      m.size,
      MAX(m.item) AS item
    FROM "members" AS m
    GROUP BY
      m.set_id,
      m.size
  ) AS r
  JOIN "present" AS t
    ON t.item = r.item
) AS c
JOIN "members" AS n
  ON n.set_id = c.set_id
JOIN "present" AS p
  ON p.record_id = c.record_id AND p.item = n.item
GROUP BY
  c.record_id,
  c.set_id,
  c.item,
  c.size
HAVING
  COUNT(*) = c.size
