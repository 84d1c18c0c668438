-- name: top_items
SELECT
  c.item,
  l.label,
  CAST(SUM(c.threats) AS BIGINT) AS threats
FROM `contributions` AS c
JOIN `labels` AS l
  ON l.item = c.item
GROUP BY
  c.item,
  l.label
ORDER BY
  SUM(c.threats) DESC,
  c.item NULLS LAST
LIMIT 11

-- name: worst_threats
SELECT
  i.support,
  i.threat_id,
  l.label
FROM `threat_items` AS i
JOIN (
  SELECT
    t.threat_id
  FROM `threat_items` AS t
  WHERE
    t.position = 1
  ORDER BY
    t.support NULLS LAST,
    t.threat_id NULLS LAST
  LIMIT 11
) AS w
  ON w.threat_id = i.threat_id
JOIN `labels` AS l
  ON l.item = i.item
ORDER BY
  i.support NULLS LAST,
  i.threat_id NULLS LAST,
  l.label NULLS LAST

-- name: sampled_subsets
SELECT
  o.record_id,
  o.item
FROM (
  SELECT
    t.record_id,
    t.item,
    ROW_NUMBER() OVER (
      PARTITION BY t.record_id
      ORDER BY MD5(
        CONCAT(
          COALESCE(12, ''),
          ':',
          COALESCE(CAST(t.record_id AS STRING), ''),
          ':',
          COALESCE(CAST(t.item AS STRING), '')
        )
      ) NULLS LAST
    ) AS rank
  FROM `transactions` AS t
  JOIN (
    SELECT
      c.record_id
    FROM `transactions` AS c
    GROUP BY
      c.record_id
    HAVING
      COUNT(*) >= 13
    ORDER BY
      MD5(CONCAT(COALESCE(12, ''), ':', COALESCE(CAST(c.record_id AS STRING), ''))) NULLS LAST
    LIMIT 11
  ) AS p
    ON p.record_id = t.record_id
) AS o
WHERE
  o.rank <= 13
