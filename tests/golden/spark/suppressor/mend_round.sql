-- name: proposed_suppressions
SELECT
  k.rank,
  k.record_id,
  k.item
FROM (
  SELECT
    v.rank,
    v.record_id,
    v.item,
    v.needed,
    ROW_NUMBER() OVER (
      PARTITION BY v.rank
      ORDER BY s.served DESC, CASE
        WHEN v.needed < v.held
        THEN MD5(CONCAT(COALESCE(11, ''), ':', COALESCE(CAST(v.record_id AS STRING), '')))
      END NULLS LAST, v.record_id NULLS LAST
    ) AS record_rank
  FROM `rule_records` AS v
  JOIN (
    SELECT
      x.record_id,
      x.item,
      COUNT(*) AS served
    FROM `rule_records` AS x
    GROUP BY
      x.record_id,
      x.item
  ) AS s
    ON s.record_id = v.record_id AND s.item = v.item
  WHERE
    v.needed > 0
) AS k
WHERE
  k.record_rank <= k.needed
