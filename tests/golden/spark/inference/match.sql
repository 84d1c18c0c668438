-- name: targets
SELECT
  CAST(ROW_NUMBER() OVER (
    ORDER BY MD5(CONCAT(COALESCE(12, ''), ':', COALESCE(CAST(record_id AS STRING), ''))) NULLS LAST
  ) AS INT) AS target,
  record_id
FROM (
  SELECT
    record_id
  FROM `transactions` AS transactions
  GROUP BY
    record_id
  ORDER BY
    MD5(CONCAT(COALESCE(12, ''), ':', COALESCE(CAST(record_id AS STRING), ''))) NULLS LAST
  LIMIT 11
) AS drawn

-- name: drawn
SELECT
  target,
  rank,
  item
FROM (
  SELECT
    p.target,
    t.item,
    ROW_NUMBER() OVER (
      PARTITION BY p.target
      ORDER BY MD5(
        CONCAT(
          COALESCE(12, ''),
          '/',
          COALESCE(CAST(p.target AS STRING), ''),
          '/',
          COALESCE(CAST(t.item AS STRING), '')
        )
      ) NULLS LAST
    ) AS rank
  FROM `targets` AS p
  JOIN `transactions` AS t
    ON t.record_id = p.record_id
) AS ranked
WHERE
  rank <= 11

-- name: mistaken
WITH turns AS (
  SELECT
    target,
    rank,
    ROW_NUMBER() OVER (
      ORDER BY MD5(
        CONCAT(
          COALESCE(12, ''),
          '!',
          COALESCE(CAST(target AS STRING), ''),
          '!',
          COALESCE(CAST(rank AS STRING), '')
        )
      ) NULLS LAST, target NULLS LAST, rank NULLS LAST
    ) AS turn
  FROM `drawn` AS drawn
)
SELECT
  t.target,
  t.rank,
  o.item
FROM turns AS t
JOIN (
  SELECT
    target,
    MAX(rank) AS items
  FROM `drawn` AS drawn
  GROUP BY
    target
) AS n
  ON n.target = t.target % NULLIF(11, 0) + 1
JOIN `drawn` AS o
  ON o.target = n.target AND o.rank = (
    t.rank - 1
  ) % NULLIF(n.items, 0) + 1
WHERE
  t.turn <= 13

-- name: labels
SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY item NULLS LAST) AS INT) AS number,
  item AS label,
  1 / NULLIF(LN(1 + COUNT(*)), 0) AS weight
FROM `release` AS release
GROUP BY
  item

-- name: placed
SELECT
  record_id,
  CAST(MIN(number) OVER (PARTITION BY content) AS INT) AS lot
FROM (
  SELECT
    record_id,
    content,
    CAST(ROW_NUMBER() OVER (ORDER BY content NULLS LAST, record_id NULLS LAST) AS INT) AS number
  FROM (
    SELECT
      r.record_id,
      LISTAGG(CAST(l.number AS STRING), ',') WITHIN GROUP (ORDER BY
        l.number) AS content
    FROM `release` AS r
    JOIN `labels` AS l
      ON l.label = r.item
    GROUP BY
      r.record_id
  ) AS contents
) AS numbered

-- name: best
WITH scores AS (
  SELECT
    h.target,
    h.lot,
    SUM(h.weight) AS score
  FROM `hits` AS h
  SEMI JOIN `able` AS a
    ON a.target = h.target
  WHERE
    h.rank <= 12
  GROUP BY
    h.target,
    h.lot
), ranked AS (
  SELECT
    s.target,
    s.lot,
    s.score,
    l.records,
    ROW_NUMBER() OVER (PARTITION BY s.target ORDER BY s.score DESC, s.lot NULLS LAST) AS rank,
    MAX(s.score) OVER (PARTITION BY s.target) AS top
  FROM scores AS s
  JOIN `lots` AS l
    ON l.lot = s.lot
)
SELECT
  target,
  MAX(CASE WHEN rank = 1 THEN lot END) AS lot,
  SUM(CASE WHEN score > top - 0.000000001 THEN records ELSE 0 END) AS ties,
  MAX(top) AS top,
  COALESCE(MAX(CASE WHEN score <= top - 0.000000001 THEN score END), 0) AS next,
  SUM(score * records) / NULLIF(11, 0) AS mean,
  SUM(score * score * records) / NULLIF(11, 0) AS mean_square
FROM ranked
GROUP BY
  target

-- name: right_lots
SELECT
  p.target,
  s.lot
FROM `targets` AS p
JOIN `truth` AS t
  ON t.record_id = p.record_id
JOIN `placed` AS s
  ON CAST(s.record_id AS STRING) = t.released_id

-- name: linked
SELECT
  r.record_id,
  p.new_id AS released_id
FROM `record_ids` AS r
JOIN `persons` AS p
  ON p.old_id = CAST(r.source_id AS STRING)

-- name: kept
SELECT
  record_id,
  CAST(source_id AS STRING) AS released_id
FROM `record_ids` AS record_ids
