SELECT
  s.cluster_id,
  s.chunk,
  s.item,
  s.support,
  s.alone,
  COALESCE(m.subrecords, 0) AS missing
FROM (
  SELECT
    o.cluster_id,
    o.chunk,
    o.item,
    COUNT(*) AS support,
    COUNT(*) FILTER(WHERE
      l.items = 1) AS alone
  FROM `open_rows` AS o
  JOIN `stuck_chunks` AS t
    ON t.cluster_id = o.cluster_id AND t.chunk = o.chunk
  JOIN (
    SELECT
      a.cluster_id,
      a.chunk,
      a.record_id,
      COUNT(*) AS items
    FROM `open_rows` AS a
    GROUP BY
      a.cluster_id,
      a.chunk,
      a.record_id
  ) AS l
    ON l.cluster_id = o.cluster_id AND l.chunk = o.chunk AND l.record_id = o.record_id
  GROUP BY
    o.cluster_id,
    o.chunk,
    o.item
) AS s
LEFT JOIN (
  SELECT
    g.cluster_id,
    g.chunk,
    g.item,
    COUNT(*) AS subrecords
  FROM (
    SELECT
      t.cluster_id,
      t.chunk,
      d.item,
      r.record_id
    FROM `stuck_chunks` AS t
    JOIN (
      SELECT
        a.cluster_id,
        a.chunk,
        a.record_id,
        COUNT(*) AS items
      FROM `open_rows` AS a
      GROUP BY
        a.cluster_id,
        a.chunk,
        a.record_id
    ) AS r
      ON r.cluster_id = t.cluster_id AND r.chunk = t.chunk AND r.items = t.items - 1
    JOIN (
      SELECT DISTINCT
        i.cluster_id,
        i.chunk,
        i.item
      FROM `open_rows` AS i
    ) AS d
      ON d.cluster_id = t.cluster_id AND d.chunk = t.chunk
    ANTI JOIN `open_rows` AS h
      ON h.cluster_id = t.cluster_id
      AND h.chunk = t.chunk
      AND h.record_id = r.record_id
      AND h.item = d.item
  ) AS g
  GROUP BY
    g.cluster_id,
    g.chunk,
    g.item
) AS m
  ON m.cluster_id = s.cluster_id AND m.chunk = s.chunk AND m.item = s.item
