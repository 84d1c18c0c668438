-- Which items look as if their labels were data of persons? A few anchored patterns; what they find has to be looked at.
-- 1. Mail and telephone, names with titles, addresses of pages that hold an id. 2. Numbers of cards, by their check digit
-- (Luhn; ISO/IEC 7812-1). 3. How many items are of each kind, and how many records hold one.
-- Reads items (item, label), transactions (record_id, item); makes likely (item, label, kind).
-- phase: looking for labels that are data of persons

-- name: likely
-- The items whose whole label has the form of something personal.
-- in:  items (item, label)
-- out: item, label, kind
SELECT i.item, i.label, 'mail_address' AS kind
FROM items AS i
WHERE regexp_matches(lower(trim(i.label)), '^[a-z0-9._+-]+@[a-z0-9-]+([.][a-z0-9-]+)*[.][a-z]{2,}$')
UNION ALL
SELECT i.item, i.label, 'phone_number' AS kind
FROM items AS i
WHERE
  regexp_matches(trim(i.label), '^[+][1-9][0-9 ()/.-]{6,18}[0-9]$')
  OR regexp_matches(trim(i.label), '^[(]{0,1}0[1-9][0-9]{1,4}[)]{0,1}[ /-][0-9 -]{4,10}[0-9]$')
  OR regexp_matches(trim(i.label), '^[(]{0,1}[2-9][0-9]{2}[)]{0,1}[ .-]{1,2}[0-9]{3}[ .-][0-9]{4}$')
UNION ALL
SELECT i.item, i.label, 'name_with_title' AS kind
FROM items AS i
WHERE regexp_matches(
  lower(trim(i.label)), '^(mr|mrs|ms|miss|dr|prof|herr|frau|mme|mlle|sig|dott)[.]{0,1} +[^0-9 ,;:/][^0-9,;:/]+$'
)
UNION ALL
SELECT i.item, i.label, 'url_with_id' AS kind
FROM items AS i
WHERE regexp_matches(lower(trim(i.label)), '^(http://|https://|www[.])[^ /]+/[^ ]*[0-9]{4,}[^ ]*$')

-- name: digits
-- The items that are as long as the number of a card.
-- in:  items (item, label)
-- out: item, label, digits
SELECT d.item, d.label, d.digits
FROM (
  SELECT i.item, i.label, replace(replace(trim(i.label), ' ', ''), '-', '') AS digits
  FROM items AS i
  WHERE regexp_matches(trim(i.label), '^[2-6][0-9 -]{12,21}[0-9]$')
) AS d
WHERE length(d.digits) BETWEEN 14 AND 19

-- name: cards
-- Those of them whose check digit is right: from the right, every second digit counts twice.
-- in:  digits (item, label, digits), positions (position: from 1, from the right)
-- out: item, label, kind
SELECT p.item, p.label, 'card_number' AS kind
FROM (
  SELECT
    d.item, d.label, o.position, cast(substr(d.digits, cast(length(d.digits) - o.position + 1 AS integer), 1) AS integer) AS digit
  FROM digits AS d
  JOIN positions AS o ON o.position <= length(d.digits)
) AS p
GROUP BY p.item, p.label
HAVING sum(CASE WHEN p.position % 2 = 1 THEN p.digit WHEN p.digit > 4 THEN 2 * p.digit - 9 ELSE 2 * p.digit END) % 10 = 0

-- name: kinds
-- How many items are of each kind, and how many records hold one?
-- in:  likely (item, label, kind), transactions (record_id, item)
-- out: kind, items, records
SELECT l.kind, count(DISTINCT l.item) AS items, count(DISTINCT t.record_id) AS records
FROM likely AS l
JOIN transactions AS t ON t.item = l.item
GROUP BY l.kind
