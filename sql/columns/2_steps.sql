-- The steps of a ladder: what each value of a column, or each item, becomes, such as its month. Only different values are
-- worked on; what is $missing stays so.
-- 1. Which values are no dates, or no numbers? 2. Dates as days, weeks, months, quarters, years; numbers in equal widths, or
-- in bands; codes by their beginnings; labels of a tree. 3. Labels as numbers.
-- phase: making columns coarser

-- name: no_dates
-- Which values are no dates that begin with YYYY-MM-DD? A year has a 29th of February where its last two digits are
-- divided by 4, or where they are 00, the first two.
-- in:  texts (text)
-- out: text
SELECT text
FROM texts
WHERE text <> $missing AND NOT (
  length(text) >= 10
  AND length(translate(concat(substr(text, 1, 4), substr(text, 6, 2), substr(text, 9, 2)), '0123456789', '')) = 0
  AND substr(text, 5, 1) = '-' AND substr(text, 8, 1) = '-'
  AND substr(text, 1, 4) <> '0000' AND substr(text, 6, 2) BETWEEN '01' AND '12'
  AND substr(text, 9, 2) BETWEEN '01' AND CASE
    WHEN substr(text, 6, 2) IN ('04', '06', '09', '11') THEN '30'
    WHEN substr(text, 6, 2) <> '02' THEN '31'
    WHEN substr(text, 3, 2) <> '00'
      AND (2 * strpos('0123456789', substr(text, 3, 1)) + strpos('0123456789', substr(text, 4, 1)) - 3) % 4 <> 0 THEN '28'
    WHEN substr(text, 3, 2) = '00'
      AND (2 * strpos('0123456789', substr(text, 1, 1)) + strpos('0123456789', substr(text, 2, 1)) - 3) % 4 <> 0 THEN '28'
    ELSE '29'
  END
)

-- name: no_numbers
-- Which values are no numbers such as -12.5, of 15 characters at most?
-- in:  texts (text)
-- out: text
SELECT text
FROM texts
WHERE text <> $missing AND NOT (
  length(text) <= 15
  AND length(translate(text, '.-0123456789', '')) = 0
  AND length(translate(text, '.-', '')) > 0
  AND strpos(substr(text, 2), '-') = 0
  AND length(text) - length(replace(text, '.', '')) <= 1
)

-- name: day
-- The day of each date, without its time.
-- in:  texts (value, text)
-- out: value, label
SELECT value, CASE WHEN text = $missing THEN text ELSE substr(text, 1, 10) END AS label FROM texts

-- name: week
-- The Monday of its week.
-- in:  texts (value, text)
-- out: value, label
SELECT value, text AS label FROM texts WHERE text = $missing
UNION ALL
SELECT value, CAST(CAST(date_trunc('week', day) AS DATE) AS VARCHAR) AS label
FROM (
  SELECT value, CAST(CASE WHEN text <> $missing THEN substr(text, 1, 10) END AS DATE) AS day FROM texts
) AS dates
WHERE day IS NOT NULL

-- name: month
-- Its month, YYYY-MM.
-- in:  texts (value, text)
-- out: value, label
SELECT value, CASE WHEN text = $missing THEN text ELSE substr(text, 1, 7) END AS label FROM texts

-- name: quarter
-- Its quarter, YYYY-Q1 to YYYY-Q4.
-- in:  texts (value, text)
-- out: value, label
SELECT
  value,
  CASE
    WHEN text = $missing THEN text
    WHEN substr(text, 6, 2) < '04' THEN concat(substr(text, 1, 4), '-Q1')
    WHEN substr(text, 6, 2) < '07' THEN concat(substr(text, 1, 4), '-Q2')
    WHEN substr(text, 6, 2) < '10' THEN concat(substr(text, 1, 4), '-Q3')
    ELSE concat(substr(text, 1, 4), '-Q4')
  END AS label
FROM texts

-- name: year
-- Its year.
-- in:  texts (value, text)
-- out: value, label
SELECT value, CASE WHEN text = $missing THEN text ELSE substr(text, 1, 4) END AS label FROM texts

-- name: width
-- The range of $width that each number is in: [20, 25) is from 20 to under 25.
-- in:  texts (value, text)
-- out: value, label
SELECT value, text AS label FROM texts WHERE text = $missing
UNION ALL
SELECT value, concat('[', CAST(low AS VARCHAR), ', ', CAST(low + $width AS VARCHAR), ')') AS label
FROM (
  SELECT
    value,
    CAST(floor(CAST(CASE WHEN text <> $missing THEN text END AS DOUBLE) / $width) AS BIGINT) * $width AS low
  FROM texts
) AS numbers
WHERE low IS NOT NULL

-- name: bands
-- The band that each number is in.
-- in:  texts (value, text), bands (low, high, label): from low to under high
-- out: value, label
SELECT value, text AS label FROM texts WHERE text = $missing
UNION ALL
SELECT n.value, b.label
FROM (SELECT value, CAST(CASE WHEN text <> $missing THEN text END AS DOUBLE) AS number FROM texts) AS n
JOIN bands AS b ON n.number >= b.low AND n.number < b.high

-- name: prefix
-- The first $length characters of each code, and a star for the others.
-- in:  texts (value, text)
-- out: value, label
SELECT
  value, CASE WHEN text = $missing OR length(text) <= $length THEN text ELSE concat(substr(text, 1, $length), '*') END AS label
FROM texts

-- name: known
-- Which values does the ladder know?
-- in:  texts (value, text), odd (text)
-- out: value, text
SELECT t.value, t.text FROM texts AS t ANTI JOIN odd AS o ON o.text = t.text

-- name: tree
-- The label of a tree that stands for each value.
-- in:  texts (value, text), places (text, label)
-- out: value, label
SELECT t.value, p.label FROM texts AS t JOIN places AS p ON p.text = t.text
UNION ALL
SELECT value, text AS label FROM texts WHERE text = $missing

-- name: coded
-- Labels as numbers, in the order of their texts.
-- in:  labelled (value, label)
-- out: value, code, label
SELECT value, CAST(dense_rank() OVER (ORDER BY label) AS INTEGER) AS code, label FROM labelled
