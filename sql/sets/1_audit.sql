-- Who stands out by m known items? What an audit says beside the counts of sql/counting.
-- 1. With a taxonomy an adversary may know any node of it: the nodes that each record supports are its items then.
-- 2. What contributes: the items in most threats, the threats that the fewest records hold. 3. The average case: do random
-- subsets of random records stand out?
-- Reads transactions, ancestors, and threat_items of counting/outputs.
-- Liu and Wang, Definition 2 and section 4.1.
-- phase: counting records at risk

-- name: generalized
-- Which record supports which node of the taxonomy: its items and every label over them? (Also for the measure tKd-ML2.)
-- in:  transactions (record_id, item), ancestors (item, node): the item itself among them
-- out: record_id, item (a node)
-- Liu and Wang, section 4.1
SELECT DISTINCT t.record_id, a.node AS item
FROM transactions AS t
JOIN ancestors AS a ON a.item = t.item

-- name: contributions
-- In how many minimal threats of one size does each item take part?
-- in:  threat_items (threat_id, item)
-- out: item, threats
SELECT i.item, count(*) AS threats
FROM threat_items AS i
GROUP BY i.item

-- name: top_items
-- Which items take part in the most minimal threats?
-- in:  contributions (item, threats), labels (item, label)
-- out: item, label, threats
SELECT c.item, l.label, cast(sum(c.threats) AS bigint) AS threats
FROM contributions AS c
JOIN labels AS l ON l.item = c.item
GROUP BY c.item, l.label
ORDER BY sum(c.threats) DESC, c.item
LIMIT $most

-- name: worst_threats
-- Which minimal threats of one size are held by the fewest records? One row an item of a threat.
-- in:  threat_items (threat_id, position, item, support), labels (item, label)
-- out: support, threat_id, label
SELECT i.support, i.threat_id, l.label
FROM threat_items AS i
JOIN (
  SELECT t.threat_id
  FROM threat_items AS t
  WHERE t.position = 1
  ORDER BY t.support, t.threat_id
  LIMIT $most
) AS w ON w.threat_id = i.threat_id
JOIN labels AS l ON l.item = i.item
ORDER BY i.support, i.threat_id, l.label

-- name: sampled_subsets
-- A random subset of $size items of each of $sample random records that have as many. The order is pseudo-random, by a
-- keyed hash, so that a seed gives the same sample on every engine.
-- in:  transactions (record_id, item)
-- out: record_id (whose subset it is), item
SELECT o.record_id, o.item
FROM (
  SELECT
    t.record_id,
    t.item,
    row_number() OVER (
      PARTITION BY t.record_id
      ORDER BY md5(concat($seed, ':', cast(t.record_id AS text), ':', cast(t.item AS text)))
    ) AS rank
  FROM transactions AS t
  JOIN (
    SELECT c.record_id
    FROM transactions AS c
    GROUP BY c.record_id
    HAVING count(*) >= $size
    ORDER BY md5(concat($seed, ':', cast(c.record_id AS text)))
    LIMIT $sample
  ) AS p ON p.record_id = t.record_id
) AS o
WHERE o.rank <= $size

-- name: sampled_supports
-- How many sampled subsets are there, and how many of them do fewer than k records hold?
-- in:  transactions (record_id, item), subsets (record_id, item) of $size items each
-- out: sampled, below_k
SELECT count(*) AS sampled, count(*) FILTER (WHERE s.support < $k) AS below_k
FROM (
  SELECT h.subset_id, count(*) AS support
  FROM (
    SELECT s.record_id AS subset_id, t.record_id
    FROM subsets AS s
    JOIN transactions AS t ON t.item = s.item
    GROUP BY s.record_id, t.record_id
    HAVING count(*) = $size
  ) AS h
  GROUP BY h.subset_id
) AS s

-- name: sampled_supports_of_persons
-- How many sampled subsets are there, and how many of them do records of fewer than k persons hold?
-- in:  transactions (record_id, item), subsets (record_id, item) of $size items each, persons (record_id, person)
-- out: sampled, below_k
SELECT count(*) AS sampled, count(*) FILTER (WHERE s.n_persons < $k) AS below_k
FROM (
  SELECT h.subset_id, count(DISTINCT p.person) AS n_persons
  FROM (
    SELECT s.record_id AS subset_id, t.record_id
    FROM subsets AS s
    JOIN transactions AS t ON t.item = s.item
    GROUP BY s.record_id, t.record_id
    HAVING count(*) = $size
  ) AS h
  JOIN persons AS p ON p.record_id = h.record_id
  GROUP BY h.subset_id
) AS s
