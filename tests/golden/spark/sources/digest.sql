-- name: marks
SELECT
  n.number,
  CAST(16777216 * (
    LOCATE(SUBSTRING(n.hash, 1, 1), '0123456789abcdef') - 1
  ) + 1048576 * (
    LOCATE(SUBSTRING(n.hash, 2, 1), '0123456789abcdef') - 1
  ) + 65536 * (
    LOCATE(SUBSTRING(n.hash, 3, 1), '0123456789abcdef') - 1
  ) + 4096 * (
    LOCATE(SUBSTRING(n.hash, 4, 1), '0123456789abcdef') - 1
  ) + 256 * (
    LOCATE(SUBSTRING(n.hash, 5, 1), '0123456789abcdef') - 1
  ) + 16 * (
    LOCATE(SUBSTRING(n.hash, 6, 1), '0123456789abcdef') - 1
  ) + 1 * (
    LOCATE(SUBSTRING(n.hash, 7, 1), '0123456789abcdef') - 1
  ) AS BIGINT) AS a,
  CAST(16777216 * (
    LOCATE(SUBSTRING(n.hash, 8, 1), '0123456789abcdef') - 1
  ) + 1048576 * (
    LOCATE(SUBSTRING(n.hash, 9, 1), '0123456789abcdef') - 1
  ) + 65536 * (
    LOCATE(SUBSTRING(n.hash, 10, 1), '0123456789abcdef') - 1
  ) + 4096 * (
    LOCATE(SUBSTRING(n.hash, 11, 1), '0123456789abcdef') - 1
  ) + 256 * (
    LOCATE(SUBSTRING(n.hash, 12, 1), '0123456789abcdef') - 1
  ) + 16 * (
    LOCATE(SUBSTRING(n.hash, 13, 1), '0123456789abcdef') - 1
  ) + 1 * (
    LOCATE(SUBSTRING(n.hash, 14, 1), '0123456789abcdef') - 1
  ) AS BIGINT) AS b,
  CAST(16777216 * (
    LOCATE(SUBSTRING(n.hash, 15, 1), '0123456789abcdef') - 1
  ) + 1048576 * (
    LOCATE(SUBSTRING(n.hash, 16, 1), '0123456789abcdef') - 1
  ) + 65536 * (
    LOCATE(SUBSTRING(n.hash, 17, 1), '0123456789abcdef') - 1
  ) + 4096 * (
    LOCATE(SUBSTRING(n.hash, 18, 1), '0123456789abcdef') - 1
  ) + 256 * (
    LOCATE(SUBSTRING(n.hash, 19, 1), '0123456789abcdef') - 1
  ) + 16 * (
    LOCATE(SUBSTRING(n.hash, 20, 1), '0123456789abcdef') - 1
  ) + 1 * (
    LOCATE(SUBSTRING(n.hash, 21, 1), '0123456789abcdef') - 1
  ) AS BIGINT) AS c,
  CAST(16777216 * (
    LOCATE(SUBSTRING(n.hash, 22, 1), '0123456789abcdef') - 1
  ) + 1048576 * (
    LOCATE(SUBSTRING(n.hash, 23, 1), '0123456789abcdef') - 1
  ) + 65536 * (
    LOCATE(SUBSTRING(n.hash, 24, 1), '0123456789abcdef') - 1
  ) + 4096 * (
    LOCATE(SUBSTRING(n.hash, 25, 1), '0123456789abcdef') - 1
  ) + 256 * (
    LOCATE(SUBSTRING(n.hash, 26, 1), '0123456789abcdef') - 1
  ) + 16 * (
    LOCATE(SUBSTRING(n.hash, 27, 1), '0123456789abcdef') - 1
  ) + 1 * (
    LOCATE(SUBSTRING(n.hash, 28, 1), '0123456789abcdef') - 1
  ) AS BIGINT) AS d
FROM (
  SELECT
    m.number,
    MD5(CONCAT(COALESCE(11, ''), ':', COALESCE(m.name, ''))) AS hash
  FROM `names` AS m
) AS n
