-- name: costliest_labels
SELECT
  k.group_id,
  k.node
FROM (
  SELECT
    c.group_id,
    c.node,
    ROW_NUMBER() OVER (PARTITION BY c.group_id ORDER BY c.cost DESC, c.node NULLS LAST) AS rank
  FROM (
    SELECT
      o.group_id,
      o.node,
      SUM(n.price) AS cost
    FROM `occurrences` AS o
    SEMI JOIN `labels` AS l
      ON l.group_id = o.group_id AND l.node = o.node
    JOIN `nodes` AS n
      ON n.node = o.node
    GROUP BY
      o.group_id,
      o.node
  ) AS c
) AS k
WHERE
  k.rank = 1

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

-- name: parts
SELECT
  s.group_id,
  s.record_id,
  CASE
    WHEN x.signature IS NULL
    THEN DENSE_RANK() OVER (PARTITION BY s.group_id ORDER BY s.signature NULLS LAST)
    ELSE 0
  END AS part
FROM `signatures` AS s
LEFT JOIN `small_parts` AS x
  ON x.group_id = s.group_id AND x.signature = s.signature
