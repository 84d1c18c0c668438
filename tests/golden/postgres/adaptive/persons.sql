-- name: signatures
SELECT
  r.group_id,
  r.record_id,
  COALESCE(k.signature, '') AS signature
FROM (
  SELECT DISTINCT
    o.group_id,
    o.record_id
  FROM "occurrences" AS o
  WHERE
    EXISTS(
      SELECT
        1
      FROM "picked" AS g
      WHERE
        g.group_id = o.group_id
    )
) AS r
JOIN "persons" AS q
  ON q.record_id = r.record_id
LEFT JOIN (
  SELECT
    c.person,
    STRING_AGG(CAST(c.child AS TEXT), ','
    ORDER BY
      c.child) AS signature
  FROM (
    SELECT DISTINCT
      h.person,
      s.child
    FROM "occurrences" AS o
    JOIN "picked" AS p
      ON p.group_id = o.group_id AND p.node = o.node
    JOIN "steps" AS s
      ON s.item = o.item AND s.node = o.node
    JOIN "persons" AS h
      ON h.record_id = o.record_id
  ) AS c
  GROUP BY
    c.person
) AS k
  ON k.person = q.person

-- name: small_parts
SELECT DISTINCT
  h.group_id,
  h.signature
FROM (
  SELECT DISTINCT
    s.group_id,
    s.signature,
    o.item
  FROM "signatures" AS s
  JOIN "occurrences" AS o
    ON o.record_id = s.record_id
  WHERE
    EXISTS(
      SELECT
        1
      FROM "limits" AS x
      WHERE
        x.item = o.item
    )
) AS h
JOIN "limits" AS l
  ON l.item = h.item
JOIN (
  SELECT
    c.group_id,
    c.signature,
    COUNT(DISTINCT p.person) AS n_persons
  FROM "signatures" AS c
  JOIN "persons" AS p
    ON p.record_id = c.record_id
  GROUP BY
    c.group_id,
    c.signature
) AS n
  ON n.group_id = h.group_id AND n.signature = h.signature
WHERE
  n.n_persons * l.limit_num < l.limit_den

-- name: unfit
SELECT DISTINCT
  h.trial_id
FROM "trial_occurrences" AS h
JOIN "limits" AS x
  ON x.item = h.node
JOIN (
  SELECT
    o.trial_id,
    COUNT(DISTINCT p.person) AS n_persons
  FROM "trial_occurrences" AS o
  JOIN "persons" AS p
    ON p.record_id = o.record_id
  WHERE
    NOT EXISTS(
      SELECT
        1
      FROM "lost" AS k
      WHERE
        k.trial_id = o.trial_id AND k.record_id = o.record_id AND k.node = o.node
    )
  GROUP BY
    o.trial_id
) AS n
  ON n.trial_id = h.trial_id
WHERE
  n.n_persons * x.limit_num < x.limit_den
  AND NOT EXISTS(
    SELECT
      1
    FROM "lost" AS l
    WHERE
      l.trial_id = h.trial_id AND l.record_id = h.record_id AND l.node = h.node
  )
