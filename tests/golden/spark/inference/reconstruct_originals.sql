-- name: shared_rows
WITH chunks AS (
  SELECT DISTINCT
    s.cluster_id,
    s.chunk_id,
    s.item
  FROM `subrecords` AS s
  JOIN `joint_depths` AS d
    ON d.cluster_id = s.cluster_id AND d.depth = 11
), occupied AS (
  SELECT DISTINCT
    c.chunk_id,
    m.record_number
  FROM `made` AS m
  JOIN `records_to_fill` AS p
    ON p.record_number = m.record_number
  JOIN `above` AS a
    ON a.cluster_id = p.cluster_id
  JOIN chunks AS c
    ON c.cluster_id = a.upper_id AND c.item = m.item
), members AS (
  SELECT
    b.chunk_id,
    b.subrecord_id,
    ROW_NUMBER() OVER (PARTITION BY b.chunk_id ORDER BY b.subrecord_id NULLS LAST) AS slot
  FROM (
    SELECT DISTINCT
      s.chunk_id,
      s.subrecord_id
    FROM `subrecords` AS s
    JOIN `joint_depths` AS d
      ON d.cluster_id = s.cluster_id AND d.depth = 11
  ) AS b
), free AS (
  SELECT
    c.chunk_id,
    p.record_number,
    ROW_NUMBER() OVER (
      PARTITION BY c.chunk_id
      ORDER BY MD5(
        CONCAT(
          COALESCE(12, ''),
          ':',
          COALESCE(CAST(c.chunk_id AS STRING), ''),
          ':',
          COALESCE(CAST(p.record_number AS STRING), '')
        )
      ) NULLS LAST, p.record_number NULLS LAST
    ) AS slot
  FROM (
    SELECT DISTINCT
      x.cluster_id,
      x.chunk_id
    FROM chunks AS x
  ) AS c
  JOIN `above` AS a
    ON a.upper_id = c.cluster_id
  JOIN `records_to_fill` AS p
    ON p.cluster_id = a.cluster_id
  ANTI JOIN occupied AS t
    ON t.chunk_id = c.chunk_id AND t.record_number = p.record_number
)
SELECT
  f.record_number,
  s.item
FROM `subrecords` AS s
JOIN members AS m
  ON m.chunk_id = s.chunk_id AND m.subrecord_id = s.subrecord_id
JOIN free AS f
  ON f.chunk_id = m.chunk_id AND f.slot = m.slot

-- name: term_rows
WITH ordered AS (
  SELECT
    t.cluster_id,
    t.item,
    ROW_NUMBER() OVER (
      PARTITION BY t.cluster_id
      ORDER BY MD5(
        CONCAT(
          COALESCE(11, ''),
          ':term:',
          COALESCE(CAST(t.cluster_id AS STRING), ''),
          ':',
          COALESCE(t.item, '')
        )
      ) NULLS LAST, t.item NULLS LAST
    ) - 1 AS turn
  FROM `terms` AS t
), counted AS (
  SELECT
    o.cluster_id,
    COUNT(*) AS terms
  FROM ordered AS o
  GROUP BY
    o.cluster_id
), places_now AS (
  SELECT
    p.cluster_id,
    p.record_number,
    c.size,
    CASE WHEN m.record_number IS NULL THEN 1 ELSE 0 END AS hollow,
    ROW_NUMBER() OVER (
      PARTITION BY p.cluster_id
      ORDER BY CASE WHEN m.record_number IS NULL THEN 0 ELSE 1 END NULLS LAST, MD5(CONCAT(COALESCE(11, ''), ':', COALESCE(CAST(p.record_number AS STRING), ''))) NULLS LAST, p.record_number NULLS LAST
    ) - 1 AS turn
  FROM `records_to_fill` AS p
  JOIN `clusters` AS c
    ON c.cluster_id = p.cluster_id
  LEFT JOIN (
    SELECT DISTINCT
      x.record_number
    FROM `made` AS x
  ) AS m
    ON m.record_number = p.record_number
)
SELECT
  n.record_number,
  o.item
FROM places_now AS n
JOIN ordered AS o
  ON o.cluster_id = n.cluster_id AND o.turn % NULLIF(n.size, 0) = n.turn
UNION
SELECT
  n.record_number,
  o.item
FROM places_now AS n
JOIN counted AS c
  ON c.cluster_id = n.cluster_id
JOIN ordered AS o
  ON o.cluster_id = n.cluster_id AND o.turn = n.turn % NULLIF(c.terms, 0)
WHERE
  n.hollow = 1

-- name: original
SELECT DISTINCT
  o.record_id,
  m.item
FROM `made` AS m
JOIN (
  SELECT
    p.record_number,
    ROW_NUMBER() OVER (
      ORDER BY MD5(
        CONCAT(COALESCE(11, ''), ':record:', COALESCE(CAST(p.record_number AS STRING), ''))
      ) NULLS LAST, p.record_number NULLS LAST
    ) AS record_id
  FROM (
    SELECT DISTINCT
      x.record_number
    FROM `made` AS x
  ) AS p
) AS o
  ON o.record_number = m.record_number
