-- name: equal_records
WITH contents AS (
  SELECT
    record_id,
    LISTAGG(CAST(item AS STRING), ',') WITHIN GROUP (ORDER BY
      item) AS content
  FROM `transactions` AS transactions
  GROUP BY
    record_id
), sizes AS (
  SELECT
    content,
    COUNT(*) AS records
  FROM contents
  GROUP BY
    content
)
SELECT
  COUNT(*) AS groups,
  COALESCE(MIN(records), 0) AS smallest,
  COUNT(*) FILTER(WHERE
    records < 11) AS violations,
  COALESCE(SUM(records) FILTER(WHERE
    records < 11), 0) AS at_risk,
  COUNT(*) FILTER(WHERE
    records = 1) AS singled_out
FROM sizes

-- name: equal_records_of_persons
WITH contents AS (
  SELECT
    record_id,
    LISTAGG(CAST(item AS STRING), ',') WITHIN GROUP (ORDER BY
      item) AS content
  FROM `transactions` AS transactions
  GROUP BY
    record_id
), held AS (
  SELECT
    c.content,
    p.person,
    COUNT(*) AS records
  FROM contents AS c
  JOIN `persons` AS p
    ON p.record_id = c.record_id
  GROUP BY
    c.content,
    p.person
), sizes AS (
  SELECT
    content,
    COUNT(*) AS persons
  FROM held
  GROUP BY
    content
)
SELECT
  COUNT(DISTINCT h.content) AS groups,
  COALESCE(MIN(s.persons), 0) AS smallest,
  COUNT(DISTINCT CASE WHEN s.persons < 11 THEN h.content END) AS violations,
  COALESCE(SUM(h.records) FILTER(WHERE
    s.persons < 11), 0) AS at_risk,
  COUNT(DISTINCT CASE WHEN s.persons < 11 THEN h.person END) AS persons_at_risk,
  COUNT(DISTINCT CASE WHEN s.persons = 1 THEN h.person END) AS singled_out
FROM held AS h
JOIN sizes AS s
  ON s.content = h.content
