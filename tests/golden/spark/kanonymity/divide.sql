-- name: contents
SELECT
  record_id,
  part,
  LISTAGG(CAST(child AS STRING), ',') WITHIN GROUP (ORDER BY
    child) AS content,
  SUM(gain) AS gain
FROM (
  SELECT
    l.record_id,
    l.part,
    l.child,
    SUM(l.gain) AS gain
  FROM `live` AS l
  JOIN `openings` AS o
    ON o.part = l.part AND o.node = l.node AND o.divides = 1
  GROUP BY
    l.record_id,
    l.part,
    l.child
) AS held
GROUP BY
  record_id,
  part

-- name: subsets
SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY part NULLS LAST, MIN(record_id) NULLS LAST) AS INT) AS subset,
  part,
  content,
  COUNT(*) AS records,
  SUM(gain) AS gain
FROM `contents` AS contents
GROUP BY
  part,
  content

-- name: fates
WITH sized AS (
  SELECT
    subset,
    part,
    CASE WHEN records >= 11 THEN 1 ELSE 0 END AS is_large,
    SUM(CASE WHEN records >= 11 THEN 0 ELSE records END) OVER (PARTITION BY part) AS left_over,
    SUM(CASE WHEN records >= 11 THEN records - 11 ELSE 0 END) OVER (PARTITION BY part) AS to_spare,
    ROW_NUMBER() OVER (
      PARTITION BY part
      ORDER BY CASE WHEN records >= 11 THEN 0 ELSE 1 END NULLS LAST, gain NULLS LAST, subset NULLS LAST
    ) AS rank
  FROM `subsets` AS subsets
), short AS (
  SELECT
    *,
    CASE WHEN left_over BETWEEN 1 AND 11 - 1 THEN 11 - left_over ELSE 0 END AS lacking
  FROM sized
)
SELECT
  subset,
  CASE WHEN is_large = 0 OR (
    lacking > to_spare AND rank = 1
  ) THEN 0 ELSE 1 END AS opens,
  CASE WHEN lacking > to_spare THEN 0 ELSE lacking END AS given_up
FROM short

-- name: divided
WITH ranked AS (
  SELECT
    c.record_id,
    c.part,
    c.gain,
    s.subset,
    f.opens,
    f.given_up,
    ROW_NUMBER() OVER (PARTITION BY s.subset ORDER BY c.gain DESC, c.record_id NULLS LAST) AS rank
  FROM `contents` AS c
  JOIN `subsets` AS s
    ON s.part = c.part AND s.content = c.content
  JOIN `fates` AS f
    ON f.subset = s.subset
), spare AS (
  SELECT
    *,
    ROW_NUMBER() OVER (
      PARTITION BY part
      ORDER BY CASE WHEN opens = 1 AND rank > 11 THEN 0 ELSE 1 END NULLS LAST, gain NULLS LAST, record_id NULLS LAST
    ) AS turn
  FROM ranked
)
SELECT
  record_id,
  part,
  CASE WHEN opens = 1 AND (
    rank <= 11 OR turn > given_up
  ) THEN subset ELSE 0 END AS subset
FROM spare

-- name: new_parts
SELECT
  CAST(11 + ROW_NUMBER() OVER (ORDER BY part NULLS LAST, subset NULLS LAST) AS INT) AS part,
  part AS old_part,
  subset,
  COUNT(*) AS records
FROM `divided` AS divided
GROUP BY
  part,
  subset
