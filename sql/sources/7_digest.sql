-- A digest of the source, which the keys of a run come from: it binds which record holds which item.
-- 1. Each name, of a record or of an item, gets four numbers of 28 bits from its md5. 2. The numbers of record and item are
-- multiplied row by row, modulo a prime (2^31 - 1), and added up. 3. So are those of a name and its number: what is called
-- how. 4. Or numbers themselves, to tell one result from another. Sums do not depend on the order of rows.
-- Reads transactions (record_id, item) and names (number, name); makes marks (number, a, b, c, d).
-- phase: working out the keys of the release

-- name: marks
-- Four numbers for each name; $kind tells those of records from those of items.
-- in:  names (number, name)
-- out: number, a, b, c, d
SELECT
  n.number,
  seven_digits(n.hash, 1) AS a,
  seven_digits(n.hash, 8) AS b,
  seven_digits(n.hash, 15) AS c,
  seven_digits(n.hash, 22) AS d
FROM (SELECT m.number, md5(concat($kind, ':', m.name)) AS hash FROM names AS m) AS n

-- name: sums_of_rows
-- What do the numbers of the rows add up to?
-- in:  transactions (record_id, item), record_marks (number, a, b, c, d), item_marks (number, a, b, c, d)
-- out: a, b, c, d
SELECT
  CAST(sum(r.a * i.a % prime()) AS bigint) AS a,
  CAST(sum(r.b * i.b % prime()) AS bigint) AS b,
  CAST(sum(r.c * i.c % prime()) AS bigint) AS c,
  CAST(sum(r.d * i.d % prime()) AS bigint) AS d
FROM transactions AS t
JOIN record_marks AS r ON r.number = t.record_id
JOIN item_marks AS i ON i.number = t.item

-- name: sums_of_marks
-- Which name has which number?
-- in:  marks (number, a, b, c, d)
-- out: a, b, c, d
SELECT
  CAST(sum(CAST(m.number AS bigint) * m.a % prime()) AS bigint) AS a,
  CAST(sum(CAST(m.number AS bigint) * m.b % prime()) AS bigint) AS b,
  CAST(sum(CAST(m.number AS bigint) * m.c % prime()) AS bigint) AS c,
  CAST(sum(CAST(m.number AS bigint) * m.d % prime()) AS bigint) AS d
FROM marks AS m

-- name: sums_of_numbers
-- What do numbers, each row as one, and their powers add up to?
-- in:  numbers (a, b, c, d)
-- out: first, second, third, fourth
SELECT
  CAST(sum(x.one * x.one % prime()) AS bigint) AS first,
  CAST(sum((x.one * x.one % prime()) * x.one % prime()) AS bigint) AS second,
  CAST(sum(x.two * x.two % prime()) AS bigint) AS third,
  CAST(sum((x.two * x.two % prime()) * x.two % prime()) AS bigint) AS fourth
FROM (
  SELECT
    (
      CAST(n.a AS bigint) * 226908347 + CAST(n.b AS bigint) * 190834561 + CAST(n.c AS bigint) * 150234511
      + CAST(n.d AS bigint) * 99991721 + 62089911
    ) % prime() AS one,
    (
      CAST(n.a AS bigint) * 104395303 + CAST(n.b AS bigint) * 179424673 + CAST(n.c AS bigint) * 32452843
      + CAST(n.d AS bigint) * 49979687 + 12345701
    ) % prime() AS two
  FROM numbers AS n
) AS x
