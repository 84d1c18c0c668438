-- name: shared
SELECT
  c.part,
  c.item,
  ROW_NUMBER() OVER (ORDER BY c.part NULLS LAST, c.item NULLS LAST) AS set_id
FROM `counted` AS c
WHERE
  c.n > 1

-- name: rarest_item
SELECT
  r.record_id,
  r.holder,
  r.item,
  r.n_records,
  r.n_items
FROM (
  SELECT
    h.record_id,
    h.holder,
    h.item,
    i.n AS n_records,
    COUNT(*) OVER (PARTITION BY h.record_id) AS n_items,
    ROW_NUMBER() OVER (PARTITION BY h.record_id ORDER BY i.n NULLS LAST, h.item NULLS LAST) AS place
  FROM `held` AS h
  JOIN (
    SELECT
      o.item,
      COUNT(*) AS n
    FROM `held` AS o
    GROUP BY
      o.item
  ) AS i
    ON i.item = h.item
) AS r
WHERE
  r.place = 1
