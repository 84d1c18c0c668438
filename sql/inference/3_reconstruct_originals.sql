-- Reconstruct, part 2, once an original: a random record for each subrecord and each term.
-- Chunks by themselves (seats): of the records that may hold the chunk, in random order, as many as it has subrecords.
-- Chunks that have to fill a cluster without terms together: how many records each fills besides those that are filled
-- (draws), then which (filling_seats). Then the rows that this gives, each term in a random record of its cluster, and a
-- random term for each record that is still empty. The records are shuffled; sample puts several originals in one table.
-- A random number from 0 to 2^32 - 1 is the first eight digits of a hash.
-- Terrovitis et al., section 3 (reconstruction); section 5 (a record holds an item once, and none is empty).
-- phase: making up an original

-- name: seats
-- Which records get the subrecords of the chunks that are placed by themselves?
-- in:  loose (chunk_id, cluster_id, subrecords), records_to_fill (cluster_id, record_number)
-- out: chunk_id, turn (of the subrecord, from 1), record_number
SELECT s.chunk_id, s.turn, s.record_number
FROM (
  SELECT
    p.chunk_id,
    p.subrecords,
    r.record_number,
    row_number() OVER (
      PARTITION BY p.chunk_id
      ORDER BY md5(concat($seed, ':', cast(p.chunk_id AS text), ':', cast(r.record_number AS text))), r.record_number
    ) AS turn
  FROM loose AS p
  JOIN records_to_fill AS r ON r.cluster_id = p.cluster_id
) AS s
WHERE s.turn <= s.subrecords

-- name: draws
-- How many records does the chunk of turn $turn fill in each tight cluster, besides those that are filled?
-- in:  paths (turn, case_id: the cluster, chunk_id, drawn, node_id), chances (turn, node_id, filled, more, start),
--      drawn_before (cluster_id, filled, more) of the chunks before
-- out: cluster_id, chunk_id, subrecords, filled (before), more
SELECT h.cluster_id, h.chunk_id, h.subrecords, h.filled, max(h.more) AS more
FROM (
  SELECT d.cluster_id, d.chunk_id, d.subrecords, d.filled, c.more
  FROM (
    SELECT
      p.case_id AS cluster_id,
      p.turn,
      p.chunk_id,
      p.node_id,
      p.drawn AS subrecords,
      coalesce(b.filled, 0) AS filled,
      md5(concat($seed, ':fill:', cast(p.chunk_id AS text))) AS digits
    FROM paths AS p
    LEFT JOIN (
      SELECT x.cluster_id, max(x.filled + x.more) AS filled FROM drawn_before AS x GROUP BY x.cluster_id
    ) AS b ON b.cluster_id = p.case_id
    WHERE p.turn = $turn
  ) AS d
  JOIN chances AS c ON c.turn = d.turn AND c.node_id = d.node_id AND c.filled = d.filled
  WHERE c.start = 0 OR c.start * eight_digits_range() <= eight_digits(d.digits)
) AS h
GROUP BY h.cluster_id, h.chunk_id, h.subrecords, h.filled

-- name: filling_seats
-- Which records get the subrecords of the chunks that fill a cluster together? The records of a cluster are in random
-- order, the filled ones first: a chunk gets those that it fills, and as many random ones before them as it still needs.
-- in:  draws (cluster_id, chunk_id, subrecords, filled, more), records_to_fill (cluster_id, record_number)
-- out: chunk_id, turn (of the subrecord, from 1), record_number
WITH shuffled AS (
  SELECT
    r.cluster_id,
    r.record_number,
    row_number() OVER (
      PARTITION BY r.cluster_id
      ORDER BY md5(concat($seed, ':shuffle:', cast(r.record_number AS text))), r.record_number
    ) AS slot
  FROM records_to_fill AS r
  SEMI JOIN draws AS x ON x.cluster_id = r.cluster_id
), chosen AS (
  SELECT
    d.chunk_id,
    d.subrecords,
    s.record_number,
    row_number() OVER (
      PARTITION BY d.chunk_id
      ORDER BY
        CASE WHEN s.slot > d.filled THEN 0 ELSE 1 END,
        md5(concat($seed, ':', cast(d.chunk_id AS text), ':', cast(s.record_number AS text))),
        s.record_number
    ) AS rank
  FROM draws AS d
  JOIN shuffled AS s ON s.cluster_id = d.cluster_id AND s.slot <= d.filled + d.more
)
SELECT
  c.chunk_id,
  row_number() OVER (
    PARTITION BY c.chunk_id
    ORDER BY md5(concat($seed, ':seat:', cast(c.chunk_id AS text), ':', cast(c.record_number AS text))), c.record_number
  ) AS turn,
  c.record_number
FROM chosen AS c
WHERE c.rank <= c.subrecords

-- name: chunk_rows
-- The rows that the chunks give.
-- in:  seats (chunk_id, turn, record_number), numbered (chunk_id, turn, item)
-- out: record_number, item
SELECT t.record_number, n.item
FROM seats AS t
JOIN numbered AS n ON n.chunk_id = t.chunk_id AND n.turn = t.turn

-- name: term_rows
-- Each term in a random record of its cluster, whatever that holds.
-- in:  terms (cluster_id, turn, item, size), records_to_fill (cluster_id, slot, record_number)
-- out: record_number, item
-- Terrovitis et al., section 3 (any subset of the terms)
SELECT r.record_number, d.item
FROM (
  SELECT
    t.cluster_id, t.item, t.size, md5(concat($seed, ':term:', cast(t.cluster_id AS text), ':', t.item)) AS digits
  FROM terms AS t
) AS d
JOIN records_to_fill AS r ON r.cluster_id = d.cluster_id AND r.slot = eight_digits(d.digits) % nullif(d.size, 0)

-- name: last_terms
-- A random term for each record that is still empty.
-- in:  terms (cluster_id, turn, item, terms), records_to_fill (cluster_id, record_number), made (record_number)
-- out: record_number, item
-- Terrovitis et al., section 3 (no empty record)
SELECT d.record_number, t.item
FROM (
  SELECT r.cluster_id, r.record_number, md5(concat($seed, ':empty:', cast(r.record_number AS text))) AS digits
  FROM records_to_fill AS r
  ANTI JOIN made AS m ON m.record_number = r.record_number
) AS d
JOIN terms AS t ON t.cluster_id = d.cluster_id AND t.turn = eight_digits(d.digits) % nullif(t.terms, 0)

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
