-- PostgreSQL's forms: it sorts one whole number faster than it looks up so many groups.

-- name: candidates
WITH possible AS (
  SELECT
    d.grown_id,
    cast(pair_first(d.grown_id) AS integer) AS parent_id,
    cast(pair_second(d.grown_id) AS integer) AS item
  FROM (
    SELECT DISTINCT e.grown_id
    FROM (
      SELECT pair(o.set_id, t.item) AS grown_id
      FROM occurrences AS o
      JOIN rows_with_sensitive AS t ON t.record_id = o.record_id AND t.item < o.last
      ORDER BY grown_id
    ) AS e
  ) AS d
)
SELECT
  cast(row_number() OVER (ORDER BY k.grown_id) + $first AS integer) AS set_id,
  cast(pair_first(k.grown_id) AS integer) AS parent_id,
  cast(pair_second(k.grown_id) AS integer) AS item,
  pair_key(pair_first(k.grown_id), pair_second(k.grown_id)) AS place,
  k.subset_support
FROM (
  SELECT c.grown_id, cast(min(least(g.support, p.support)) AS integer) AS subset_support
  FROM possible AS c
  JOIN sets AS p ON p.set_id = c.parent_id
  JOIN members AS m ON m.set_id = c.parent_id
  JOIN sets AS g
    ON pair_key(g.parent_id, g.item) = pair_key(m.sub_id, c.item)
  GROUP BY c.grown_id
  HAVING count(*) = $size
) AS k

-- name: grown_sets
-- The occurrences mostly are in the order of their sets: sorting them costs next to nothing.
SELECT k.set_id, k.parent_id, k.item, k.place, c.support, k.subset_support
FROM candidates AS k
JOIN (
  SELECT g.set_id, cast(count(*) AS integer) AS support
  FROM (SELECT o.set_id FROM occurrences AS o ORDER BY o.set_id) AS g
  GROUP BY g.set_id
) AS c ON c.set_id = k.set_id
WHERE c.support < k.subset_support OR $keep_non_generators
