-- name: surplus_rows
WITH holders AS (
  SELECT
    h.cluster_id,
    s.item,
    s.record_id,
    p.person,
    n.open_items,
    n.items,
    h.holders - h.size DIV 11 AS surplus_holders,
    h.holder_persons - h.persons DIV 11 AS surplus_persons
  FROM `held_items` AS h
  JOIN `clusters` AS c
    ON c.cluster_id = h.cluster_id
  JOIN `sensitive_rows` AS s
    ON s.record_id = c.record_id AND s.item = h.item
  JOIN `record_lengths` AS n
    ON n.record_id = s.record_id
  JOIN `persons` AS p
    ON p.record_id = s.record_id
  WHERE
    h.surplus > 0
), first_records AS (
  SELECT
    o.cluster_id,
    o.item,
    o.person,
    ROW_NUMBER() OVER (
      PARTITION BY o.cluster_id, o.item
      ORDER BY o.open_items DESC, o.items DESC, o.record_id NULLS LAST
    ) AS rank
  FROM (
    SELECT
      f.cluster_id,
      f.item,
      f.person,
      f.record_id,
      f.open_items,
      f.items,
      ROW_NUMBER() OVER (
        PARTITION BY f.cluster_id, f.item, f.person
        ORDER BY f.open_items DESC, f.items DESC, f.record_id NULLS LAST
      ) AS turn
    FROM holders AS f
  ) AS o
  WHERE
    o.turn = 1
)
SELECT
  r.record_id,
  r.item
FROM (
  SELECT
    w.record_id,
    w.item,
    w.surplus_holders,
    w.surplus_persons,
    k.rank AS person_rank,
    ROW_NUMBER() OVER (
      PARTITION BY w.cluster_id, w.item
      ORDER BY k.rank NULLS LAST, w.open_items DESC, w.items DESC, w.record_id NULLS LAST
    ) AS rank
  FROM holders AS w
  JOIN first_records AS k
    ON k.cluster_id = w.cluster_id AND k.item = w.item AND k.person = w.person
) AS r
WHERE
  r.person_rank <= r.surplus_persons OR r.rank <= r.surplus_holders
