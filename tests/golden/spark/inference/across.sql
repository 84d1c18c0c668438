-- name: record_labels
SELECT DISTINCT
  p.person,
  r.item AS label
FROM `persons` AS p
JOIN `release` AS r
  ON CAST(r.record_id AS STRING) = p.released_id

-- name: equal_ids
SELECT
  COUNT(*) AS n
FROM `persons` AS p
JOIN `record_ids` AS r
  ON r.source_id = p.new_id
JOIN `places` AS q
  ON q.record_id = r.record_id AND CAST(q.published_id AS STRING) = p.old_id
SEMI JOIN `release` AS o
  ON CAST(o.record_id AS STRING) = p.old_id

-- name: piece_labels
SELECT
  p.person,
  c.label
FROM `persons` AS p
JOIN `cluster_labels` AS c
  ON CAST(c.cluster_id AS STRING) = p.released_id

-- name: labels
SELECT DISTINCT
  h.label
FROM `held` AS h
ORDER BY
  h.label NULLS LAST

-- name: grown_numbers
SELECT
  11 + ROW_NUMBER() OVER (ORDER BY d.fact NULLS LAST, d.number NULLS LAST) AS new_fact,
  d.fact,
  d.number
FROM (
  SELECT DISTINCT
    g.fact,
    g.number
  FROM `grown` AS g
) AS d
