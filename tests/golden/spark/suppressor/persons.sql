-- name: proposed_suppressions
WITH losses AS (
  SELECT
    v.rank,
    v.holder,
    v.record_id,
    v.item,
    v.held,
    v.needed,
    s.served
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
)
SELECT
  l.rank,
  l.record_id,
  l.item
FROM losses AS l
JOIN (
  SELECT
    h.rank,
    h.holder,
    h.needed,
    ROW_NUMBER() OVER (
      PARTITION BY h.rank
      ORDER BY h.loss NULLS LAST, CASE
        WHEN h.needed < h.held
        THEN MD5(CONCAT(COALESCE(11, ''), ':', COALESCE(CAST(h.record_id AS STRING), '')))
      END NULLS LAST, h.record_id NULLS LAST
    ) AS holder_rank
  FROM (
    SELECT
      k.rank,
      k.holder,
      MIN(k.needed) AS needed,
      MIN(k.held) AS held,
      MIN(k.record_id) AS record_id,
      SUM(720720 DIV NULLIF(k.served, 0)) AS loss
    FROM losses AS k
    GROUP BY
      k.rank,
      k.holder
  ) AS h
) AS c
  ON c.rank = l.rank AND c.holder = l.holder
WHERE
  c.holder_rank <= c.needed
