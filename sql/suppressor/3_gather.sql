-- Bring the rules of all sizes together, to mend and to recount them as one.
-- 1. Rules with their size, what their sets are made of, where these occur. Where the sensitive items are the same for
--    all only in records that hold one: no other loses anything.
-- 2. Sets that are no generators, with the subsets that make them none: suppression may make generators of them.
-- Reads what rules counted, size by size; makes rules, members, occurrences, non_generators.
-- Nakagawa, Arai, Nakagawa, Algorithm 1, lines 5 to 7, for all sizes at once.
-- phase: putting the rules of all sizes together

-- name: level_rules
-- The rules of one size, with the size.
-- in:  rules (set_id, sensitive_item, support_with_sensitive, support)
-- out: set_id, sensitive_item, support_with_sensitive, support, size
SELECT r.set_id, r.sensitive_item, r.support_with_sensitive, r.support, $size AS size
FROM rules AS r

-- name: level_members
-- Which items make up the sets that have rules?
-- in:  members (set_id, item), rules (set_id)
-- out: set_id, item
SELECT m.set_id, m.item
FROM members AS m
SEMI JOIN rules AS r ON r.set_id = m.set_id

-- name: level_occurrences_with_sensitive
-- Where do sets occur, in records that can lose an item: that hold a sensitive one?
-- in:  occurrences (record_id, set_id), sensitive_rows (record_id)
-- out: record_id, set_id
SELECT o.record_id, o.set_id
FROM occurrences AS o
SEMI JOIN sensitive_rows AS h ON h.record_id = o.record_id

-- name: level_occurrences
-- Where do the sets that have rules occur?
-- in:  occurrences (record_id, set_id), rules (set_id)
-- out: record_id, set_id
SELECT o.record_id, o.set_id
FROM occurrences AS o
SEMI JOIN rules AS r ON r.set_id = o.set_id

-- name: non_generators
-- Which sets are tied to which one-smaller subset: as many records hold both?
-- in:  sets (set_id, support, subset_support), members (set_id, sub_id),
--      smaller (set_id, support): the sets that are one smaller
-- out: set_id, sub_id
SELECT s.set_id, m.sub_id
FROM sets AS s
JOIN members AS m ON m.set_id = s.set_id
JOIN smaller AS p ON p.set_id = m.sub_id
WHERE s.support = s.subset_support AND p.support = s.support
