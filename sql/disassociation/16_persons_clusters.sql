-- Persons, clusters: HORPART where each cluster is to have records of $min_persons persons. These queries stand in for those
-- of horpart_start, horpart_split and horpart_clusters that count records; all the others serve as they are.
-- Distinct records are of one person or several (distinct_persons). An item can split a group where persons enough have a
-- record with it, and persons enough one without it; a part needs records of so many.
-- Groups that no item could split are cut as before; where a piece lacks persons, the records of its group are dealt out, so
-- that each piece has enough (lacking_groups, dealt_clusters). Nothing is left over.
-- Terrovitis et al., section 4, algorithm HORPART, of records; of persons it is ours.
-- phase: splitting groups of records, by persons

-- name: distinct_persons
-- Whose records are like each distinct one?
-- in:  signatures (record_id, items, total, squares), distinct_records (items, total, squares, distinct_id),
--      persons (record_id, person)
-- out: distinct_id, person, records (of the person)
SELECT k.distinct_id, p.person, count(*) AS records
FROM signatures AS s
JOIN distinct_records AS k ON k.total = s.total AND k.squares = s.squares AND k.items = s.items
JOIN persons AS p ON p.record_id = s.record_id
GROUP BY k.distinct_id, p.person

-- name: splitting_items
-- As in horpart_split: which items can split which group? Enough persons have a record in it that holds the item, and enough
-- one that does not: so many as are in the group, but for those of whom all records hold it.
-- in:  open_rows (distinct_id, group_id, item, pairs), placed (distinct_id, group_id),
--      distinct_persons (distinct_id, person, records)
-- out: group_id, item, worth, turn (1: now, 0: later)
-- Terrovitis et al., algorithm HORPART, lines 3 and 6
WITH parts AS (
  SELECT b.group_id, p.person, sum(p.records) AS records
  FROM placed AS b
  JOIN distinct_persons AS p ON p.distinct_id = b.distinct_id
  GROUP BY b.group_id, p.person
), held AS (
  SELECT o.group_id, o.item, p.person, sum(p.records) AS records, sum(p.records * o.pairs) AS worth
  FROM open_rows AS o
  JOIN distinct_persons AS p ON p.distinct_id = o.distinct_id
  GROUP BY o.group_id, o.item, p.person
)
SELECT
  w.group_id,
  w.item,
  w.worth,
  CASE WHEN w.weight >= w.most - w.most // 100 * (100 - $percent) THEN 1 ELSE 0 END AS turn
FROM (
  SELECT v.group_id, v.item, v.worth, v.weight, max(v.weight) OVER (PARTITION BY v.group_id) AS most
  FROM (
    SELECT s.group_id, s.item, s.worth, pair(s.worth, highest_number() - s.item) AS weight
    FROM (
      SELECT
        h.group_id,
        h.item,
        sum(CASE WHEN h.records = g.records THEN 1 ELSE 0 END) AS whole,
        cast(least(sum(h.worth), highest_number()) AS bigint) AS worth
      FROM held AS h
      JOIN parts AS g ON g.group_id = h.group_id AND g.person = h.person
      GROUP BY h.group_id, h.item
      HAVING count(*) >= $min_persons
    ) AS s
    JOIN (SELECT a.group_id, count(*) AS persons FROM parts AS a GROUP BY a.group_id) AS n
      ON n.group_id = s.group_id AND s.whole <= n.persons - $min_persons
  ) AS v
) AS w

-- name: group_splits
-- As in horpart_split: what becomes of the records of a group that chose the same item? A part needs persons enough.
-- in:  choices (distinct_id, group_id, weight), distinct_persons (distinct_id, person, records)
-- out: group_id, weight, part_id (numbered from $first), size (of the part; negative where nothing can split it)
WITH chosen AS (
  SELECT c.group_id, c.weight, p.person, sum(p.records) AS records
  FROM choices AS c
  JOIN distinct_persons AS p ON p.distinct_id = c.distinct_id
  GROUP BY c.group_id, c.weight, p.person
), counted AS (
  SELECT
    c.group_id,
    c.weight,
    sum(c.records) AS records,
    CASE WHEN c.weight > 0 AND count(*) >= $min_persons THEN 1 ELSE 0 END AS enough
  FROM chosen AS c
  GROUP BY c.group_id, c.weight
), rests AS (
  SELECT c.group_id, count(DISTINCT c.person) AS persons
  FROM chosen AS c
  JOIN counted AS n ON n.group_id = c.group_id AND n.weight = c.weight AND n.enough = 0
  GROUP BY c.group_id
)
SELECT
  p.group_id,
  p.weight,
  cast(dense_rank() OVER (ORDER BY p.group_id, p.part DESC) + $first - 1 AS integer) AS part_id,
  cast(
    CASE WHEN p.lowest IS NULL THEN -1 ELSE 1 END * sum(p.records) OVER (PARTITION BY p.group_id, p.part) AS integer
  ) AS size
