WITH large AS (
  SELECT
    s.kind_id,
    s.group_id,
    p.size,
    k.records
  FROM "settled" AS s
  JOIN "pieces" AS p
    ON p.group_id = s.group_id AND p.pieces > 1
  JOIN "kinds" AS k
    ON k.kind_id = s.kind_id
), held AS (
  SELECT
    l.kind_id,
    l.group_id,
    l.size,
    l.records,
    t.item
  FROM large AS l
  JOIN "transactions" AS t
    ON t.record_id = l.kind_id
  ANTI JOIN "sensitive" AS x
    ON x.item = t.item
), ordered AS (
  SELECT
    h.kind_id,
    h.item,
    ROW_NUMBER() OVER (PARTITION BY h.kind_id ORDER BY n.support DESC, h.item) AS turn
  FROM held AS h
  JOIN (
    SELECT
      r.group_id,
      r.item,
      SUM(r.records) AS support
    FROM held AS r
    GROUP BY
      r.group_id,
      r.item
    HAVING
      SUM(r.records) > 1 AND SUM(r.records) < MAX(r.size)
  ) AS n
    ON n.group_id = h.group_id AND n.item = h.item
), keys AS (
  SELECT
    o.kind_id,
    MAX(CASE WHEN o.turn = 1 THEN o.item END) AS first_item,
    MAX(CASE WHEN o.turn = 2 THEN o.item END) AS second_item,
    MAX(CASE WHEN o.turn = 3 THEN o.item END) AS third_item
  FROM ordered AS o
  WHERE
    o.turn <= 3
  GROUP BY
    o.kind_id
)
SELECT
  l.kind_id,
  ROW_NUMBER() OVER (
    PARTITION BY l.group_id
    ORDER BY COALESCE(k.first_item, 0), COALESCE(k.second_item, 0), COALESCE(k.third_item, 0), l.kind_id
  ) AS place
FROM large AS l
LEFT JOIN keys AS k
  ON k.kind_id = l.kind_id
