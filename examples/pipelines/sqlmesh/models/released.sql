MODEL (
  name marts.released,
  kind FULL,
  audits (km_anonymous)
);

SELECT record_id::TEXT AS record_id, item::TEXT AS item FROM shop.baskets
