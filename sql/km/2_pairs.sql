-- Which pairs of nodes do too few records hold? Nodes come into play in groups; only pairs with a fresh node are counted.
-- Nodes are numbered rarest first. Known nodes are low, or high where a node under them is in play.
-- 1. Which record supports which fresh node.
-- 2. Where records are few: count all pairs with a fresh node. Fewer than k records: a threat. An engine with long strings
-- of bits makes such words where many records hold the nodes, and ANDs them.
-- Where they are many, few pairs have to be counted, since supports only grow with records, and from a node to one over it:
-- 3. Count in every sixteenth record. A pair that k of these hold is settled.
-- 4. Count the pairs of fresh and low nodes that are not settled, each from the records of its rarer node: with more frequent
-- nodes up to the last with which it is not settled. Those with the most frequent nodes, which most records hold, mostly are.
-- 5. A settled pair settles those with the nodes over either. Count what is left of fresh and high nodes in the same way.
-- Reads transactions, ancestors; keeps held (record_id, item) of all nodes in play. Makes settled (one, other).
-- Liu and Wang, section 4.2 (round 2).
-- phase: counting pairs of labels

-- name: sampled
-- Every sixteenth record.
-- in:  held (record_id, item)
-- out: record_id, item
SELECT h.record_id, h.item
FROM held AS h
WHERE h.record_id % 16 = 0

-- name: counted
-- How many records hold each pair of a rare node and a more frequent one?
-- in:  rare (record_id, item), others (record_id, item)
-- out: one (the rarer), other, support
SELECT a.item AS one, b.item AS other, cast(count(*) AS integer) AS support
FROM rare AS a
JOIN others AS b ON b.record_id = a.record_id AND b.item > a.item
GROUP BY a.item, b.item

-- name: counted_up_to
-- The same of rare nodes that are not settled, with nodes up to the last with which they are not.
-- in:  rare (record_id, item), unsettled (item, last), others (record_id, item)
-- out: one (the rarer), other, support
SELECT a.item AS one, b.item AS other, cast(count(*) AS integer) AS support
FROM (SELECT r.record_id, r.item, u.last FROM rare AS r JOIN unsettled AS u ON u.item = r.item) AS a
JOIN others AS b ON b.record_id = a.record_id AND b.item > a.item AND b.item <= a.last
GROUP BY a.item, b.item

-- name: counted_with_known
-- How many records hold each pair of a fresh node and a known one?
-- in:  fresh (record_id, item), known (record_id, item): no node is in both
-- out: one (the rarer), other, support
SELECT least(c.fresh_item, c.known_item) AS one, greatest(c.fresh_item, c.known_item) AS other, c.support
FROM (
  SELECT a.item AS fresh_item, b.item AS known_item, cast(count(*) AS integer) AS support
  FROM fresh AS a
  JOIN known AS b ON b.record_id = a.record_id
  GROUP BY a.item, b.item
) AS c

-- name: threats
-- Which pairs do fewer than k records hold?
-- in:  counted (one, other, support)
-- out: one, other
SELECT c.one, c.other
FROM counted AS c
WHERE c.support < $k

-- name: settled
-- Which pairs do k records or more hold?
-- in:  counted (one, other, support)
-- out: one, other
SELECT c.one, c.other
FROM counted AS c
WHERE c.support >= $k

-- name: settled_over
-- Which pairs of a fresh node and a high one are no threat: k records hold the fresh one with a node under the high one,
-- or the high one is over the fresh one?
-- in:  settled (one, other), fresh_nodes (item), over (item, other)
-- out: one, other
SELECT least(q.fresh, o.other) AS one, greatest(q.fresh, o.other) AS other
FROM (
  SELECT s.one AS fresh, s.other AS under FROM settled AS s
  UNION ALL
  SELECT s.other AS fresh, s.one AS under FROM settled AS s
  UNION ALL
  SELECT f.item AS fresh, f.item AS under FROM fresh_nodes AS f
) AS q
JOIN fresh_nodes AS f ON f.item = q.fresh
JOIN over AS o ON o.item = q.under
GROUP BY least(q.fresh, o.other), greatest(q.fresh, o.other)

-- name: unsettled
-- Which nodes have a pair with a more frequent one that is not settled, and which is the most frequent of these?
-- in:  nodes (item), partners (item, place: 1 is the most frequent), settled (one, other): each pair once
-- out: item, last
SELECT n.item, p.item AS last
FROM nodes AS n
LEFT JOIN (
  SELECT s.one, count(*) AS pairs
  FROM (
    SELECT s.one, p.place, row_number() OVER (PARTITION BY s.one ORDER BY p.place) AS number
    FROM settled AS s
    JOIN partners AS p ON p.item = s.other
  ) AS s
  WHERE s.place = s.number
  GROUP BY s.one
) AS t ON t.one = n.item
JOIN partners AS p ON p.place = coalesce(t.pairs, 0) + 1 AND p.item > n.item
