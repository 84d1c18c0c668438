-- name: rules
SELECT
  c.set_id,
  c.sensitive_item,
  c.support_with_sensitive,
  s.support
FROM (
  SELECT
    k.set_id,
    k.sensitive_item,
    CAST(COUNT(*) AS BIGINT) * 2147483648 + CAST(SUM(k.n_records) AS BIGINT) AS support_with_sensitive
  FROM (
    SELECT
      o.set_id,
      h.item AS sensitive_item,
      p.person,
      COUNT(*) AS n_records
    FROM "occurrences" AS o
    JOIN "sensitive_rows" AS h
      ON h.record_id = o.record_id AND h.item <> o.last
    JOIN "persons" AS p
      ON p.record_id = o.record_id
    GROUP BY
      o.set_id,
      h.item,
      p.person
  ) AS k
  GROUP BY
    k.set_id,
    k.sensitive_item
) AS c
JOIN (
  SELECT
    k.set_id,
    CAST(COUNT(*) AS BIGINT) * 2147483648 + CAST(SUM(k.n_records) AS BIGINT) AS support
  FROM (
    SELECT
      o.set_id,
      p.person,
      COUNT(*) AS n_records
    FROM "occurrences" AS o
    JOIN "persons" AS p
      ON p.record_id = o.record_id
    WHERE
      EXISTS(
        SELECT
          1
        FROM "sets" AS t
        WHERE
          t.set_id = o.set_id
      )
    GROUP BY
      o.set_id,
      p.person
  ) AS k
  GROUP BY
    k.set_id
) AS s
  ON s.set_id = c.set_id
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM "members" AS m
    WHERE
      m.set_id = c.set_id AND m.item = c.sensitive_item
  )

-- name: shares
SELECT
  k.set_id,
  k.item,
  CAST(COUNT(*) AS BIGINT) * 2147483648 + CAST(SUM(k.n_records) AS BIGINT) AS support_with_sensitive
FROM (
  SELECT
    o.set_id,
    h.item,
    p.person,
    COUNT(*) AS n_records
  FROM "occurrences" AS o
  JOIN "sensitive_rows" AS h
    ON h.record_id = o.record_id AND h.item <> o.last
  JOIN "persons" AS p
    ON p.record_id = o.record_id
  WHERE
    EXISTS(
      SELECT
        1
      FROM "sets" AS s
      WHERE
        s.set_id = o.set_id
    )
  GROUP BY
    o.set_id,
    h.item,
    p.person
) AS k
GROUP BY
  k.set_id,
  k.item

-- name: sets_of_several
SELECT
  s.set_id,
  s.parent_id,
  CAST(c.n AS BIGINT) * 2147483648 + s.support AS support
FROM "sets" AS s
JOIN (
  SELECT
    k.set_id,
    COUNT(*) AS n
  FROM (
    SELECT DISTINCT
      o.set_id,
      p.person
    FROM "occurrences" AS o
    JOIN "persons" AS p
      ON p.record_id = o.record_id
    WHERE
      EXISTS(
        SELECT
          1
        FROM "sets" AS t
        WHERE
          t.set_id = o.set_id AND t.support > 1
      )
  ) AS k
  GROUP BY
    k.set_id
) AS c
  ON c.set_id = s.set_id
