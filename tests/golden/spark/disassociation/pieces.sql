SELECT
  n.group_id,
  n.size,
  n.pieces,
  CAST(SUM(n.pieces) OVER (ORDER BY n.group_id NULLS LAST) - n.pieces AS BIGINT) AS first_piece
FROM (
  SELECT DISTINCT
    s.group_id,
    ABS(s.size) AS size,
    CASE
      WHEN -s.size < 11
      THEN 1
      ELSE GREATEST(1, LEAST(-s.size DIV 12, (
        -s.size + 11 - 2
      ) DIV (
        11 - 1
      )))
    END AS pieces
  FROM `settled` AS s
) AS n
