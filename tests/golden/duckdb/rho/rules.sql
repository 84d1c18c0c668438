SELECT
  c.set_id,
  c.hidden,
  c."both",
  s.support
FROM (
  SELECT
    o.set_id,
    h.item AS hidden,
    CAST(COUNT(*) AS INT) AS "both"
  FROM "occurrences" AS o
  JOIN "sensitive_rows" AS h
    ON h.record_id = o.record_id AND h.item <> o.last
  GROUP BY
    o.set_id,
    h.item
) AS c
JOIN "sets" AS s
  ON s.set_id = c.set_id
ANTI JOIN "members" AS m
  ON m.set_id = c.set_id AND m.item = c.hidden
