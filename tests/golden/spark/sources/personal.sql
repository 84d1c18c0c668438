-- name: likely
SELECT
  i.item,
  i.label,
  'mail_address' AS kind
FROM `items` AS i
WHERE
  LOWER(TRIM(i.label)) RLIKE '^[a-z0-9._+-]+@[a-z0-9-]+([.][a-z0-9-]+)*[.][a-z]{2,}$'
UNION ALL
SELECT
  i.item,
  i.label,
  'phone_number' AS kind
FROM `items` AS i
WHERE
  TRIM(i.label) RLIKE '^[+][1-9][0-9 ()/.-]{6,18}[0-9]$'
  OR TRIM(i.label) RLIKE '^[(]{0,1}0[1-9][0-9]{1,4}[)]{0,1}[ /-][0-9 -]{4,10}[0-9]$'
  OR TRIM(i.label) RLIKE '^[(]{0,1}[2-9][0-9]{2}[)]{0,1}[ .-]{1,2}[0-9]{3}[ .-][0-9]{4}$'
UNION ALL
SELECT
  i.item,
  i.label,
  'name_with_title' AS kind
FROM `items` AS i
WHERE
  LOWER(TRIM(i.label)) RLIKE '^(mr|mrs|ms|miss|dr|prof|herr|frau|mme|mlle|sig|dott)[.]{0,1} +[^0-9 ,;:/][^0-9,;:/]+$'
UNION ALL
SELECT
  i.item,
  i.label,
  'url_with_id' AS kind
FROM `items` AS i
WHERE
  LOWER(TRIM(i.label)) RLIKE '^(http://|https://|www[.])[^ /]+/[^ ]*[0-9]{4,}[^ ]*$'

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
  FROM `items` AS i
  WHERE
    TRIM(i.label) RLIKE '^[2-6][0-9 -]{12,21}[0-9]$'
) AS d
WHERE
  LENGTH(d.digits) BETWEEN 14 AND 19
