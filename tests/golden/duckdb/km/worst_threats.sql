SELECT
  i.support,
  i.threat_id,
  l.label
FROM "threat_items" AS i
JOIN (
  SELECT
    t.threat_id
  FROM "threat_items" AS t
  WHERE
    t.position = 1
  ORDER BY
    t.support,
    t.threat_id
  LIMIT 11
) AS w
  ON w.threat_id = i.threat_id
JOIN "labels" AS l
  ON l.item = i.item
ORDER BY
  i.support,
  i.threat_id,
  l.label
