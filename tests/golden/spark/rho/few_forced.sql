SELECT
  g.record_id,
  g.item,
  g.cause
FROM `gone` AS g
JOIN (
  SELECT
    f.record_id,
    COUNT(*) AS n
  FROM `gone` AS f
  GROUP BY
    f.record_id
) AS lost
  ON lost.record_id = g.record_id
JOIN (
  SELECT
    t.record_id,
    COUNT(*) AS n
  FROM `transactions` AS t
  SEMI JOIN `gone` AS f
    ON f.record_id = t.record_id
  GROUP BY
    t.record_id
) AS held
  ON held.record_id = g.record_id
WHERE
  lost.n * 12 <= held.n * 11
