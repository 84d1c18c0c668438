-- How are the items of a chunk paired, at random, and which of the two ghosts does each go to?
-- in:  open_rows (cluster_id, chunk, item), covered_chunks (cluster_id, chunk)
-- out: cluster_id, chunk, item, pair (from 1; the last has one item where their number is odd), ghost (1 or 2)
-- Awad et al., section 4.1, rules 1 and 3b
SELECT o.cluster_id, o.chunk, o.item, (o.place + 1) // 2 AS pair, 2 - o.place % 2 AS ghost
FROM (
  SELECT
    r.cluster_id, r.chunk, r.item,
    row_number() OVER (
      PARTITION BY r.cluster_id, r.chunk
      ORDER BY
        md5(concat($seed, ':pair:', cast(r.cluster_id AS text), ':', cast(r.chunk AS text), ':', cast(r.item AS text))),
        r.item
    ) AS place
  FROM (SELECT DISTINCT d.cluster_id, d.chunk, d.item FROM open_rows AS d) AS r
  JOIN covered_chunks AS c ON c.cluster_id = r.cluster_id AND c.chunk = r.chunk
) AS o
