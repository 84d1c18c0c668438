-- name: association_rules
SELECT
  k.known,
  k.item
FROM (
  SELECT
    f.set_id,
    f.support,
    m.item,
    STRING_AGG(CAST(n.item AS TEXT), ','
    ORDER BY
      n.item) AS known
  FROM "frequent" AS f
  JOIN "members" AS m
    ON m.set_id = f.set_id
  JOIN "members" AS n
    ON n.set_id = f.set_id AND n.item <> m.item
  GROUP BY
    f.set_id,
    f.support,
    m.item
) AS k
JOIN "smaller" AS s
  ON s.content = k.known
WHERE
  CAST(k.support AS BIGINT) * 12 >= CAST(s.support AS BIGINT) * 11
