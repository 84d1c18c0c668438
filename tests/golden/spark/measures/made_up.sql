-- name: dealt
SELECT
  s.label,
  s.leaf,
  ROW_NUMBER() OVER (
    PARTITION BY s.label
    ORDER BY MD5(
      CONCAT(COALESCE(11, ''), ':leaf:', COALESCE(s.label, ''), ':', COALESCE(s.leaf, ''))
    ) NULLS LAST, s.leaf NULLS LAST
  ) - 1 AS place
FROM `spread` AS s

-- name: original
SELECT
  r.record_id,
  r.item
FROM `release` AS r
LEFT JOIN `label_sizes` AS n
  ON n.label = r.item
WHERE
  n.label IS NULL
UNION ALL
SELECT
  h.record_id,
  d.leaf AS item
FROM (
  SELECT
    r.record_id,
    r.item,
    (
      ROW_NUMBER() OVER (
        PARTITION BY r.item
        ORDER BY MD5(
          CONCAT(
            COALESCE(11, ''),
            ':',
            COALESCE(CAST(r.record_id AS STRING), ''),
            ':',
            COALESCE(r.item, '')
          )
        ) NULLS LAST, r.record_id NULLS LAST
      ) - 1
    ) % NULLIF(n.leaves, 0) AS place
  FROM `release` AS r
  JOIN `label_sizes` AS n
    ON n.label = r.item
) AS h
JOIN `dealt` AS d
  ON d.label = h.item AND d.place = h.place
