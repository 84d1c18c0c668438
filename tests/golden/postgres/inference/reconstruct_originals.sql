-- name: draws
SELECT
  h.cluster_id,
  h.chunk_id,
  h.subrecords,
  h.filled,
  MAX(h.more) AS more
FROM (
  SELECT
    d.cluster_id,
    d.chunk_id,
    d.subrecords,
    d.filled,
    c.more
  FROM (
    SELECT
      p.case_id AS cluster_id,
      p.turn,
      p.chunk_id,
      p.node_id,
      p.drawn AS subrecords,
      COALESCE(b.filled, 0) AS filled,
      MD5(CONCAT(11, ':fill:', CAST(p.chunk_id AS TEXT))) AS digits
    FROM "paths" AS p
    LEFT JOIN (
      SELECT
        x.cluster_id,
        MAX(x.filled + x.more) AS filled
      FROM "drawn_before" AS x
      GROUP BY
        x.cluster_id
    ) AS b
      ON b.cluster_id = p.case_id
    WHERE
      p.turn = 12
  ) AS d
  JOIN "chances" AS c
    ON c.turn = d.turn AND c.node_id = d.node_id AND c.filled = d.filled
  WHERE
    c.start = 0
    OR c.start * 4294967296 <= CAST(POSITION(SUBSTRING(d.digits FROM 1 FOR 1) IN '0123456789abcdef') - 1 AS BIGINT) * 268435456 + (
      POSITION(SUBSTRING(d.digits FROM 2 FOR 1) IN '0123456789abcdef') - 1
    ) * 16777216 + (
      POSITION(SUBSTRING(d.digits FROM 3 FOR 1) IN '0123456789abcdef') - 1
    ) * 1048576 + (
      POSITION(SUBSTRING(d.digits FROM 4 FOR 1) IN '0123456789abcdef') - 1
    ) * 65536 + (
      POSITION(SUBSTRING(d.digits FROM 5 FOR 1) IN '0123456789abcdef') - 1
    ) * 4096 + (
      POSITION(SUBSTRING(d.digits FROM 6 FOR 1) IN '0123456789abcdef') - 1
    ) * 256 + (
      POSITION(SUBSTRING(d.digits FROM 7 FOR 1) IN '0123456789abcdef') - 1
    ) * 16 + POSITION(SUBSTRING(d.digits FROM 8 FOR 1) IN '0123456789abcdef') - 1
) AS h
GROUP BY
  h.cluster_id,
  h.chunk_id,
  h.subrecords,
  h.filled

-- name: filling_seats
WITH shuffled AS (
  SELECT
    r.cluster_id,
    r.record_number,
    ROW_NUMBER() OVER (
      PARTITION BY r.cluster_id
      ORDER BY MD5(CONCAT(11, ':shuffle:', CAST(r.record_number AS TEXT))), r.record_number
    ) AS slot
  FROM "records_to_fill" AS r
  WHERE
    EXISTS(
      SELECT
        1
      FROM "draws" AS x
      WHERE
        x.cluster_id = r.cluster_id
    )
), chosen AS (
  SELECT
    d.chunk_id,
    d.subrecords,
    s.record_number,
    ROW_NUMBER() OVER (
      PARTITION BY d.chunk_id
      ORDER BY CASE WHEN s.slot > d.filled THEN 0 ELSE 1 END, MD5(CONCAT(11, ':', CAST(d.chunk_id AS TEXT), ':', CAST(s.record_number AS TEXT))), s.record_number
    ) AS rank
  FROM "draws" AS d
  JOIN shuffled AS s
    ON s.cluster_id = d.cluster_id AND s.slot <= d.filled + d.more
)
SELECT
  c.chunk_id,
  ROW_NUMBER() OVER (
    PARTITION BY c.chunk_id
    ORDER BY MD5(
      CONCAT(11, ':seat:', CAST(c.chunk_id AS TEXT), ':', CAST(c.record_number AS TEXT))
    ), c.record_number
  ) AS turn,
  c.record_number
FROM chosen AS c
WHERE
  c.rank <= c.subrecords

-- name: term_rows
SELECT
  r.record_number,
  d.item
FROM (
  SELECT
    t.cluster_id,
    t.item,
    t.size,
    MD5(CONCAT(11, ':term:', CAST(t.cluster_id AS TEXT), ':', t.item)) AS digits
  FROM "terms" AS t
) AS d
JOIN "records_to_fill" AS r
  ON r.cluster_id = d.cluster_id
  AND r.slot = (
    CAST(POSITION(SUBSTRING(d.digits FROM 1 FOR 1) IN '0123456789abcdef') - 1 AS BIGINT) * 268435456 + (
      POSITION(SUBSTRING(d.digits FROM 2 FOR 1) IN '0123456789abcdef') - 1
    ) * 16777216 + (
      POSITION(SUBSTRING(d.digits FROM 3 FOR 1) IN '0123456789abcdef') - 1
    ) * 1048576 + (
      POSITION(SUBSTRING(d.digits FROM 4 FOR 1) IN '0123456789abcdef') - 1
    ) * 65536 + (
      POSITION(SUBSTRING(d.digits FROM 5 FOR 1) IN '0123456789abcdef') - 1
    ) * 4096 + (
      POSITION(SUBSTRING(d.digits FROM 6 FOR 1) IN '0123456789abcdef') - 1
    ) * 256 + (
      POSITION(SUBSTRING(d.digits FROM 7 FOR 1) IN '0123456789abcdef') - 1
    ) * 16 + POSITION(SUBSTRING(d.digits FROM 8 FOR 1) IN '0123456789abcdef') - 1
  ) % NULLIF(d.size, 0)

-- name: last_terms
SELECT
  d.record_number,
  t.item
FROM (
  SELECT
    r.cluster_id,
    r.record_number,
    MD5(CONCAT(11, ':empty:', CAST(r.record_number AS TEXT))) AS digits
  FROM "records_to_fill" AS r
  WHERE
    NOT EXISTS(
      SELECT
        1
      FROM "made" AS m
      WHERE
        m.record_number = r.record_number
    )
) AS d
JOIN "terms" AS t
  ON t.cluster_id = d.cluster_id
  AND t.turn = (
    CAST(POSITION(SUBSTRING(d.digits FROM 1 FOR 1) IN '0123456789abcdef') - 1 AS BIGINT) * 268435456 + (
      POSITION(SUBSTRING(d.digits FROM 2 FOR 1) IN '0123456789abcdef') - 1
    ) * 16777216 + (
      POSITION(SUBSTRING(d.digits FROM 3 FOR 1) IN '0123456789abcdef') - 1
    ) * 1048576 + (
      POSITION(SUBSTRING(d.digits FROM 4 FOR 1) IN '0123456789abcdef') - 1
    ) * 65536 + (
      POSITION(SUBSTRING(d.digits FROM 5 FOR 1) IN '0123456789abcdef') - 1
    ) * 4096 + (
      POSITION(SUBSTRING(d.digits FROM 6 FOR 1) IN '0123456789abcdef') - 1
    ) * 256 + (
      POSITION(SUBSTRING(d.digits FROM 7 FOR 1) IN '0123456789abcdef') - 1
    ) * 16 + POSITION(SUBSTRING(d.digits FROM 8 FOR 1) IN '0123456789abcdef') - 1
  ) % NULLIF(t.terms, 0)
