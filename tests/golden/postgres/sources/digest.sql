-- name: marks
SELECT
  n.number,
  CAST(16777216 * (
    POSITION(SUBSTRING(n.hash FROM 1 FOR 1) IN '0123456789abcdef') - 1
  ) + 1048576 * (
    POSITION(SUBSTRING(n.hash FROM 2 FOR 1) IN '0123456789abcdef') - 1
  ) + 65536 * (
    POSITION(SUBSTRING(n.hash FROM 3 FOR 1) IN '0123456789abcdef') - 1
  ) + 4096 * (
    POSITION(SUBSTRING(n.hash FROM 4 FOR 1) IN '0123456789abcdef') - 1
  ) + 256 * (
    POSITION(SUBSTRING(n.hash FROM 5 FOR 1) IN '0123456789abcdef') - 1
  ) + 16 * (
    POSITION(SUBSTRING(n.hash FROM 6 FOR 1) IN '0123456789abcdef') - 1
  ) + 1 * (
    POSITION(SUBSTRING(n.hash FROM 7 FOR 1) IN '0123456789abcdef') - 1
  ) AS BIGINT) AS a,
  CAST(16777216 * (
    POSITION(SUBSTRING(n.hash FROM 8 FOR 1) IN '0123456789abcdef') - 1
  ) + 1048576 * (
    POSITION(SUBSTRING(n.hash FROM 9 FOR 1) IN '0123456789abcdef') - 1
  ) + 65536 * (
    POSITION(SUBSTRING(n.hash FROM 10 FOR 1) IN '0123456789abcdef') - 1
  ) + 4096 * (
    POSITION(SUBSTRING(n.hash FROM 11 FOR 1) IN '0123456789abcdef') - 1
  ) + 256 * (
    POSITION(SUBSTRING(n.hash FROM 12 FOR 1) IN '0123456789abcdef') - 1
  ) + 16 * (
    POSITION(SUBSTRING(n.hash FROM 13 FOR 1) IN '0123456789abcdef') - 1
  ) + 1 * (
    POSITION(SUBSTRING(n.hash FROM 14 FOR 1) IN '0123456789abcdef') - 1
  ) AS BIGINT) AS b,
  CAST(16777216 * (
    POSITION(SUBSTRING(n.hash FROM 15 FOR 1) IN '0123456789abcdef') - 1
  ) + 1048576 * (
    POSITION(SUBSTRING(n.hash FROM 16 FOR 1) IN '0123456789abcdef') - 1
  ) + 65536 * (
    POSITION(SUBSTRING(n.hash FROM 17 FOR 1) IN '0123456789abcdef') - 1
  ) + 4096 * (
    POSITION(SUBSTRING(n.hash FROM 18 FOR 1) IN '0123456789abcdef') - 1
  ) + 256 * (
    POSITION(SUBSTRING(n.hash FROM 19 FOR 1) IN '0123456789abcdef') - 1
  ) + 16 * (
    POSITION(SUBSTRING(n.hash FROM 20 FOR 1) IN '0123456789abcdef') - 1
  ) + 1 * (
    POSITION(SUBSTRING(n.hash FROM 21 FOR 1) IN '0123456789abcdef') - 1
  ) AS BIGINT) AS c,
  CAST(16777216 * (
    POSITION(SUBSTRING(n.hash FROM 22 FOR 1) IN '0123456789abcdef') - 1
  ) + 1048576 * (
    POSITION(SUBSTRING(n.hash FROM 23 FOR 1) IN '0123456789abcdef') - 1
  ) + 65536 * (
    POSITION(SUBSTRING(n.hash FROM 24 FOR 1) IN '0123456789abcdef') - 1
  ) + 4096 * (
    POSITION(SUBSTRING(n.hash FROM 25 FOR 1) IN '0123456789abcdef') - 1
  ) + 256 * (
    POSITION(SUBSTRING(n.hash FROM 26 FOR 1) IN '0123456789abcdef') - 1
  ) + 16 * (
    POSITION(SUBSTRING(n.hash FROM 27 FOR 1) IN '0123456789abcdef') - 1
  ) + 1 * (
    POSITION(SUBSTRING(n.hash FROM 28 FOR 1) IN '0123456789abcdef') - 1
  ) AS BIGINT) AS d
FROM (
  SELECT
    m.number,
    MD5(CONCAT(11, ':', m.name)) AS hash
  FROM "names" AS m
) AS n
