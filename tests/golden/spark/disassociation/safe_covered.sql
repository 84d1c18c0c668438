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
    n.cluster_id,
    n.chunk,
    n.items,
    n.subrecords,
    n.whole,
    z.size,
    (
      n.items + 1
    ) DIV 2 AS suppressions,
    CASE WHEN n.subrecords + 2 <= z.size THEN 1 ELSE 0 END AS room
  FROM (
    SELECT
      h.cluster_id,
      h.chunk,
      h.items,
      h.min_support,
      COUNT(*) AS subrecords,
      COUNT(*) FILTER(WHERE
        l.items = h.items) AS whole
    FROM (
      SELECT
        i.cluster_id,
        i.chunk,
        COUNT(*) AS items,
        MIN(i.support) AS min_support
      FROM `open_items` AS i
      GROUP BY
        i.cluster_id,
        i.chunk
      HAVING
        COUNT(*) > 1
    ) AS h
    JOIN (
      SELECT
        o.cluster_id,
        o.chunk,
        COUNT(*) AS items
      FROM `open_rows` AS o
      GROUP BY
        o.cluster_id,
        o.chunk,
        o.record_id
    ) AS l
      ON l.cluster_id = h.cluster_id AND l.chunk = h.chunk
    GROUP BY
      h.cluster_id,
      h.chunk,
      h.items,
      h.min_support
  ) AS n
  JOIN `sizes` AS z
    ON z.cluster_id = n.cluster_id
  WHERE
    n.whole = n.min_support
) AS v
