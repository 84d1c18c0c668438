SELECT
  COUNT(*) FILTER(WHERE
    l.learned > 0) AS linked,
  COUNT(*) FILTER(WHERE
    l.whole = 1) AS whole_chunk,
  COALESCE(SUM(l.learned), 0) AS items_learned,
  COALESCE(AVG(l.chance), 0) AS mean_chance
FROM "linked" AS l
