-- name: length_counts
SELECT
  k.items,
  COUNT(*) AS n
FROM (
  SELECT
    t.record_id,
    COUNT(*) AS items
  FROM `original` AS t
  GROUP BY
    t.record_id
) AS k
GROUP BY
  k.items
ORDER BY
  k.items NULLS LAST

-- name: persons_by_length
SELECT
  ROW_NUMBER() OVER (ORDER BY k.items DESC, k.record_id NULLS LAST) AS rank,
  k.record_id
FROM (
  SELECT
    t.record_id,
    COUNT(*) AS items
  FROM `original` AS t
  GROUP BY
    t.record_id
) AS k

-- name: drawn
SELECT
  k.draw,
  k.item,
  k.size
FROM (
  SELECT
    l.draw,
    l.size,
    t.item,
    ROW_NUMBER() OVER (
      PARTITION BY l.draw
      ORDER BY MD5(
        CONCAT(
          COALESCE(11, ''),
          '/',
          COALESCE(CAST(l.draw AS STRING), ''),
          '/',
          COALESCE(CAST(t.item AS STRING), '')
        )
      ) NULLS LAST, t.item NULLS LAST
    ) AS item_rank
  FROM `lots` AS l
  JOIN `persons` AS p
    ON p.rank = l.rank
  JOIN `original` AS t
    ON t.record_id = p.record_id
) AS k
WHERE
  k.item_rank <= k.size

-- name: drawn_sets
SELECT
  k.draw,
  CAST(MIN(k.draw) OVER (PARTITION BY k.content) AS INT) AS set_id,
  k.size
FROM (
  SELECT
    d.draw,
    d.size,
    LISTAGG(CAST(d.item AS STRING), ',') WITHIN GROUP (ORDER BY
      d.item NULLS LAST) AS content
  FROM `drawn` AS d
  GROUP BY
    d.draw,
    d.size
) AS k
