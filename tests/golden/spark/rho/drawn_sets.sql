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
