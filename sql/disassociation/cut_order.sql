-- In which order are the kinds of records in groups that are cut? By their most frequent items, without those that all
-- records of the group hold or only one does: they bring no records together.
-- in:  settled (kind_id, group_id), pieces (group_id, size, pieces), kinds (kind_id, records), transactions (record_id, item),
--      sensitive (item)
-- out: kind_id, place (in its group)
WITH large AS (
  SELECT s.kind_id, s.group_id, p.size, k.records
  FROM settled AS s
  JOIN pieces AS p ON p.group_id = s.group_id AND p.pieces > 1
  JOIN kinds AS k ON k.kind_id = s.kind_id
), held AS (
  SELECT l.kind_id, l.group_id, l.size, l.records, t.item
  FROM large AS l
  JOIN transactions AS t ON t.record_id = l.kind_id
  ANTI JOIN sensitive AS x ON x.item = t.item
), ordered AS (
  SELECT h.kind_id, h.item, row_number() OVER (PARTITION BY h.kind_id ORDER BY n.support DESC, h.item) AS turn
  FROM held AS h
  JOIN (
    SELECT r.group_id, r.item, sum(r.records) AS support
    FROM held AS r
    GROUP BY r.group_id, r.item
    HAVING sum(r.records) > 1 AND sum(r.records) < max(r.size)
  ) AS n ON n.group_id = h.group_id AND n.item = h.item
), keys AS (
  SELECT
    o.kind_id,
    max(CASE WHEN o.turn = 1 THEN o.item END) AS first_item,
    max(CASE WHEN o.turn = 2 THEN o.item END) AS second_item,
    max(CASE WHEN o.turn = 3 THEN o.item END) AS third_item
  FROM ordered AS o
  WHERE o.turn <= 3
  GROUP BY o.kind_id
)
SELECT
  l.kind_id,
  row_number() OVER (
    PARTITION BY l.group_id
    ORDER BY coalesce(k.first_item, 0), coalesce(k.second_item, 0), coalesce(k.third_item, 0), l.kind_id
  ) AS place
FROM large AS l
LEFT JOIN keys AS k ON k.kind_id = l.kind_id
