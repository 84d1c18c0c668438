SELECT DISTINCT
  k.set_id,
  k.hidden
FROM (
  SELECT
    a.set_id,
    a.hidden,
    c.record_id,
    MAX(a.size) AS size,
    COUNT(*) AS held
  FROM (
    SELECT DISTINCT
      r.set_id,
      r.hidden,
      s.record_id
    FROM "rules" AS r
    JOIN "members" AS m
      ON m.set_id = r.set_id
    JOIN "suppressed" AS s
      ON s.item = m.item
    JOIN "wishes" AS w
      ON w.record_id = s.record_id AND w.item = r.hidden
  ) AS c
  JOIN "rules" AS a
    ON a.set_id = c.set_id AND a.hidden = c.hidden
  JOIN "members" AS n
    ON n.set_id = c.set_id
  JOIN "original" AS t
    ON t.record_id = c.record_id AND t.item = n.item
  GROUP BY
    a.set_id,
    a.hidden,
    c.record_id
) AS k
WHERE
  k.held = k.size
