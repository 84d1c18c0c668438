-- name: likely
SELECT
  i.item,
  i.label,
  'mail_address' AS kind
FROM "items" AS i
WHERE
  LOWER(TRIM(i.label)) ~ '^[a-z0-9._+-]+@[a-z0-9-]+([.][a-z0-9-]+)*[.][a-z]{2,}$'
UNION ALL
SELECT
  i.item,
  i.label,
  'phone_number' AS kind
FROM "items" AS i
WHERE
  TRIM(i.label) ~ '^[+][1-9][0-9 ()/.-]{6,18}[0-9]$'
  OR TRIM(i.label) ~ '^[(]{0,1}0[1-9][0-9]{1,4}[)]{0,1}[ /-][0-9 -]{4,10}[0-9]$'
  OR TRIM(i.label) ~ '^[(]{0,1}[2-9][0-9]{2}[)]{0,1}[ .-]{1,2}[0-9]{3}[ .-][0-9]{4}$'
UNION ALL
SELECT
  i.item,
  i.label,
  'name_with_title' AS kind
FROM "items" AS i
WHERE
  LOWER(TRIM(i.label)) ~ '^(mr|mrs|ms|miss|dr|prof|herr|frau|mme|mlle|sig|dott)[.]{0,1} +[^0-9 ,;:/][^0-9,;:/]+$'
UNION ALL
SELECT
  i.item,
  i.label,
  'url_with_id' AS kind
FROM "items" AS i
WHERE
  LOWER(TRIM(i.label)) ~ '^(http://|https://|www[.])[^ /]+/[^ ]*[0-9]{4,}[^ ]*$'

-- name: digits
SELECT
  d.item,
  d.label,
  d.digits
FROM (
  SELECT
    i.item,
    i.label,
    REPLACE(REPLACE(TRIM(i.label), ' ', ''), '-', '') AS digits
  FROM "items" AS i
  WHERE
    TRIM(i.label) ~ '^[2-6][0-9 -]{12,21}[0-9]$'
) AS d
WHERE
  LENGTH(d.digits) BETWEEN 14 AND 19

-- name: cards
SELECT
  p.item,
  p.label,
  'card_number' AS kind
FROM (
  SELECT
    d.item,
    d.label,
    o.position,
    CAST(SUBSTRING(d.digits FROM CAST(LENGTH(d.digits) - o.position + 1 AS INT) FOR 1) AS INT) AS digit
  FROM "digits" AS d
  JOIN "positions" AS o
    ON o.position <= LENGTH(d.digits)
) AS p
GROUP BY
  p.item,
  p.label
HAVING
  SUM(
    CASE
      WHEN p.position % 2 = 1
      THEN p.digit
      WHEN p.digit > 4
      THEN 2 * p.digit - 9
      ELSE 2 * p.digit
    END
  ) % 10 = 0