FROM (
  SELECT
    t.group_id,
    t.weight,
    t.records,
    t.lowest,
    CASE WHEN t.enough = 1 THEN t.weight WHEN t.rest < $min_persons THEN coalesce(t.lowest, 0) ELSE 0 END AS part
  FROM (
    SELECT
      e.group_id,
      e.weight,
      e.records,
      e.enough,
      min(CASE WHEN e.enough = 1 THEN e.weight END) OVER (PARTITION BY e.group_id) AS lowest,
      r.persons AS rest
    FROM counted AS e
    LEFT JOIN rests AS r ON r.group_id = e.group_id
  ) AS t
) AS p

-- name: pieces
-- As in horpart_clusters: into how many pieces are the groups cut? A person can be in each piece once. So in n pieces the j
-- persons with the most records bring j each, and the others bring what records they have: these need to be n * (persons
-- enough - j), whatever j is.
-- in:  settled (distinct_id, group_id, size: negative where nothing could split it),
--      distinct_persons (distinct_id, person, records)
-- out: group_id, size, pieces, first_piece (the pieces of all groups are numbered from 0)
WITH held AS (
  SELECT s.group_id, p.person, sum(p.records) AS records
  FROM settled AS s
  JOIN distinct_persons AS p ON p.distinct_id = s.distinct_id
  WHERE -s.size >= $cluster_size
  GROUP BY s.group_id, p.person
), ranked AS (
  SELECT
    h.group_id,
    row_number() OVER (PARTITION BY h.group_id ORDER BY h.records DESC, h.person) - 1 AS larger,
    cast(
      sum(h.records) OVER (
        PARTITION BY h.group_id ORDER BY h.records DESC, h.person ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING
      ) AS bigint
    ) AS records
  FROM held AS h
), most AS (
  SELECT r.group_id, min(r.records // nullif($min_persons - r.larger, 0)) AS pieces
  FROM ranked AS r
  WHERE r.larger < $min_persons
  GROUP BY r.group_id
)
SELECT
  n.group_id,
  n.size,
  n.pieces,
  cast(sum(n.pieces) OVER (ORDER BY n.group_id) - n.pieces AS integer) AS first_piece
FROM (
  SELECT
    d.group_id,
    d.size,
    cast(greatest(1, least(coalesce(m.pieces, 1), (d.size + $cluster_size - 2) // ($cluster_size - 1))) AS integer) AS pieces
  FROM (SELECT DISTINCT s.group_id, abs(s.size) AS size FROM settled AS s) AS d
  LEFT JOIN most AS m ON m.group_id = d.group_id
) AS n

-- name: lacking_pieces
-- The pieces of groups that have, as they are cut, a piece with too few persons.
-- in:  clusters (record_id, cluster_id), persons (record_id, person), pieces (pieces, first_piece)
-- out: cluster_id, first_piece (of its group), pieces (of its group)
WITH sizes AS (
  SELECT c.cluster_id, count(DISTINCT p.person) AS persons
  FROM clusters AS c
  JOIN persons AS p ON p.record_id = c.record_id
  GROUP BY c.cluster_id
), of_groups AS (
  SELECT
    s.cluster_id,
    s.persons,
    max(g.first_piece) OVER (ORDER BY s.cluster_id ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS first_piece
  FROM sizes AS s
  LEFT JOIN pieces AS g ON g.first_piece = s.cluster_id - 1
), lacking AS (
  SELECT o.first_piece FROM of_groups AS o GROUP BY o.first_piece HAVING min(o.persons) < $min_persons
)
SELECT o.cluster_id, g.first_piece, g.pieces
FROM of_groups AS o
JOIN lacking AS l ON l.first_piece = o.first_piece
JOIN pieces AS g ON g.first_piece = o.first_piece

-- name: dealt_clusters
-- The clusters, where the records of such groups are dealt out to the pieces one by one. First those that bring persons into
-- pieces, person by person, of each no more than there are pieces: so none comes into a piece twice, and as these records are
-- enough (see pieces) every piece gets persons enough. Then the rest.
-- in:  clusters (record_id, cluster_id), persons (record_id, person), lacking_pieces (cluster_id, first_piece, pieces)
-- out: record_id, cluster_id
SELECT c.record_id, c.cluster_id
FROM clusters AS c
ANTI JOIN lacking_pieces AS l ON l.cluster_id = c.cluster_id
UNION ALL
SELECT d.record_id, cast(d.first_piece + d.turn % nullif(d.pieces, 0) + 1 AS integer) AS cluster_id
FROM (
  SELECT
    n.record_id, n.pieces, n.first_piece,
    row_number() OVER (
      PARTITION BY n.first_piece ORDER BY CASE WHEN n.nth <= n.pieces THEN 0 ELSE 1 END, n.person, n.nth
    ) - 1 AS turn
  FROM (
    SELECT
      c.record_id, p.person, l.pieces, l.first_piece,
      row_number() OVER (PARTITION BY l.first_piece, p.person ORDER BY c.cluster_id, c.record_id) AS nth
    FROM clusters AS c
    JOIN lacking_pieces AS l ON l.cluster_id = c.cluster_id
    JOIN persons AS p ON p.record_id = c.record_id
  ) AS n
) AS d
