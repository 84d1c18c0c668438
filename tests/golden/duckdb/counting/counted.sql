SELECT
  c.pair_id,
  a.gen_id AS left_id,
  b.gen_id AS right_id,
  b.item,
  c.support
FROM (
  SELECT
    e.pair_id,
    CAST(SUM((
      e.w & 4294967295
    ) % 255 + (
      e.w >> 32
    ) % 255) AS INT) AS support
  FROM (
    SELECT
      d.pair_id,
      (
        d.v + (
          d.v >> 4
        )
      ) & 1085102592571150095 AS w
    FROM (
      SELECT
        h.pair_id,
        (
          h.u & 3689348814741910323
        ) + (
          (
            h.u >> 2
          ) & 3689348814741910323
        ) AS v
      FROM (
        SELECT
          f.pair_id,
          f.mask - (
            (
              f.mask >> 1
            ) & 6148914691236517205
          ) AS u
        FROM "found" AS f
      ) AS h
    ) AS d
  ) AS e
  GROUP BY
    e.pair_id
) AS c
JOIN "generators" AS a
  ON a.gen_id = (
    c.pair_id >> 31
  ) AND a.support > c.support
JOIN "generators" AS b
  ON b.gen_id = (
    c.pair_id & 2147483647
  ) AND b.support > c.support
