-- rho-uncertainty: which rules from a known set to a sensitive label are above their threshold?
-- The thresholds of the released labels and the records that hold one; each label as a known set; how often a sensitive
-- label follows from a set; the rules that are above. With personal wishes a rule counts only where a person held its
-- set before and wants its label hidden: the four queries at the end.
-- Nakagawa, Arai, Nakagawa, Definitions 3 and 5; thresholds by label: Chen, Zhong, Wang, Li.
-- phase: recounting rules

-- name: same_limits
-- One threshold for all sensitive labels.
-- in:  sensitive (label)
-- out: label, limit_num, limit_den
SELECT DISTINCT label, CAST($limit_num AS DECIMAL(38, 0)) AS limit_num, CAST($limit_den AS DECIMAL(38, 0)) AS limit_den FROM sensitive

-- name: limits
-- The thresholds of the sensitive labels that are released.
-- in:  limits (label, limit_num, limit_den), labels (item, label)
-- out: item, limit_num, limit_den
SELECT labels.item, limits.limit_num, limits.limit_den FROM limits JOIN labels ON limits.label = labels.label

-- name: rows_with_sensitive
-- Which distinct records hold a sensitive label?
-- in:  transactions (record_id, item), sensitive (item)
-- out: record_id, item
SELECT t.record_id, t.item FROM transactions AS t JOIN sensitive ON t.item = sensitive.item

-- name: original
-- The original records with the numbers of the released labels.
-- in:  original (record_id, item: label), labels (item, label)
-- out: record_id, item
SELECT DISTINCT original.record_id, labels.item FROM original JOIN labels ON original.item = labels.label

-- name: single_items
-- Where does each label occur? It is what an adversary knows who knows one item.
-- in:  transactions (record_id, item, weight)
-- out: record_id, set_id, item (the last of the set), weight
SELECT t.record_id, t.item AS set_id, t.item, t.weight FROM transactions AS t

-- name: single_members
-- Each label as a set of one.
-- in:  transactions (item)
-- out: set_id, item
SELECT DISTINCT t.item AS set_id, t.item FROM transactions AS t

-- name: single_sets
-- Each label as a set of one.
-- in:  transactions (item, weight)
-- out: set_id, prefix_id (0: the empty set), item, support
SELECT t.item AS set_id, 0 AS prefix_id, t.item, CAST(sum(t.weight) AS INTEGER) AS support
FROM transactions AS t GROUP BY t.item

-- name: single_parts
-- The one part of a set of one label is the empty set.
-- in:  sets (set_id)
-- out: set_id, part_id
SELECT set_id, 0 AS part_id FROM sets

-- name: supports
-- How many records hold each set?
-- in:  occurrences (set_id, weight)
-- out: set_id, support
SELECT set_id, CAST(sum(weight) AS INTEGER) AS support FROM occurrences GROUP BY set_id

-- name: confidences
-- How many of the records that hold a set hold a sensitive label besides?
-- in:  occurrences (record_id, set_id, weight), sensitive_rows (record_id, item), members (set_id, item),
--      supports (set_id, support)
-- out: set_id, sensitive_item, support_with_sensitive, support
WITH counted AS (
    SELECT o.set_id, sensitive_rows.item AS sensitive_item, CAST(sum(o.weight) AS INTEGER) AS support_with_sensitive
    FROM occurrences AS o JOIN sensitive_rows ON o.record_id = sensitive_rows.record_id
    GROUP BY o.set_id, sensitive_rows.item)
SELECT counted.set_id, counted.sensitive_item, counted.support_with_sensitive, supports.support
FROM counted
JOIN supports ON counted.set_id = supports.set_id
LEFT JOIN members ON counted.set_id = members.set_id AND counted.sensitive_item = members.item
WHERE members.item IS NULL

-- name: exceeding
-- Which confidences are above the threshold of their label? Compared in whole numbers; too many digits are an error.
-- in:  confidences (set_id, sensitive_item, support_with_sensitive, support), limits (item, limit_num, limit_den)
-- out: set_id, sensitive_item
SELECT confidences.set_id, confidences.sensitive_item
FROM confidences
JOIN limits ON confidences.sensitive_item = limits.item
WHERE confidences.support_with_sensitive * limits.limit_den > confidences.support * limits.limit_num

-- name: once_held
-- Which persons held the sets of these rules originally? Sought among those who held the rarest label of the set.
-- in:  exceeding (set_id), members (set_id, item), original (record_id, item)
-- out: set_id, record_id
WITH rarest AS (
    SELECT members.set_id, min(members.item) AS item, count(*) AS length
    FROM members
    SEMI JOIN exceeding ON members.set_id = exceeding.set_id
    GROUP BY members.set_id),
persons AS (
    SELECT rarest.set_id, rarest.length, original.record_id
    FROM rarest JOIN original ON rarest.item = original.item)
SELECT persons.set_id, persons.record_id
FROM persons
JOIN members ON persons.set_id = members.set_id
JOIN original ON persons.record_id = original.record_id AND members.item = original.item
GROUP BY persons.set_id, persons.record_id, persons.length
HAVING count(*) = persons.length

-- name: inferred_labels
-- Of which persons do these rules tell which label?
-- in:  exceeding (set_id, sensitive_item), once_held (set_id, record_id)
-- out: record_id, item
SELECT DISTINCT once_held.record_id, exceeding.sensitive_item AS item
FROM exceeding JOIN once_held ON exceeding.set_id = once_held.set_id

-- name: wishes_in_question
-- Which wishes are in question?
-- in:  wishes (record_id, item), in_question (record_id, item)
-- out: record_id, item
SELECT wishes.record_id, wishes.item
FROM wishes
SEMI JOIN in_question ON wishes.record_id = in_question.record_id AND wishes.item = in_question.item

-- name: exceeding_wished
-- Which of these rules speak of a person who held the set originally and wants the label hidden?
-- in:  exceeding (set_id, sensitive_item), once_held (set_id, record_id), wishes (record_id, item)
-- out: set_id, sensitive_item
SELECT DISTINCT exceeding.set_id, exceeding.sensitive_item
FROM exceeding
JOIN once_held ON exceeding.set_id = once_held.set_id
JOIN wishes ON once_held.record_id = wishes.record_id AND exceeding.sensitive_item = wishes.item
