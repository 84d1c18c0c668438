-- name: level_occurrences_with_sensitive
SELECT
  o.record_id,
  o.set_id
FROM "occurrences" AS o
WHERE
  EXISTS(
    SELECT
      1
    FROM "sensitive_rows" AS h
    WHERE
      h.record_id = o.record_id
  )
UNION ALL
SELECT
  MIN(o.record_id) AS record_id,
  o.set_id
FROM "occurrences" AS o
JOIN "persons" AS p
  ON p.record_id = o.record_id
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "sensitive_rows" AS h
    WHERE
      h.record_id = o.record_id
  )
GROUP BY
  o.set_id,
  p.person

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
  FROM "rule_records" AS v
  JOIN (
    SELECT
      x.record_id,
      x.item,
      COUNT(*) AS served
    FROM "rule_records" AS x
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
      ORDER BY h.loss, CASE
        WHEN h.needed < h.held
        THEN MD5(CONCAT(11, ':', CAST(h.record_id AS TEXT)))
      END, h.record_id
    ) AS holder_rank
  FROM (
    SELECT
      k.rank,
      k.holder,
      MIN(k.needed) AS needed,
      MIN(k.held) AS held,
      MIN(k.record_id) AS record_id,
      SUM(DIV(720720, NULLIF(k.served, 0))) AS loss
    FROM losses AS k
    GROUP BY
      k.rank,
      k.holder
  ) AS h
) AS c
  ON c.rank = l.rank AND c.holder = l.holder
WHERE
  c.holder_rank <= c.needed

-- name: lost_sets
WITH losers AS (
  SELECT
    x.set_id,
    p.person,
    COUNT(*) AS n_records
  FROM "lost" AS x
  JOIN "persons" AS p
    ON p.record_id = x.record_id
  GROUP BY
    x.set_id,
    p.person
)
SELECT
  l.set_id,
  CAST(SUM(CASE WHEN k.place IS NULL THEN 1 ELSE 0 END) AS BIGINT) * 2147483648 + CAST(SUM(l.n_records) AS BIGINT) AS n
FROM losers AS l
LEFT JOIN (
  SELECT DISTINCT
    CAST(o.set_id AS BIGINT) * 3000000019 + q.person AS place
  FROM "occurrences" AS o
  JOIN "persons" AS q
    ON q.record_id = o.record_id
  WHERE
    EXISTS(
      SELECT
        1
      FROM "lost" AS y
      WHERE
        y.set_id = o.set_id
    )
) AS k
  ON k.place = CAST(l.set_id AS BIGINT) * 3000000019 + l.person
GROUP BY
  l.set_id

-- name: losers_of_rules
SELECT
  t.set_id,
  t.sensitive_item,
  p.person,
  COUNT(*) AS n_records
FROM (
  SELECT
    x.record_id,
    x.set_id,
    h.item AS sensitive_item
  FROM "lost" AS x
  JOIN "sensitive_rows" AS h
    ON h.record_id = x.record_id
  UNION ALL
  SELECT
    o.record_id,
    o.set_id,
    s.item AS sensitive_item
  FROM "occurrences" AS o
  JOIN "suppressions" AS s
    ON s.record_id = o.record_id
) AS t
JOIN "persons" AS p
  ON p.record_id = t.record_id
WHERE
  EXISTS(
    SELECT
      1
    FROM "rules" AS r
    WHERE
      r.set_id = t.set_id AND r.sensitive_item = t.sensitive_item
  )
GROUP BY
  t.set_id,
  t.sensitive_item,
  p.person

-- name: lost_rules
WITH holders AS (
  SELECT
    h.record_id,
    CAST(p.person AS BIGINT) * 3000000019 + h.item AS place
  FROM "sensitive_rows" AS h
  JOIN "persons" AS p
    ON p.record_id = h.record_id
  WHERE
    NOT EXISTS(
      SELECT
        1
      FROM "suppressions" AS s
      WHERE
        s.record_id = h.record_id AND s.item = h.item
    )
)
SELECT
  l.set_id,
  l.sensitive_item,
  CAST(SUM(CASE WHEN k.set_id IS NULL THEN 1 ELSE 0 END) AS BIGINT) * 2147483648 + CAST(SUM(l.n_records) AS BIGINT) AS n
FROM "losers" AS l
LEFT JOIN (
  SELECT DISTINCT
    c.set_id,
    c.sensitive_item,
    c.person
  FROM "losers" AS c
  JOIN holders AS v
    ON v.place = CAST(c.person AS BIGINT) * 3000000019 + c.sensitive_item
  JOIN "occurrences" AS o
    ON CAST(o.record_id AS BIGINT) * 3000000019 + o.set_id = CAST(v.record_id AS BIGINT) * 3000000019 + c.set_id
) AS k
  ON k.set_id = l.set_id
  AND k.sensitive_item = l.sensitive_item
  AND k.person = l.person
GROUP BY
  l.set_id,
  l.sensitive_item
