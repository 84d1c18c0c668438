-- What a data miner loses: association rules of the source that are gone, and rules that were not there.
-- 1. The release with the source's item numbers. 2. For source and release: the frequent items, their rows, where they
--    occur (rows and places by queries of rho/count_rules). 3. Size by size: sets that are frequent with one more item,
--    where they occur, what they are made of, and the rules from them to one item. 4. Rules in both, in one alone.
-- Agrawal and Srikant, Fast Algorithms for Mining Association Rules; Nakagawa, Arai, Nakagawa, formula (12).

-- name: frequent_items
-- Which items do at least $least records hold?
-- in:  transactions (record_id, item)
-- out: set_id, item, support, content (the items of the set, as text)
SELECT
  cast(row_number() OVER (ORDER BY f.item) AS integer) AS set_id,
  f.item,
  f.support,
  cast(f.item AS text) AS content
FROM (
  SELECT t.item, cast(count(*) AS integer) AS support
  FROM transactions AS t
  GROUP BY t.item
  HAVING count(*) >= $least
) AS f

-- name: frequent_sets
-- Which frequent sets come out when a frequent set takes in one more item?
-- in:  occurrences (record_id, set_id, last), rows_left (record_id, item), frequent (set_id, content)
-- out: set_id, parent_id, item, support, content
SELECT
  cast(row_number() OVER (ORDER BY g.parent_id, g.item) AS integer) AS set_id,
  g.parent_id,
  g.item,
  g.support,
  concat(f.content, ',', cast(g.item AS text)) AS content
FROM (
  SELECT o.set_id AS parent_id, r.item, cast(count(*) AS integer) AS support
  FROM occurrences AS o
  JOIN rows_left AS r ON r.record_id = o.record_id AND r.item > o.last
  GROUP BY o.set_id, r.item
  HAVING count(*) >= $least
) AS g
JOIN frequent AS f ON f.set_id = g.parent_id

-- name: frequent_occurrences
-- Where does each frequent set occur?
-- in:  occurrences (record_id, set_id, last), rows_left (record_id, item), frequent (set_id, parent_id, item)
-- out: record_id, set_id, last
SELECT o.record_id, f.set_id, f.item AS last
FROM occurrences AS o
JOIN rows_left AS r ON r.record_id = o.record_id AND r.item > o.last
JOIN frequent AS f ON f.parent_id = o.set_id AND f.item = r.item

-- name: frequent_members
-- Which items make up each frequent set?
-- in:  frequent (set_id, parent_id, item), members (set_id, item) of the prefixes
-- out: set_id, item
SELECT f.set_id, m.item
FROM frequent AS f
JOIN members AS m ON m.set_id = f.parent_id
UNION ALL
SELECT f.set_id, f.item
FROM frequent AS f

-- name: association_rules
-- Which rules from a set to one more item have a confidence of at least $part / $whole?
-- in:  frequent (set_id, support, content), members (set_id, item), smaller (content, support): sets of one item less
-- out: known (the items of the set, as text), item
-- Agrawal and Srikant, with consequents of one item
SELECT k.known, k.item
FROM (
  SELECT f.set_id, f.support, m.item, string_agg(cast(n.item AS text), ',' ORDER BY n.item) AS known
  FROM frequent AS f
  JOIN members AS m ON m.set_id = f.set_id
  JOIN members AS n ON n.set_id = f.set_id AND n.item <> m.item
  GROUP BY f.set_id, f.support, m.item
) AS k
JOIN smaller AS s ON s.content = k.known
WHERE cast(k.support AS bigint) * $whole >= cast(s.support AS bigint) * $part

-- name: rule_losses
-- How many rules stand in both, in the original alone, in the release alone?
-- in:  original_rules (known, item), released_rules (known, item)
-- out: kept, lost, spurious
SELECT
  count(*) FILTER (WHERE o.item IS NOT NULL AND r.item IS NOT NULL) AS kept,
  count(*) FILTER (WHERE r.item IS NULL) AS lost,
  count(*) FILTER (WHERE o.item IS NULL) AS spurious
FROM original_rules AS o
FULL JOIN released_rules AS r ON r.known = o.known AND r.item = o.item
