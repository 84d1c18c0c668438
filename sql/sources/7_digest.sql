-- A digest of the source, which the keys of a run come from: it binds which record holds which item.
-- 1. Each name, of a record or of an item, gets four numbers of 28 bits from its md5. 2. The numbers of record and item are
-- multiplied row by row, modulo a prime (2^31 - 1), and added up. 3. So are those of a name and its number: what is called
-- how. 4. Or numbers themselves, to tell one result from another. Sums do not depend on the order of rows.
-- Reads transactions (record_id, item) and names (number, name); makes marks (number, a, b, c, d).

-- name: marks
-- Four numbers for each name; $kind tells those of records from those of items.
-- in:  names (number, name)
-- out: number, a, b, c, d
SELECT
  n.number,
  CAST(
    16777216 * (strpos('0123456789abcdef', substr(n.hash, 1, 1)) - 1)
    + 1048576 * (strpos('0123456789abcdef', substr(n.hash, 2, 1)) - 1)
    + 65536 * (strpos('0123456789abcdef', substr(n.hash, 3, 1)) - 1)
    + 4096 * (strpos('0123456789abcdef', substr(n.hash, 4, 1)) - 1)
    + 256 * (strpos('0123456789abcdef', substr(n.hash, 5, 1)) - 1)
    + 16 * (strpos('0123456789abcdef', substr(n.hash, 6, 1)) - 1)
    + 1 * (strpos('0123456789abcdef', substr(n.hash, 7, 1)) - 1)
    AS bigint
  ) AS a,
  CAST(
    16777216 * (strpos('0123456789abcdef', substr(n.hash, 8, 1)) - 1)
    + 1048576 * (strpos('0123456789abcdef', substr(n.hash, 9, 1)) - 1)
    + 65536 * (strpos('0123456789abcdef', substr(n.hash, 10, 1)) - 1)
    + 4096 * (strpos('0123456789abcdef', substr(n.hash, 11, 1)) - 1)
    + 256 * (strpos('0123456789abcdef', substr(n.hash, 12, 1)) - 1)
    + 16 * (strpos('0123456789abcdef', substr(n.hash, 13, 1)) - 1)
    + 1 * (strpos('0123456789abcdef', substr(n.hash, 14, 1)) - 1)
    AS bigint
  ) AS b,
  CAST(
    16777216 * (strpos('0123456789abcdef', substr(n.hash, 15, 1)) - 1)
    + 1048576 * (strpos('0123456789abcdef', substr(n.hash, 16, 1)) - 1)
    + 65536 * (strpos('0123456789abcdef', substr(n.hash, 17, 1)) - 1)
    + 4096 * (strpos('0123456789abcdef', substr(n.hash, 18, 1)) - 1)
    + 256 * (strpos('0123456789abcdef', substr(n.hash, 19, 1)) - 1)
    + 16 * (strpos('0123456789abcdef', substr(n.hash, 20, 1)) - 1)
    + 1 * (strpos('0123456789abcdef', substr(n.hash, 21, 1)) - 1)
    AS bigint
  ) AS c,
  CAST(
    16777216 * (strpos('0123456789abcdef', substr(n.hash, 22, 1)) - 1)
    + 1048576 * (strpos('0123456789abcdef', substr(n.hash, 23, 1)) - 1)
    + 65536 * (strpos('0123456789abcdef', substr(n.hash, 24, 1)) - 1)
    + 4096 * (strpos('0123456789abcdef', substr(n.hash, 25, 1)) - 1)
    + 256 * (strpos('0123456789abcdef', substr(n.hash, 26, 1)) - 1)
    + 16 * (strpos('0123456789abcdef', substr(n.hash, 27, 1)) - 1)
    + 1 * (strpos('0123456789abcdef', substr(n.hash, 28, 1)) - 1)
    AS bigint
  ) AS d
FROM (SELECT m.number, md5(concat($kind, ':', m.name)) AS hash FROM names AS m) AS n

-- name: marks (duckdb)
-- Four numbers for each name, read as hexadecimal ones: a third of the time.
-- in:  names (number, name)
-- out: number, a, b, c, d
SELECT
  n.number,
  CAST(concat('0x', substr(n.hash, 1, 7)) AS bigint) AS a,
  CAST(concat('0x', substr(n.hash, 8, 7)) AS bigint) AS b,
  CAST(concat('0x', substr(n.hash, 15, 7)) AS bigint) AS c,
  CAST(concat('0x', substr(n.hash, 22, 7)) AS bigint) AS d
FROM (SELECT m.number, md5(concat($kind, ':', m.name)) AS hash FROM names AS m) AS n

-- name: sums_of_rows
-- What do the numbers of the rows add up to?
-- in:  transactions (record_id, item), record_marks (number, a, b, c, d), item_marks (number, a, b, c, d)
-- out: a, b, c, d
SELECT
  CAST(sum(r.a * i.a % 2147483647) AS bigint) AS a,
  CAST(sum(r.b * i.b % 2147483647) AS bigint) AS b,
  CAST(sum(r.c * i.c % 2147483647) AS bigint) AS c,
  CAST(sum(r.d * i.d % 2147483647) AS bigint) AS d
FROM transactions AS t
JOIN record_marks AS r ON r.number = t.record_id
JOIN item_marks AS i ON i.number = t.item

-- name: sums_of_marks
-- Which name has which number?
-- in:  marks (number, a, b, c, d)
-- out: a, b, c, d
SELECT
  CAST(sum(CAST(m.number AS bigint) * m.a % 2147483647) AS bigint) AS a,
  CAST(sum(CAST(m.number AS bigint) * m.b % 2147483647) AS bigint) AS b,
  CAST(sum(CAST(m.number AS bigint) * m.c % 2147483647) AS bigint) AS c,
  CAST(sum(CAST(m.number AS bigint) * m.d % 2147483647) AS bigint) AS d
FROM marks AS m

-- name: sums_of_numbers
-- What do numbers, each row as one, and their powers add up to?
-- in:  numbers (a, b, c, d)
-- out: first, second, third, fourth
SELECT
  CAST(sum(x.one * x.one % 2147483647) AS bigint) AS first,
  CAST(sum((x.one * x.one % 2147483647) * x.one % 2147483647) AS bigint) AS second,
  CAST(sum(x.two * x.two % 2147483647) AS bigint) AS third,
  CAST(sum((x.two * x.two % 2147483647) * x.two % 2147483647) AS bigint) AS fourth
FROM (
  SELECT
    (
      CAST(n.a AS bigint) * 226908347 + CAST(n.b AS bigint) * 190834561 + CAST(n.c AS bigint) * 150234511
      + CAST(n.d AS bigint) * 99991721 + 62089911
    ) % 2147483647 AS one,
    (
      CAST(n.a AS bigint) * 104395303 + CAST(n.b AS bigint) * 179424673 + CAST(n.c AS bigint) * 32452843
      + CAST(n.d AS bigint) * 49979687 + 12345701
    ) % 2147483647 AS two
  FROM numbers AS n
) AS x
