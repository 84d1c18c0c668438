SELECT
  k.group_id,
  k.node
FROM (
  SELECT
    c.group_id,
    c.node,
    ROW_NUMBER() OVER (PARTITION BY c.group_id ORDER BY c.cost DESC, c.node) AS place
  FROM (
    SELECT
      o.group_id,
      o.node,
      SUM(n.price) AS cost
    FROM "occurrences" AS o
    SEMI JOIN "labels" AS l
      ON l.group_id = o.group_id AND l.node = o.node
    JOIN "nodes" AS n
      ON n.node = o.node
    GROUP BY
      o.group_id,
      o.node
  ) AS c
) AS k
WHERE
  k.place = 1
