-- name: shared_rows
WITH chunks AS (
  SELECT DISTINCT
    s.cluster_id,
    s.chunk_id,
    s.item
  FROM "subrecords" AS s
  JOIN "joint_depths" AS d
    ON d.cluster_id = s.cluster_id AND d.depth = 11
), occupied AS (
  SELECT DISTINCT
    c.chunk_id,
    m.record_number
  FROM "made" AS m
  JOIN "records_to_fill" AS p
    ON p.record_number = m.record_number
  JOIN "above" AS a
    ON a.cluster_id = p.cluster_id
  JOIN chunks AS c
    ON c.cluster_id = a.upper_id AND c.item = m.item
), members AS (
  SELECT
    b.chunk_id,
    b.subrecord_id,
    ROW_NUMBER() OVER (PARTITION BY b.chunk_id ORDER BY b.subrecord_id) AS slot
  FROM (
    SELECT DISTINCT
      s.chunk_id,
      s.subrecord_id
    FROM "subrecords" AS s
    JOIN "joint_depths" AS d
      ON d.cluster_id = s.cluster_id AND d.depth = 11
  ) AS b
), free AS (
  SELECT
    c.chunk_id,
    p.record_number,
    ROW_NUMBER() OVER (
      PARTITION BY c.chunk_id
      ORDER BY MD5(CONCAT(12, ':', CAST(c.chunk_id AS TEXT), ':', CAST(p.record_number AS TEXT))), p.record_number
    ) AS slot
  FROM (
    SELECT DISTINCT
      x.cluster_id,
      x.chunk_id
    FROM chunks AS x
  ) AS c
  JOIN "above" AS a
    ON a.upper_id = c.cluster_id
  JOIN "records_to_fill" AS p
    ON p.cluster_id = a.cluster_id
  WHERE
    NOT EXISTS(
      SELECT
        1
      FROM occupied AS t
      WHERE
        t.chunk_id = c.chunk_id AND t.record_number = p.record_number
    )
)
SELECT
  f.record_number,
  s.item
FROM "subrecords" AS s
JOIN members AS m
  ON m.chunk_id = s.chunk_id AND m.subrecord_id = s.subrecord_id
JOIN free AS f
  ON f.chunk_id = m.chunk_id AND f.slot = m.slot
