-- name: broken_members
SELECT
  m.set_id,
  m.item
FROM `members` AS m
SEMI JOIN (
  SELECT
    r.set_id
  FROM `rules` AS r
  JOIN `limits` AS l
    ON l.item = r.sensitive_item
  WHERE
    CAST(r.support_with_sensitive AS BIGINT) * l.limit_den > CAST(r.support AS BIGINT) * l.limit_num
) AS b
  ON b.set_id = m.set_id
ORDER BY
  m.set_id NULLS LAST,
  m.item NULLS LAST

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
