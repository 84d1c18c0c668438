SELECT
  i.cluster_id,
  i.chunk_id,
  i.items,
  COUNT(*) AS subrecords,
  COUNT(*) FILTER(WHERE
    r.items = i.items) AS full,
  i.least
FROM (
  SELECT
    s.cluster_id,
    s.chunk_id,
    COUNT(*) AS items,
    MIN(s.support) AS least
  FROM (
    SELECT
      o.cluster_id,
      o.chunk_id,
      o.item,
      COUNT(*) AS support
    FROM "subrecords" AS o
    GROUP BY
      o.cluster_id,
      o.chunk_id,
      o.item
  ) AS s
  GROUP BY
    s.cluster_id,
    s.chunk_id
) AS i
JOIN (
  SELECT
    x.chunk_id,
    x.subrecord_id,
    COUNT(*) AS items
  FROM "subrecords" AS x
  GROUP BY
    x.chunk_id,
    x.subrecord_id
) AS r
  ON r.chunk_id = i.chunk_id
GROUP BY
  i.cluster_id,
  i.chunk_id,
  i.items,
  i.least
