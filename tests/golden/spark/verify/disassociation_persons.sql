-- name: ledger_rows
SELECT
  n.subrecord_id,
  l.item,
  l.record_id
FROM `ledger` AS l
JOIN (
  SELECT
    s.subrecord_id,
    CONCAT(
      'cluster ',
      COALESCE(CAST(s.cluster_id AS STRING), ''),
      ', chunk ',
      COALESCE(CAST(s.chunk_id AS STRING), ''),
      ', subrecord ',
      COALESCE(CAST(s.subrecord_id AS STRING), '')
    ) AS name
  FROM (
    SELECT DISTINCT
      r.cluster_id,
      r.chunk_id,
      r.subrecord_id
    FROM `subrecords` AS r
  ) AS s
) AS n
  ON n.name = l.cause
WHERE
  l.action IN ('record chunk', 'shared chunk')

-- name: records
SELECT
  c.cluster_id,
  l.record_id,
  p.person
FROM `ledger` AS l
JOIN `clusters` AS c
  ON c.kind = 'simple' AND CAST(c.cluster_id AS STRING) = l.label
JOIN `persons` AS p
  ON p.record_id = l.record_id
WHERE
  l.action = 'released'
