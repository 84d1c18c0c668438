SELECT
  COUNT(*) AS sampled,
  COUNT(*) FILTER(WHERE
    s.support < 11) AS below_k
FROM (
  SELECT
    h.subset_id,
    COUNT(*) AS support
  FROM (
    SELECT
      s.record_id AS subset_id,
      t.record_id
    FROM "subsets" AS s
    JOIN "transactions" AS t
      ON t.item = s.item
    GROUP BY
      s.record_id,
      t.record_id
    HAVING
      COUNT(*) = 12
  ) AS h
  GROUP BY
    h.subset_id
) AS s
