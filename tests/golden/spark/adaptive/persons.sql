-- name: signatures
SELECT
  r.group_id,
  r.record_id,
  COALESCE(k.signature, '') AS signature
FROM (
  SELECT DISTINCT
    o.group_id,
    o.record_id
  FROM `occurrences` AS o
  SEMI JOIN `picked` AS g
    ON g.group_id = o.group_id
) AS r
JOIN `persons` AS q
  ON q.record_id = r.record_id
LEFT JOIN (
  SELECT
    c.person,
    LISTAGG(CAST(c.child AS STRING), ',') WITHIN GROUP (ORDER BY
      c.child NULLS LAST) AS signature
  FROM (
    SELECT DISTINCT
      h.person,
      s.child
    FROM `occurrences` AS o
    JOIN `picked` AS p
      ON p.group_id = o.group_id AND p.node = o.node
    JOIN `steps` AS s
      ON s.item = o.item AND s.node = o.node
    JOIN `persons` AS h
      ON h.record_id = o.record_id
  ) AS c
  GROUP BY
    c.person
) AS k
  ON k.person = q.person
