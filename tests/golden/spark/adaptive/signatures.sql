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
LEFT JOIN (
  SELECT
    c.record_id,
    LISTAGG(CAST(c.child AS STRING), ',') WITHIN GROUP (ORDER BY
      c.child NULLS LAST) AS signature
  FROM (
    SELECT DISTINCT
      o.record_id,
      s.child
    FROM `occurrences` AS o
    JOIN `picked` AS p
      ON p.group_id = o.group_id AND p.node = o.node
    JOIN `steps` AS s
      ON s.item = o.item AND s.node = o.node
  ) AS c
  GROUP BY
    c.record_id
) AS k
  ON k.record_id = r.record_id
