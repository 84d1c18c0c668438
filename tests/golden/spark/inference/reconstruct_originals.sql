-- name: seats
SELECT
  s.chunk_id,
  s.turn,
  s.record_number
FROM (
  SELECT
    p.chunk_id,
    p.subrecords,
    r.record_number,
    ROW_NUMBER() OVER (
      PARTITION BY p.chunk_id
      ORDER BY MD5(
        CONCAT(
          COALESCE(11, ''),
          ':',
          COALESCE(CAST(p.chunk_id AS STRING), ''),
          ':',
          COALESCE(CAST(r.record_number AS STRING), '')
        )
      ) NULLS LAST, r.record_number NULLS LAST
    ) AS turn
  FROM `loose` AS p
  JOIN `records_to_fill` AS r
    ON r.cluster_id = p.cluster_id
) AS s
WHERE
  s.turn <= s.subrecords

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
      MD5(CONCAT(COALESCE(11, ''), ':fill:', COALESCE(CAST(p.chunk_id AS STRING), ''))) AS digits
    FROM `paths` AS p
    LEFT JOIN (
      SELECT
        x.cluster_id,
        MAX(x.filled + x.more) AS filled
      FROM `drawn_before` AS x
      GROUP BY
        x.cluster_id
    ) AS b
      ON b.cluster_id = p.case_id
    WHERE
      p.turn = 12
  ) AS d
  JOIN `chances` AS c
    ON c.turn = d.turn AND c.node_id = d.node_id AND c.filled = d.filled
  WHERE
    c.start = 0
    OR c.start * 4294967296 <= CAST(LOCATE(SUBSTRING(d.digits, 1, 1), '0123456789abcdef') - 1 AS BIGINT) * 268435456 + (
      LOCATE(SUBSTRING(d.digits, 2, 1), '0123456789abcdef') - 1
    ) * 16777216 + (
      LOCATE(SUBSTRING(d.digits, 3, 1), '0123456789abcdef') - 1
    ) * 1048576 + (
      LOCATE(SUBSTRING(d.digits, 4, 1), '0123456789abcdef') - 1
    ) * 65536 + (
      LOCATE(SUBSTRING(d.digits, 5, 1), '0123456789abcdef') - 1
    ) * 4096 + (
      LOCATE(SUBSTRING(d.digits, 6, 1), '0123456789abcdef') - 1
    ) * 256 + (
      LOCATE(SUBSTRING(d.digits, 7, 1), '0123456789abcdef') - 1
    ) * 16 + LOCATE(SUBSTRING(d.digits, 8, 1), '0123456789abcdef') - 1
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
      ORDER BY MD5(
        CONCAT(COALESCE(11, ''), ':shuffle:', COALESCE(CAST(r.record_number AS STRING), ''))
      ) NULLS LAST, r.record_number NULLS LAST
    ) AS slot
  FROM `records_to_fill` AS r
  SEMI JOIN `draws` AS x
    ON x.cluster_id = r.cluster_id
), chosen AS (
  SELECT
    d.chunk_id,
    d.subrecords,
    s.record_number,
    ROW_NUMBER() OVER (
      PARTITION BY d.chunk_id
      ORDER BY CASE WHEN s.slot > d.filled THEN 0 ELSE 1 END NULLS LAST, MD5(
        CONCAT(
          COALESCE(11, ''),
          ':',
          COALESCE(CAST(d.chunk_id AS STRING), ''),
          ':',
          COALESCE(CAST(s.record_number AS STRING), '')
        )
      ) NULLS LAST, s.record_number NULLS LAST
    ) AS rank
  FROM `draws` AS d
  JOIN shuffled AS s
    ON s.cluster_id = d.cluster_id AND s.slot <= d.filled + d.more
)
SELECT
  c.chunk_id,
  ROW_NUMBER() OVER (
    PARTITION BY c.chunk_id
    ORDER BY MD5(
      CONCAT(
        COALESCE(11, ''),
        ':seat:',
        COALESCE(CAST(c.chunk_id AS STRING), ''),
        ':',
        COALESCE(CAST(c.record_number AS STRING), '')
      )
    ) NULLS LAST, c.record_number NULLS LAST
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
    MD5(
      CONCAT(
        COALESCE(11, ''),
        ':term:',
        COALESCE(CAST(t.cluster_id AS STRING), ''),
        ':',
        COALESCE(t.item, '')
      )
    ) AS digits
  FROM `terms` AS t
) AS d
JOIN `records_to_fill` AS r
  ON r.cluster_id = d.cluster_id
  AND r.slot = (
    CAST(LOCATE(SUBSTRING(d.digits, 1, 1), '0123456789abcdef') - 1 AS BIGINT) * 268435456 + (
      LOCATE(SUBSTRING(d.digits, 2, 1), '0123456789abcdef') - 1
    ) * 16777216 + (
      LOCATE(SUBSTRING(d.digits, 3, 1), '0123456789abcdef') - 1
    ) * 1048576 + (
      LOCATE(SUBSTRING(d.digits, 4, 1), '0123456789abcdef') - 1
    ) * 65536 + (
      LOCATE(SUBSTRING(d.digits, 5, 1), '0123456789abcdef') - 1
    ) * 4096 + (
      LOCATE(SUBSTRING(d.digits, 6, 1), '0123456789abcdef') - 1
    ) * 256 + (
      LOCATE(SUBSTRING(d.digits, 7, 1), '0123456789abcdef') - 1
    ) * 16 + LOCATE(SUBSTRING(d.digits, 8, 1), '0123456789abcdef') - 1
  ) % NULLIF(d.size, 0)

-- name: last_terms
SELECT
  d.record_number,
  t.item
FROM (
  SELECT
    r.cluster_id,
    r.record_number,
    MD5(
      CONCAT(COALESCE(11, ''), ':empty:', COALESCE(CAST(r.record_number AS STRING), ''))
    ) AS digits
  FROM `records_to_fill` AS r
  ANTI JOIN `made` AS m
    ON m.record_number = r.record_number
) AS d
JOIN `terms` AS t
  ON t.cluster_id = d.cluster_id
  AND t.turn = (
    CAST(LOCATE(SUBSTRING(d.digits, 1, 1), '0123456789abcdef') - 1 AS BIGINT) * 268435456 + (
      LOCATE(SUBSTRING(d.digits, 2, 1), '0123456789abcdef') - 1
    ) * 16777216 + (
      LOCATE(SUBSTRING(d.digits, 3, 1), '0123456789abcdef') - 1
    ) * 1048576 + (
      LOCATE(SUBSTRING(d.digits, 4, 1), '0123456789abcdef') - 1
    ) * 65536 + (
      LOCATE(SUBSTRING(d.digits, 5, 1), '0123456789abcdef') - 1
    ) * 4096 + (
      LOCATE(SUBSTRING(d.digits, 6, 1), '0123456789abcdef') - 1
    ) * 256 + (
      LOCATE(SUBSTRING(d.digits, 7, 1), '0123456789abcdef') - 1
    ) * 16 + LOCATE(SUBSTRING(d.digits, 8, 1), '0123456789abcdef') - 1
  ) % NULLIF(t.terms, 0)

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
