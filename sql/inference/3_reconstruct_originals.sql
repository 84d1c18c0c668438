-- Reconstruct, part 2: the shared chunks, the terms, and the finished original.
-- The shared chunks go first, the deepest joint clusters before those above them: each subrecord to a record that has
-- none of the chunk's items yet. Then each term goes to a record of its cluster, and each empty record gets a term. The
-- records are shuffled; sample puts several originals in one table.
-- Terrovitis et al., section 3 (reconstruction); section 5 (a record holds an item once).

-- name: shared_rows
-- The rows that the shared chunks of the joint clusters at one depth give: each subrecord goes to a random record of the
-- cluster that has none of the chunk's items yet, no two of a chunk to the same.
-- in:  subrecords (cluster_id, chunk_id, subrecord_id, item), joint_depths (cluster_id, depth),
--      above (cluster_id, upper_id), records_to_fill (cluster_id, record_number), made (record_number, item)
-- out: record_number, item
-- Terrovitis et al., section 5 (a record holds an item once)
WITH chunks AS (
  SELECT DISTINCT s.cluster_id, s.chunk_id, s.item
  FROM subrecords AS s
  JOIN joint_depths AS d ON d.cluster_id = s.cluster_id AND d.depth = $depth
), occupied AS (
  SELECT DISTINCT c.chunk_id, m.record_number
  FROM made AS m
  JOIN records_to_fill AS p ON p.record_number = m.record_number
  JOIN above AS a ON a.cluster_id = p.cluster_id
  JOIN chunks AS c ON c.cluster_id = a.upper_id AND c.item = m.item
), members AS (
  SELECT b.chunk_id, b.subrecord_id, row_number() OVER (PARTITION BY b.chunk_id ORDER BY b.subrecord_id) AS slot
  FROM (
    SELECT DISTINCT s.chunk_id, s.subrecord_id
    FROM subrecords AS s
    JOIN joint_depths AS d ON d.cluster_id = s.cluster_id AND d.depth = $depth
  ) AS b
), free AS (
  SELECT
    c.chunk_id,
    p.record_number,
    row_number() OVER (
      PARTITION BY c.chunk_id
      ORDER BY md5(concat($seed, ':', cast(c.chunk_id AS text), ':', cast(p.record_number AS text))), p.record_number
    ) AS slot
  FROM (SELECT DISTINCT x.cluster_id, x.chunk_id FROM chunks AS x) AS c
  JOIN above AS a ON a.upper_id = c.cluster_id
  JOIN records_to_fill AS p ON p.cluster_id = a.cluster_id
  ANTI JOIN occupied AS t ON t.chunk_id = c.chunk_id AND t.record_number = p.record_number
)
SELECT f.record_number, s.item
FROM subrecords AS s
JOIN members AS m ON m.chunk_id = s.chunk_id AND m.subrecord_id = s.subrecord_id
JOIN free AS f ON f.chunk_id = m.chunk_id AND f.slot = m.slot

-- name: term_rows
-- Which records get the terms? Each term one random record of its cluster; and each record that is still empty one random
-- term.
-- in:  terms (cluster_id, item), records_to_fill (cluster_id, slot, record_number), made (record_number),
--      clusters (cluster_id, size)
-- out: record_number, item
-- Terrovitis et al., section 3 (any subset of the terms, no empty record)
WITH ordered AS (
  SELECT
    t.cluster_id,
    t.item,
    row_number() OVER (
      PARTITION BY t.cluster_id
      ORDER BY md5(concat($seed, ':term:', cast(t.cluster_id AS text), ':', t.item)), t.item
    ) - 1 AS turn
  FROM terms AS t
), counted AS (
  SELECT o.cluster_id, count(*) AS terms
  FROM ordered AS o
  GROUP BY o.cluster_id
), places_now AS (
  SELECT
    p.cluster_id,
    p.record_number,
    c.size,
    CASE WHEN m.record_number IS NULL THEN 1 ELSE 0 END AS hollow,
    row_number() OVER (
      PARTITION BY p.cluster_id
      ORDER BY
        CASE WHEN m.record_number IS NULL THEN 0 ELSE 1 END,
        md5(concat($seed, ':', cast(p.record_number AS text))),
        p.record_number
    ) - 1 AS turn
  FROM records_to_fill AS p
  JOIN clusters AS c ON c.cluster_id = p.cluster_id
  LEFT JOIN (SELECT DISTINCT x.record_number FROM made AS x) AS m ON m.record_number = p.record_number
)
SELECT n.record_number, o.item
FROM places_now AS n
JOIN ordered AS o ON o.cluster_id = n.cluster_id AND o.turn % nullif(n.size, 0) = n.turn
UNION
SELECT n.record_number, o.item
FROM places_now AS n
JOIN counted AS c ON c.cluster_id = n.cluster_id
JOIN ordered AS o ON o.cluster_id = n.cluster_id AND o.turn = n.turn % nullif(c.terms, 0)
WHERE n.hollow = 1

-- name: original
-- A made-up original, its records in random order.
-- in:  made (record_number, item)
-- out: record_id, item
SELECT DISTINCT o.record_id, m.item
FROM made AS m
JOIN (
  SELECT
    p.record_number,
    row_number() OVER (ORDER BY md5(concat($seed, ':record:', cast(p.record_number AS text))), p.record_number) AS record_id
  FROM (SELECT DISTINCT x.record_number FROM made AS x) AS p
) AS o ON o.record_number = m.record_number

-- name: sample
-- The rows of one made-up original, with its number.
-- in:  original (record_id, item)
-- out: sample_id, record_id, item
SELECT $sample_id AS sample_id, o.record_id, o.item
FROM original AS o
