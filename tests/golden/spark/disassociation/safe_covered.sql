-- name: covered_chunks
SELECT
  v.cluster_id,
  v.chunk,
  v.items,
  v.subrecords,
  v.whole,
  v.size,
  v.suppressions,
  v.room,
  CASE WHEN v.room = 1 AND v.whole - v.suppressions >= 11 THEN 1 ELSE 0 END AS feasible
FROM (
  SELECT
    h.cluster_id,
    h.chunk,
    h.items,
    n.subrecords,
    n.whole,
    z.size,
    (
      h.items + 1
    ) DIV 2 AS suppressions,
    CASE WHEN n.subrecords + 2 <= z.size THEN 1 ELSE 0 END AS room
  FROM (
    SELECT
      s.cluster_id,
      s.chunk,
      COUNT(*) AS items,
      MIN(s.support) AS min_support
    FROM (
      SELECT
        o.cluster_id,
        o.chunk,
        o.item,
        COUNT(*) AS support
      FROM `open_rows` AS o
      GROUP BY
        o.cluster_id,
        o.chunk,
        o.item
    ) AS s
    GROUP BY
      s.cluster_id,
      s.chunk
    HAVING
      COUNT(*) > 1
  ) AS h
  JOIN (
    SELECT
      l.cluster_id,
      l.chunk,
      COUNT(*) AS subrecords,
      COUNT(*) FILTER(WHERE
        l.items = l.most) AS whole,
      MAX(l.most) AS most
    FROM (
      SELECT
        o.cluster_id,
        o.chunk,
        COUNT(*) AS items,
        MAX(COUNT(*)) OVER (PARTITION BY o.cluster_id, o.chunk) AS most
      FROM `open_rows` AS o
      GROUP BY
        o.cluster_id,
        o.chunk,
        o.record_id
    ) AS l
    GROUP BY
      l.cluster_id,
      l.chunk
  ) AS n
    ON n.cluster_id = h.cluster_id
    AND n.chunk = h.chunk
    AND n.most = h.items
    AND n.whole = h.min_support
  JOIN `sizes` AS z
    ON z.cluster_id = h.cluster_id
) AS v
