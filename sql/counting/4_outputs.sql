-- The items of the threats themselves, where somebody asks for them. At each size:
-- 1. Number the threats. 2. Their items: the item itself at size 1, later those of a generator one smaller and one more.
-- 3. The items of the generators, for the next size.
-- Reads threats, generators; makes threat_items (threat_id, position, item, support), members (gen_id, position, item).
-- phase: collecting the sets that few records hold

-- name: numbered_threats
-- The minimal threats of one size, numbered.
-- in:  threats (left_id, item, support)
-- out: threat_id, left_id, item, support
SELECT cast(row_number() OVER (ORDER BY t.left_id, t.item) AS integer) AS threat_id, t.left_id, t.item, t.support
FROM threats AS t

-- name: single_threat_items
-- Which item is each minimal threat of size 1?
-- in:  threats (threat_id, item, support)
-- out: threat_id, position, item, support
SELECT t.threat_id, 1 AS position, t.item, t.support
FROM threats AS t

-- name: threat_items
-- Which items make up each minimal threat: those of a generator one smaller, and one more.
-- in:  threats (threat_id, left_id, item, support), members (gen_id, position, item) of the generators,
--      singles (gen_id, source_item)
-- out: threat_id, position, item, support
SELECT t.threat_id, m.position, m.item, t.support
FROM threats AS t
JOIN members AS m ON m.gen_id = t.left_id
UNION ALL
SELECT t.threat_id, $size AS position, s.source_item AS item, t.support
FROM threats AS t
JOIN singles AS s ON s.gen_id = t.item

-- name: single_members
-- Which items (as the transactions number them) make up each generator of size 1?
-- in:  generators (gen_id, source_item)
-- out: gen_id, position, item
SELECT g.gen_id, 1 AS position, g.source_item AS item
FROM generators AS g

-- name: members
-- Which items make up each generator: those of its prefix and one more.
-- in:  generators (gen_id, parent_id, item), members (gen_id, position, item) of its prefixes, singles (gen_id, source_item)
-- out: gen_id, position, item
SELECT g.gen_id, m.position, m.item
FROM generators AS g
JOIN members AS m ON m.gen_id = g.parent_id
UNION ALL
SELECT g.gen_id, $size AS position, s.source_item AS item
FROM generators AS g
JOIN singles AS s ON s.gen_id = g.item
