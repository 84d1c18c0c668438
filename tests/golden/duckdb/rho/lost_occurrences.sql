SELECT
  c.record_id,
  c.set_id
FROM (
  SELECT DISTINCT
    b.record_id,
    k.set_id,
    k.size
  FROM "beside_lost" AS b
  JOIN (
    SELECT
      m.set_id,
      m.item,
      z.size,
      CASE WHEN m.item = z.rarest THEN z.commonest ELSE z.rarest END AS partner
    FROM "members" AS m
    JOIN (
      SELECT
        n.set_id,
        MAX(n.item) AS rarest,
        MIN(n.item) AS commonest,
        COUNT(*) AS size
      FROM "members" AS n
      SEMI JOIN "rules" AS r
        ON r.set_id = n.set_id
      GROUP BY
        n.set_id
    ) AS z
      ON z.set_id = m.set_id
  ) AS k
    ON k.item = b.lost AND k.partner = b.item
) AS c
JOIN "members" AS p
  ON p.set_id = c.set_id
JOIN "original" AS t
  ON t.record_id = c.record_id AND t.item = p.item
GROUP BY
  c.record_id,
  c.set_id,
  c.size
HAVING
  COUNT(*) = c.size
