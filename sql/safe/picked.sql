-- From which subrecords is a pair suppressed? So many as there are pairs, at random, of those that hold all items.
-- in:  open_rows (cluster_id, chunk, record_id, item), covered_chunks (cluster_id, chunk, items, taken)
-- out: cluster_id, chunk, record_id, place (from 1)
-- Awad et al., section 4.1, rule 3a
SELECT o.cluster_id, o.chunk, o.record_id, o.place
FROM (
  SELECT
    r.cluster_id, r.chunk, r.record_id, c.taken,
    row_number() OVER (
      PARTITION BY r.cluster_id, r.chunk
      ORDER BY
        md5(concat($seed, ':pick:', cast(r.cluster_id AS text), ':', cast(r.chunk AS text), ':', cast(r.record_id AS text))),
        r.record_id
    ) AS place
  FROM open_rows AS r
  JOIN covered_chunks AS c ON c.cluster_id = r.cluster_id AND c.chunk = r.chunk
  GROUP BY r.cluster_id, r.chunk, r.record_id, c.taken, c.items
  HAVING count(*) = c.items
) AS o
WHERE o.place <= o.taken
