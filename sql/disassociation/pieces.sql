-- Into how many pieces are the groups cut? Those that nothing could split into pieces of nearly equal size under the
-- cluster size, where that leaves $least records for each; the others stay whole.
-- in:  settled (group_id, size: negative where nothing could split it)
-- out: group_id, size, pieces, first_piece (the pieces of all groups are numbered from 0)
SELECT
  n.group_id,
  n.size,
  n.pieces,
  cast(sum(n.pieces) OVER (ORDER BY n.group_id) - n.pieces AS bigint) AS first_piece
FROM (
  SELECT DISTINCT
    s.group_id,
    abs(s.size) AS size,
    CASE
      WHEN -s.size < $cluster_size THEN 1
      ELSE greatest(1, least(-s.size // $least, (-s.size + $cluster_size - 2) // ($cluster_size - 1)))
    END AS pieces
  FROM settled AS s
) AS n
