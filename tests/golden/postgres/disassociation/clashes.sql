SELECT
  i.threat_id + 11 AS clash_id,
  l.node_id,
  i.item AS other_id
FROM "threat_items" AS i
JOIN (
  SELECT
    t.threat_id,
    MAX(t.item) AS node_id
  FROM "threat_items" AS t
  GROUP BY
    t.threat_id
) AS l
  ON l.threat_id = i.threat_id AND l.node_id <> i.item
