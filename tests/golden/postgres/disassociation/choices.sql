SELECT
  p.kind_id,
  p.group_id,
  p.records,
  COALESCE(c.weight, 0) AS weight
FROM "placed" AS p
LEFT JOIN (
  SELECT
    r.kind_id,
    MAX(s.worth * 2147483648 + 2147483647 - r.item) AS weight
  FROM "open_rows" AS r
  JOIN "splitting" AS s
    ON s.group_id = r.group_id AND s.item = r.item AND s.turn = 1
  GROUP BY
    r.kind_id
) AS c
  ON c.kind_id = p.kind_id
WHERE
  p.size >= 11
