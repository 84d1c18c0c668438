WITH supports AS (
  SELECT
    o.group_id,
    o.item,
    CAST(SUM(o.records) AS BIGINT) * 2147483648 + 2147483647 - o.item AS weight
  FROM "open_rows" AS o
  GROUP BY
    o.group_id,
    o.item
  HAVING
    SUM(o.records) >= 12
), splitting AS (
  SELECT
    l.group_id,
    l.item,
    l.weight
  FROM (
    SELECT
      s.group_id,
      s.item,
      s.weight,
      MAX(s.weight) OVER (PARTITION BY s.group_id) AS most
    FROM supports AS s
    JOIN (
      SELECT DISTINCT
        f.part_id,
        f.size
      FROM "fates" AS f
    ) AS g
      ON g.part_id = s.group_id AND DIV(s.weight, 2147483648) <= g.size - 12
  ) AS l
  WHERE
    l.weight >= l.most - DIV(l.most, 100) * (
      100 - 13
    )
)
SELECT
  p.kind_id,
  p.group_id,
  p.records,
  COALESCE(c.weight, 0) AS weight
FROM "placed" AS p
LEFT JOIN (
  SELECT
    r.kind_id,
    MAX(l.weight) AS weight
  FROM "open_rows" AS r
  JOIN splitting AS l
    ON l.group_id = r.group_id AND l.item = r.item
  GROUP BY
    r.kind_id
) AS c
  ON c.kind_id = p.kind_id
WHERE
  p.size >= 11
