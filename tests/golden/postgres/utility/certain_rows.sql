/* What a release holds for certain, as records of item numbers: each subrecord, and each term of each cluster alone. */
/* in:  subrecords (subrecord_id, item: label), terms (cluster_id, item: label), items (item, label) */
/* out: record_id, item */
/* Terrovitis et al., section 6 */
SELECT
  s.subrecord_id AS record_id,
  i.item
FROM "subrecords" AS s
JOIN "items" AS i
  ON i.label = s.item
UNION ALL
SELECT
  -ROW_NUMBER() OVER (ORDER BY t.cluster_id, i.item) AS record_id,
  i.item
FROM "terms" AS t
JOIN "items" AS i
  ON i.label = t.item
