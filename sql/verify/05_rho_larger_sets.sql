-- rho-uncertainty, one known item more: the sets that can tell something new, where they occur, and their parts.
-- Kept are the sets that several records hold, some with a sensitive label besides. They grow by a more frequent label,
-- and count only where fewer records hold them than any of their parts. Then rho_rules again, from supports on. Why the
-- other sets tell nothing new is proved in setanon_sql/verify/rho.py. A set and a label more are compared as one number
-- (place): no engine then joins a set first with all labels that may follow it.
-- phase: recounting rules from larger sets of items

-- name: kept
-- Which sets can lead to a larger one that tells something new: several records hold them, some with a sensitive label
-- besides?
-- in:  sets (set_id, prefix_id, item, support), confidences (set_id)
-- out: set_id, prefix_id, item, support
SELECT sets.set_id, sets.prefix_id, sets.item, sets.support
FROM sets JOIN (SELECT DISTINCT set_id FROM confidences) AS telling ON sets.set_id = telling.set_id
WHERE sets.support > 1

-- name: promising
-- With which further, more frequent labels do the kept sets occur in a record that holds a sensitive label, all $size + 1
-- parts (the set without one of its labels) being kept sets? Other larger sets lead to no new rule.
-- in:  occurrences (record_id, set_id, item), kept (set_id, prefix_id, item), transactions (record_id, item),
--      sensitive_rows (record_id), parts (set_id, part_id)
-- out: prefix_id, item, place (the two as one number)
WITH telling AS (SELECT DISTINCT record_id FROM sensitive_rows),
met AS (
    SELECT DISTINCT o.set_id AS prefix_id, t.item
    FROM occurrences AS o
    JOIN telling ON o.record_id = telling.record_id
    JOIN kept ON o.set_id = kept.set_id
    JOIN transactions AS t ON o.record_id = t.record_id AND t.item > o.item)
SELECT met.prefix_id, met.item, pair_key(met.prefix_id, met.item) AS place
FROM met
JOIN parts ON met.prefix_id = parts.set_id
JOIN kept AS other
  ON pair_key(parts.part_id, met.item) = pair_key(other.prefix_id, other.item)
GROUP BY met.prefix_id, met.item
HAVING count(*) = $size

-- name: extended
-- Where do the promising larger sets occur?
-- in:  occurrences (record_id, set_id, item, weight), transactions (record_id, item),
--      promising (place)
-- out: record_id, prefix_id, item, weight
SELECT o.record_id, o.set_id AS prefix_id, t.item, o.weight
FROM occurrences AS o
JOIN transactions AS t ON o.record_id = t.record_id AND t.item > o.item
JOIN promising ON promising.place = pair_key(o.set_id, t.item)

-- name: telling_rows
-- The rows of the records that hold a sensitive label.
-- in:  transactions (record_id, item), sensitive_rows (record_id)
-- out: record_id, item
SELECT t.record_id, t.item
FROM transactions AS t
JOIN (SELECT DISTINCT record_id FROM sensitive_rows) AS telling ON t.record_id = telling.record_id

-- name: numbered
-- The extended sets that fewer records hold than any of their parts, numbered.
-- in:  extended (prefix_id, item, weight), kept (set_id, prefix_id, item, support), parts (set_id, part_id)
-- out: set_id, prefix_id, item, support
WITH counted AS (
    SELECT prefix_id, item, CAST(sum(weight) AS INTEGER) AS support FROM extended GROUP BY prefix_id, item),
fewer AS (
    SELECT counted.prefix_id, counted.item, counted.support
    FROM counted
    JOIN kept AS prefix ON counted.prefix_id = prefix.set_id AND counted.support < prefix.support
    JOIN parts ON counted.prefix_id = parts.set_id
    JOIN kept AS other
        ON pair_key(parts.part_id, counted.item) = pair_key(other.prefix_id, other.item)
        AND counted.support < other.support
    GROUP BY counted.prefix_id, counted.item, counted.support
    HAVING count(*) = $size)
SELECT CAST(row_number() OVER (ORDER BY prefix_id, item) AS INTEGER) AS set_id, prefix_id, item, support FROM fewer

-- name: occurrences
-- Where do the numbered sets occur?
-- in:  extended (record_id, prefix_id, item, weight), numbered (set_id, prefix_id, item)
-- out: record_id, set_id, item (the last of the set), weight
SELECT extended.record_id, numbered.set_id, extended.item, extended.weight
FROM extended JOIN numbered ON extended.prefix_id = numbered.prefix_id AND extended.item = numbered.item

-- name: members
-- Which labels make up each numbered set?
-- in:  numbered (set_id, prefix_id, item), members (set_id, item) of the prefixes
-- out: set_id, item
SELECT numbered.set_id, members.item FROM numbered JOIN members ON numbered.prefix_id = members.set_id
UNION ALL
SELECT set_id, item FROM numbered

-- name: parts
-- The parts of each numbered set: its prefix, and each part of the prefix with the last label.
-- in:  numbered (set_id, prefix_id, item), parts (set_id, part_id), kept (set_id, prefix_id, item): of the prefixes
-- out: set_id, part_id
SELECT numbered.set_id, numbered.prefix_id AS part_id FROM numbered
UNION ALL
SELECT numbered.set_id, kept.set_id AS part_id
FROM numbered
JOIN parts ON numbered.prefix_id = parts.set_id
JOIN kept
  ON pair_key(parts.part_id, numbered.item) = pair_key(kept.prefix_id, kept.item)
