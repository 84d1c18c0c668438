-- PostgreSQL's forms: it sorts one whole number faster than it looks up so many groups.

-- name: pairs
SELECT c.left_id, c.right_id, c.right_id AS item, c.support, c.one_record, c.other_record
FROM (
  SELECT
    cast(pair_first(p.pair_id) AS integer) AS left_id,
    cast(pair_second(p.pair_id) AS integer) AS right_id,
    cast(count(*) AS integer) AS support,
    min(p.record_id) AS one_record,
    max(p.record_id) AS other_record
  FROM (
    SELECT pair(a.gen_id, b.gen_id) AS pair_id, a.record_id
    FROM occurrences AS a
    JOIN occurrences AS b ON b.record_id = a.record_id AND b.gen_id > a.gen_id
    WHERE a.gen_id BETWEEN $first_id AND $last_id
    ORDER BY pair_id
  ) AS p
  GROUP BY p.pair_id
) AS c
JOIN generators AS g ON g.gen_id = c.left_id AND g.support > c.support
JOIN generators AS h ON h.gen_id = c.right_id AND h.support > c.support

-- name: triples
SELECT c.left_id, c.right_id, h.item, c.support, c.one_record, c.other_record
FROM (
  SELECT
    cast(pair_first(p.pair_id) AS integer) AS left_id,
    cast(pair_second(p.pair_id) AS integer) AS right_id,
    cast(count(*) AS integer) AS support,
    min(p.record_id) AS one_record,
    max(p.record_id) AS other_record
  FROM (
    SELECT pair(a.gen_id, b.gen_id) AS pair_id, a.record_id
    FROM held AS a
    JOIN held AS b ON b.record_id = a.record_id AND b.parent_id = a.parent_id AND b.gen_id > a.gen_id
    WHERE a.parent_id BETWEEN $first_id AND $last_id
    ORDER BY pair_id
  ) AS p
  GROUP BY p.pair_id
) AS c
JOIN generators AS g ON g.gen_id = c.left_id AND g.support > c.support
JOIN generators AS h ON h.gen_id = c.right_id AND h.support > c.support
SEMI JOIN generators AS o ON o.parent_id = g.item AND o.item = h.item AND o.support > c.support AND o.parent_id > $first_id
