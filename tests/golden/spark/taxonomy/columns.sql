-- name: told
SELECT
  s.clue,
  s.told,
  s.n_lines,
  s.best,
  u.usual,
  s.split,
  s.partly
FROM (
  SELECT
    c.clue,
    c.told,
    CAST(SUM(c.n_lines) AS BIGINT) AS n_lines,
    CAST(SUM(c.best) AS BIGINT) AS best,
    COUNT(*) FILTER(WHERE
      c.labels > 1) AS split,
    COUNT(*) FILTER(WHERE
      c.labels > 0 AND c.blanks > 0) AS partly
  FROM (
    SELECT
      p.clue,
      p.told,
      SUM(p.n) AS n_lines,
      MAX(p.n) AS best,
      COUNT(*) FILTER(WHERE
        p.label <> '') AS labels,
      COUNT(*) FILTER(WHERE
        p.label = '') AS blanks
    FROM `pairs` AS p
    WHERE
      p.label <> '' OR 11 = 1
    GROUP BY
      p.clue,
      p.told,
      p.clue_label
    HAVING
      SUM(p.n) >= 12
  ) AS c
  GROUP BY
    c.clue,
    c.told
) AS s
JOIN (
  SELECT
    l.clue,
    l.told,
    CAST(MAX(l.n) AS BIGINT) AS usual
  FROM (
    SELECT
      w.clue,
      w.told,
      w.label,
      SUM(w.n) AS n
    FROM (
      SELECT
        p.clue,
        p.told,
        p.label,
        p.n,
        SUM(p.n) OVER (PARTITION BY p.clue, p.told, p.clue_label) AS n_lines
      FROM `pairs` AS p
      WHERE
        p.label <> '' OR 11 = 1
    ) AS w
    WHERE
      w.n_lines >= 12
    GROUP BY
      w.clue,
      w.told,
      w.label
  ) AS l
  GROUP BY
    l.clue,
    l.told
) AS u
  ON u.clue = s.clue AND u.told = s.told
ORDER BY
  s.clue NULLS LAST,
  s.told NULLS LAST

-- name: groups
SELECT
  g.clue,
  COUNT(*) AS labels,
  CAST(SUM(g.n_items) AS BIGINT) AS n_items,
  CAST(SUM(CASE WHEN g.n_items > 1 THEN g.n_items ELSE 0 END) AS BIGINT) AS shared
FROM (
  SELECT
    p.clue,
    p.clue_label,
    COUNT(*) AS n_items
  FROM `pairs` AS p
  WHERE
    p.told = 11
  GROUP BY
    p.clue,
    p.clue_label
) AS g
GROUP BY
  g.clue
ORDER BY
  g.clue NULLS LAST
