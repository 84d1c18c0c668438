-- name: unfit
SELECT DISTINCT
  h.trial_id
FROM "trial_occurrences" AS h
JOIN "limits" AS x
  ON x.item = h.node
JOIN (
  SELECT
    o.trial_id,
    COUNT(DISTINCT o.record_id) AS records
  FROM "trial_occurrences" AS o
  WHERE
    NOT EXISTS(
      SELECT
        1
      FROM "lost" AS k
      WHERE
        k.trial_id = o.trial_id AND k.record_id = o.record_id AND k.node = o.node
    )
  GROUP BY
    o.trial_id
) AS n
  ON n.trial_id = h.trial_id
WHERE
  n.records * x.limit_num < x.limit_den
  AND NOT EXISTS(
    SELECT
      1
    FROM "lost" AS l
    WHERE
      l.trial_id = h.trial_id AND l.record_id = h.record_id AND l.node = h.node
  )

-- name: loss_share
WITH suppressions AS (
  SELECT
    l.trial_id,
    l.record_id,
    l.cause,
    COUNT(*) AS occurrences
  FROM "lost" AS l
  JOIN "trial_occurrences" AS o
    ON o.trial_id = l.trial_id AND o.record_id = l.record_id AND o.node = l.node
  GROUP BY
    l.trial_id,
    l.record_id,
    l.cause
), shares AS (
  SELECT
    g.trial_id,
    c.node,
    g.occurrences,
    c.labels
  FROM suppressions AS g
  JOIN (
    SELECT
      k.cause,
      k.node,
      COUNT(*) OVER (PARTITION BY k.cause) AS labels
    FROM "causes" AS k
  ) AS c
    ON c.cause = g.cause
  UNION ALL
  SELECT
    g.trial_id,
    r.node,
    g.occurrences,
    r.labels
  FROM suppressions AS g
  JOIN (
    SELECT
      d.trial_id,
      d.record_id,
      d.node,
      COUNT(*) OVER (PARTITION BY d.trial_id, d.record_id) AS labels
    FROM (
      SELECT DISTINCT
        o.trial_id,
        o.record_id,
        o.node
      FROM "trial_occurrences" AS o
    ) AS d
  ) AS r
    ON r.trial_id = g.trial_id AND r.record_id = g.record_id
  WHERE
    g.cause = 0
)
SELECT
  b.trial_id,
  b.node,
  CAST(SUM(b.loss_share) AS BIGINT) AS loss_share
FROM (
  SELECT
    s.trial_id,
    s.node,
    FLOOR(CAST(s.occurrences * 11 * 1000.0 AS DOUBLE PRECISION) / NULLIF(s.labels, 0)) AS loss_share
  FROM shares AS s
  UNION ALL
  SELECT
    o.trial_id,
    o.node,
    n.price * 1000.0 AS loss_share
  FROM "trial_occurrences" AS o
  JOIN "nodes" AS n
    ON n.node = o.node
  WHERE
    o.node <> o.item
    AND NOT EXISTS(
      SELECT
        1
      FROM "lost" AS l
      WHERE
        l.trial_id = o.trial_id AND l.record_id = o.record_id AND l.node = o.node
    )
) AS b
GROUP BY
  b.trial_id,
  b.node
