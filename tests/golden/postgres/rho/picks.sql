SELECT
  k.place,
  k.record_id,
  CAST(k.item AS INT) AS item
FROM (
  SELECT
    v.place,
    v.record_id,
    i.item,
    i.needed,
    ROW_NUMBER() OVER (
      PARTITION BY v.place
      ORDER BY s.served DESC NULLS LAST, CASE
        WHEN i.needed < i.held
        THEN MD5(CONCAT(11, ':', CAST(v.record_id AS TEXT)))
      END, v.record_id
    ) AS rank
  FROM "covers" AS v
  JOIN "chosen" AS i
    ON i.place = v.place AND i.needed > 0
  JOIN (
    SELECT
      x.record_id,
      y.item,
      COUNT(*) AS served
    FROM "covers" AS x
    JOIN "chosen" AS y
      ON y.place = x.place
    GROUP BY
      x.record_id,
      y.item
  ) AS s
    ON s.record_id = v.record_id AND s.item = i.item
) AS k
WHERE
  k.rank <= k.needed
