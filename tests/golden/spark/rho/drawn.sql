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
    ) AS rank
  FROM `lots` AS l
  JOIN `persons` AS p
    ON p.place = l.place
  JOIN `original` AS t
    ON t.record_id = p.record_id
) AS k
WHERE
  k.rank <= k.size
