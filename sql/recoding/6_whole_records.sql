-- Any number of labels may be known: which labels of records at risk go up? A record is at risk where fewer than k hold all
-- that it shows (sql/sets/5_containment). Records that lie in another one at risk wait: it may come to hold them.
-- Of the others the cheapest tenth of the labels goes up, and one at least.
-- phase: finding records that too few hold

-- name: outermost
-- Which sets at risk lie in no other one?
-- in:  at_risk (set_id), containing (set_id, other_set)
-- out: set_id
SELECT r.set_id
FROM at_risk AS r
ANTI JOIN (
  SELECT c.set_id
  FROM containing AS c
  JOIN at_risk AS o ON o.set_id = c.other_set
) AS i ON i.set_id = r.set_id

-- name: going
-- Which labels of the records that are these sets go up? Some never do.
-- in:  outermost (set_id), members (record_id, set_id), shown (record_id, node), prices (node, price), fixed (node)
-- out: record_id, node
SELECT p.record_id, p.node
FROM (
  SELECT
    s.record_id, s.node,
    row_number() OVER (PARTITION BY s.record_id ORDER BY l.price) AS place,
    count(*) OVER (PARTITION BY s.record_id) AS n_labels
  FROM outermost AS o
  JOIN members AS m ON m.set_id = o.set_id
  JOIN shown AS s ON s.record_id = m.record_id
  JOIN prices AS l ON l.node = s.node
  ANTI JOIN fixed AS f ON f.node = s.node
) AS p
WHERE 10 * p.place < p.n_labels + 10
