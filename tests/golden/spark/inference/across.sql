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

-- name: numbered
SELECT
  ROW_NUMBER() OVER (ORDER BY d.old_label NULLS LAST, d.new_label NULLS LAST) AS item,
  d.old_label,
  d.new_label
FROM (
  SELECT DISTINCT
    f.old_label,
    f.new_label
  FROM `facts` AS f
) AS d
