SELECT
  k.record_id
FROM (
  SELECT
    o.record_id,
    MIN(z.size) AS size
  FROM "occurrences" AS o
  JOIN (
    SELECT DISTINCT
      r.set_id,
      r.size
    FROM "rules" AS r
    WHERE
      EXISTS(
        SELECT
          1
        FROM "sets" AS s
        WHERE
          s.set_id = r.set_id
      )
  ) AS z
    ON z.set_id = o.set_id
  GROUP BY
    o.record_id
) AS k
JOIN "present" AS t
  ON t.record_id = k.record_id
GROUP BY
  k.record_id,
  k.size
HAVING
  COUNT(*) >= k.size + 2
