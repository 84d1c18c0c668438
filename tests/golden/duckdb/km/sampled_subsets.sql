SELECT
  o.record_id,
  o.item
FROM (
  SELECT
    t.record_id,
    t.item,
    ROW_NUMBER() OVER (
      PARTITION BY t.record_id
      ORDER BY MD5(CONCAT(12, ':', CAST(t.record_id AS TEXT), ':', CAST(t.item AS TEXT)))
    ) AS place
  FROM "transactions" AS t
  JOIN (
    SELECT
      c.record_id
    FROM "transactions" AS c
    GROUP BY
      c.record_id
    HAVING
      COUNT(*) >= 13
    ORDER BY
      MD5(CONCAT(12, ':', CAST(c.record_id AS TEXT)))
    LIMIT 11
  ) AS p
    ON p.record_id = t.record_id
) AS o
WHERE
  o.place <= 13
