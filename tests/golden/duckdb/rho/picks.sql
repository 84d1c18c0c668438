SELECT
  k.place,
  k.record_id,
  k.item
FROM (
  SELECT
    v.place,
    v.record_id,
    v.item,
    v.needed,
    ROW_NUMBER() OVER (
      PARTITION BY v.place
      ORDER BY s.served DESC, CASE
        WHEN v.needed < v.held
        THEN MD5(CONCAT(11, ':', CAST(v.record_id AS TEXT)))
      END, v.record_id
    ) AS rank
  FROM "covers" AS v
  JOIN (
    SELECT
      x.record_id,
      x.item,
      COUNT(*) AS served
    FROM "covers" AS x
    GROUP BY
      x.record_id,
      x.item
  ) AS s
    ON s.record_id = v.record_id AND s.item = v.item
  WHERE
    v.needed > 0
) AS k
WHERE
  k.rank <= k.needed
