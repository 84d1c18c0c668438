{#- Made from sql/gate of setanon by .ci/dbt_macros.py: change it there. -#}

{% test disassociated(model, subrecords, terms, k, m, safe=false) %}
{%- set k = setanon.whole('k', k, 2, 1000000000) -%}
{%- set m = setanon.whole('m', m, 1, 3) -%}
{{ config(fail_calc="coalesce(sum(faults), 0)") }}
{{ adapter.dispatch('disassociated_gate', 'setanon')(model, subrecords, terms, k, m, safe) }}
{% endtest %}

{% macro default__disassociated_gate(model, subrecords, terms, k, m, safe) %}
{{ setanon.no_such_gate() }}
{% endmacro %}

{% macro duckdb__disassociated_gate(model, subrecords, terms, k, m, safe) %}
{{ setanon.disassociated_select('duckdb', model, subrecords, terms, k, m, safe) }}
{% endmacro %}

{% macro postgres__disassociated_gate(model, subrecords, terms, k, m, safe) %}
{{ setanon.disassociated_select('postgres', model, subrecords, terms, k, m, safe) }}
{% endmacro %}

{% macro spark__disassociated_gate(model, subrecords, terms, k, m, safe) %}
{{ setanon.disassociated_select('spark', model, subrecords, terms, k, m, safe) }}
{% endmacro %}

{% macro disassociated_select(dialect, model, subrecords, terms, k, m, safe) %}
WITH
{%- if dialect == 'duckdb' or dialect == 'postgres' %}
-- The clusters of a release that is tables.
setanon_table_clusters AS MATERIALIZED (
SELECT
  CAST(r.cluster_id AS BIGINT) AS cluster_id,
  CAST(r.parent_id AS BIGINT) AS parent_id,
  CAST(r.kind AS TEXT) AS kind,
  CAST(r.size AS BIGINT) AS size
FROM {{ model }} AS r
),
{%- elif dialect == 'spark' %}
-- The clusters of a release that is tables.
setanon_table_clusters AS (
SELECT
  CAST(r.cluster_id AS BIGINT) AS cluster_id,
  CAST(r.parent_id AS BIGINT) AS parent_id,
  CAST(r.kind AS STRING) AS kind,
  CAST(r.size AS BIGINT) AS size
FROM {{ model }} AS r
),
{%- endif %}
{%- if dialect == 'duckdb' or dialect == 'postgres' %}
-- The subrecords of a release that is tables.
setanon_table_subrecords AS MATERIALIZED (
SELECT
  CAST(r.cluster_id AS BIGINT) AS cluster_id,
  CAST(r.chunk_id AS BIGINT) AS chunk_id,
  CAST(r.subrecord_id AS BIGINT) AS subrecord_id,
  CAST(r.item AS TEXT) AS item
FROM {{ subrecords }} AS r
),
{%- elif dialect == 'spark' %}
-- The subrecords of a release that is tables.
setanon_table_subrecords AS (
SELECT
  CAST(r.cluster_id AS BIGINT) AS cluster_id,
  CAST(r.chunk_id AS BIGINT) AS chunk_id,
  CAST(r.subrecord_id AS BIGINT) AS subrecord_id,
  CAST(r.item AS STRING) AS item
FROM {{ subrecords }} AS r
),
{%- endif %}
{%- if dialect == 'duckdb' or dialect == 'postgres' %}
-- The term chunks of a release that is tables.
setanon_table_terms AS MATERIALIZED (
SELECT
  CAST(r.cluster_id AS BIGINT) AS cluster_id,
  CAST(r.item AS TEXT) AS item
FROM {{ terms }} AS r
),
{%- elif dialect == 'spark' %}
-- The term chunks of a release that is tables.
setanon_table_terms AS (
SELECT
  CAST(r.cluster_id AS BIGINT) AS cluster_id,
  CAST(r.item AS STRING) AS item
FROM {{ terms }} AS r
),
{%- endif %}
{%- if dialect == 'duckdb' or dialect == 'postgres' %}
-- Each cluster, as the first that is at or above itself.
setanon_itself AS MATERIALIZED (
SELECT
  c.cluster_id,
  c.cluster_id AS upper_id
FROM setanon_table_clusters AS c
WHERE
  NOT c.cluster_id IS NULL
),
{%- elif dialect == 'spark' %}
-- Each cluster, as the first that is at or above itself.
setanon_itself AS (
SELECT
  c.cluster_id,
  c.cluster_id AS upper_id
FROM setanon_table_clusters AS c
WHERE
  NOT c.cluster_id IS NULL
),
{%- endif %}
{%- if dialect == 'duckdb' or dialect == 'postgres' %}
-- One step up from each cluster.
setanon_parents AS MATERIALIZED (
SELECT DISTINCT
  c.cluster_id,
  c.parent_id AS upper_id
FROM setanon_table_clusters AS c
WHERE
  NOT c.cluster_id IS NULL AND NOT c.parent_id IS NULL
),
{%- elif dialect == 'spark' %}
-- One step up from each cluster.
setanon_parents AS (
SELECT DISTINCT
  c.cluster_id,
  c.parent_id AS upper_id
FROM setanon_table_clusters AS c
WHERE
  NOT c.cluster_id IS NULL AND NOT c.parent_id IS NULL
),
{%- endif %}
-- Which clusters lie as far above those that were found as they lie above their own?
setanon_further AS (
SELECT DISTINCT
  a.cluster_id,
  s.upper_id
FROM setanon_itself AS a
JOIN setanon_parents AS s
  ON s.cluster_id = a.upper_id
),
{%- if dialect == 'duckdb' or dialect == 'postgres' %}
setanon_itself_2 AS MATERIALIZED (
SELECT
  *
FROM setanon_itself
UNION ALL
SELECT
  *
FROM setanon_further
),
{%- elif dialect == 'spark' %}
setanon_itself_2 AS (
SELECT
  *
FROM setanon_itself
UNION ALL
SELECT
  *
FROM setanon_further
),
{%- endif %}
{%- if dialect == 'duckdb' or dialect == 'postgres' %}
-- Which clusters lie as far above those that were found as they lie above their own?
setanon_further_2 AS MATERIALIZED (
SELECT DISTINCT
  a.cluster_id,
  s.upper_id
FROM setanon_parents AS a
JOIN setanon_parents AS s
  ON s.cluster_id = a.upper_id
),
{%- elif dialect == 'spark' %}
-- Which clusters lie as far above those that were found as they lie above their own?
setanon_further_2 AS (
SELECT DISTINCT
  a.cluster_id,
  s.upper_id
FROM setanon_parents AS a
JOIN setanon_parents AS s
  ON s.cluster_id = a.upper_id
),
{%- endif %}
-- Which clusters lie as far above those that were found as they lie above their own?
setanon_further_3 AS (
SELECT DISTINCT
  a.cluster_id,
  s.upper_id
FROM setanon_itself_2 AS a
JOIN setanon_further_2 AS s
  ON s.cluster_id = a.upper_id
),
{%- if dialect == 'duckdb' or dialect == 'postgres' %}
setanon_itself_3 AS MATERIALIZED (
SELECT
  *
FROM setanon_itself_2
UNION ALL
SELECT
  *
FROM setanon_further_3
),
{%- elif dialect == 'spark' %}
setanon_itself_3 AS (
SELECT
  *
FROM setanon_itself_2
UNION ALL
SELECT
  *
FROM setanon_further_3
),
{%- endif %}
{%- if dialect == 'duckdb' or dialect == 'postgres' %}
-- Which clusters lie as far above those that were found as they lie above their own?
setanon_further_4 AS MATERIALIZED (
SELECT DISTINCT
  a.cluster_id,
  s.upper_id
FROM setanon_further_2 AS a
JOIN setanon_further_2 AS s
  ON s.cluster_id = a.upper_id
),
{%- elif dialect == 'spark' %}
-- Which clusters lie as far above those that were found as they lie above their own?
setanon_further_4 AS (
SELECT DISTINCT
  a.cluster_id,
  s.upper_id
FROM setanon_further_2 AS a
JOIN setanon_further_2 AS s
  ON s.cluster_id = a.upper_id
),
{%- endif %}
-- Which clusters lie as far above those that were found as they lie above their own?
setanon_further_5 AS (
SELECT DISTINCT
  a.cluster_id,
  s.upper_id
FROM setanon_itself_3 AS a
JOIN setanon_further_4 AS s
  ON s.cluster_id = a.upper_id
),
{%- if dialect == 'duckdb' or dialect == 'postgres' %}
setanon_itself_4 AS MATERIALIZED (
SELECT
  *
FROM setanon_itself_3
UNION ALL
SELECT
  *
FROM setanon_further_5
),
{%- elif dialect == 'spark' %}
setanon_itself_4 AS (
SELECT
  *
FROM setanon_itself_3
UNION ALL
SELECT
  *
FROM setanon_further_5
),
{%- endif %}
{%- if dialect == 'duckdb' or dialect == 'postgres' %}
-- Which clusters lie as far above those that were found as they lie above their own?
setanon_further_6 AS MATERIALIZED (
SELECT DISTINCT
  a.cluster_id,
  s.upper_id
FROM setanon_further_4 AS a
JOIN setanon_further_4 AS s
  ON s.cluster_id = a.upper_id
),
{%- elif dialect == 'spark' %}
-- Which clusters lie as far above those that were found as they lie above their own?
setanon_further_6 AS (
SELECT DISTINCT
  a.cluster_id,
  s.upper_id
FROM setanon_further_4 AS a
JOIN setanon_further_4 AS s
  ON s.cluster_id = a.upper_id
),
{%- endif %}
-- Which clusters lie as far above those that were found as they lie above their own?
setanon_further_7 AS (
SELECT DISTINCT
  a.cluster_id,
  s.upper_id
FROM setanon_itself_4 AS a
JOIN setanon_further_6 AS s
  ON s.cluster_id = a.upper_id
),
{%- if dialect == 'duckdb' or dialect == 'postgres' %}
setanon_itself_5 AS MATERIALIZED (
SELECT
  *
FROM setanon_itself_4
UNION ALL
SELECT
  *
FROM setanon_further_7
),
{%- elif dialect == 'spark' %}
setanon_itself_5 AS (
SELECT
  *
FROM setanon_itself_4
UNION ALL
SELECT
  *
FROM setanon_further_7
),
{%- endif %}
{%- if dialect == 'duckdb' or dialect == 'postgres' %}
-- Which clusters lie as far above those that were found as they lie above their own?
setanon_further_8 AS MATERIALIZED (
SELECT DISTINCT
  a.cluster_id,
  s.upper_id
FROM setanon_further_6 AS a
JOIN setanon_further_6 AS s
  ON s.cluster_id = a.upper_id
),
{%- elif dialect == 'spark' %}
-- Which clusters lie as far above those that were found as they lie above their own?
setanon_further_8 AS (
SELECT DISTINCT
  a.cluster_id,
  s.upper_id
FROM setanon_further_6 AS a
JOIN setanon_further_6 AS s
  ON s.cluster_id = a.upper_id
),
{%- endif %}
-- Which clusters lie as far above those that were found as they lie above their own?
setanon_further_9 AS (
SELECT DISTINCT
  a.cluster_id,
  s.upper_id
FROM setanon_itself_5 AS a
JOIN setanon_further_8 AS s
  ON s.cluster_id = a.upper_id
),
{%- if dialect == 'duckdb' or dialect == 'postgres' %}
setanon_itself_6 AS MATERIALIZED (
SELECT
  *
FROM setanon_itself_5
UNION ALL
SELECT
  *
FROM setanon_further_9
),
{%- elif dialect == 'spark' %}
setanon_itself_6 AS (
SELECT
  *
FROM setanon_itself_5
UNION ALL
SELECT
  *
FROM setanon_further_9
),
{%- endif %}
-- Which clusters lie as far above those that were found as they lie above their own?
setanon_further_10 AS (
SELECT DISTINCT
  a.cluster_id,
  s.upper_id
FROM setanon_further_8 AS a
JOIN setanon_further_8 AS s
  ON s.cluster_id = a.upper_id
),
-- Do the clusters go round in a circle? Then some of them lie further up than there are clusters.
setanon_circles AS (
SELECT
  CASE WHEN COUNT(*) > 0 THEN 1 ELSE 0 END AS faults
FROM setanon_further_10 AS s
),
{%- if dialect == 'duckdb' or dialect == 'postgres' %}
-- How many rows of each chunk name each item?
setanon_chunk_supports AS MATERIALIZED (
SELECT
  s.cluster_id,
  s.chunk_id,
  s.item,
  COUNT(*) AS support
FROM setanon_table_subrecords AS s
WHERE
  NOT s.chunk_id IS NULL AND NOT s.subrecord_id IS NULL AND NOT s.item IS NULL
GROUP BY
  s.cluster_id,
  s.chunk_id,
  s.item
),
{%- elif dialect == 'spark' %}
-- How many rows of each chunk name each item?
setanon_chunk_supports AS (
SELECT
  s.cluster_id,
  s.chunk_id,
  s.item,
  COUNT(*) AS support
FROM setanon_table_subrecords AS s
WHERE
  NOT s.chunk_id IS NULL AND NOT s.subrecord_id IS NULL AND NOT s.item IS NULL
GROUP BY
  s.cluster_id,
  s.chunk_id,
  s.item
),
{%- endif %}
{%- if dialect == 'duckdb' %}
-- The items of each chunk, numbered, the rarest first: a set is entered by its rarest item, which few subrecords hold. The
setanon_nodes AS MATERIALIZED (
SELECT
  p.node_id,
  p.chunk_id,
  p.item,
  p.support,
  p.position,
  CAST(CASE WHEN p.position < 52 THEN POWER(2, p.position) ELSE 0 END AS DOUBLE) AS power
FROM (
  SELECT
    CAST(ROW_NUMBER() OVER (ORDER BY n.chunk_id, n.support, n.item) AS INT) AS node_id,
    CAST(ROW_NUMBER() OVER (PARTITION BY n.chunk_id ORDER BY n.support, n.item) - 1 AS INT) AS position,
    n.chunk_id,
    n.item,
    n.support
  FROM (
    SELECT
      c.chunk_id,
      c.item,
      SUM(c.support) AS support
    FROM setanon_chunk_supports AS c
    GROUP BY
      c.chunk_id,
      c.item
  ) AS n
) AS p
),
{%- elif dialect == 'postgres' %}
-- The items of each chunk, numbered, the rarest first: a set is entered by its rarest item, which few subrecords hold. The
setanon_nodes AS MATERIALIZED (
SELECT
  p.node_id,
  p.chunk_id,
  p.item,
  p.support,
  p.position,
  CAST(CASE WHEN p.position < 52 THEN POWER(2, p.position) ELSE 0 END AS DOUBLE PRECISION) AS power
FROM (
  SELECT
    CAST(ROW_NUMBER() OVER (ORDER BY n.chunk_id, n.support, n.item) AS INT) AS node_id,
    CAST(ROW_NUMBER() OVER (PARTITION BY n.chunk_id ORDER BY n.support, n.item) - 1 AS INT) AS position,
    n.chunk_id,
    n.item,
    n.support
  FROM (
    SELECT
      c.chunk_id,
      c.item,
      SUM(c.support) AS support
    FROM setanon_chunk_supports AS c
    GROUP BY
      c.chunk_id,
      c.item
  ) AS n
) AS p
),
{%- elif dialect == 'spark' %}
-- The items of each chunk, numbered, the rarest first: a set is entered by its rarest item, which few subrecords hold. The
setanon_nodes AS (
SELECT
  p.node_id,
  p.chunk_id,
  p.item,
  p.support,
  p.position,
  CAST(CASE WHEN p.position < 52 THEN POWER(2, p.position) ELSE 0 END AS DOUBLE) AS power
FROM (
  SELECT
    CAST(ROW_NUMBER() OVER (ORDER BY n.chunk_id NULLS LAST, n.support NULLS LAST, n.item NULLS LAST) AS INT) AS node_id,
    CAST(ROW_NUMBER() OVER (PARTITION BY n.chunk_id ORDER BY n.support NULLS LAST, n.item NULLS LAST) - 1 AS INT) AS position,
    n.chunk_id,
    n.item,
    n.support
  FROM (
    SELECT
      c.chunk_id,
      c.item,
      SUM(c.support) AS support
    FROM setanon_chunk_supports AS c
    GROUP BY
      c.chunk_id,
      c.item
  ) AS n
) AS p
),
{%- endif %}
{%- if dialect == 'duckdb' or dialect == 'postgres' %}
-- What does each subrecord hold: of how many rows is it, and which of the first 52 items of its chunk are in them?
setanon_contents AS MATERIALIZED (
SELECT
  s.subrecord_id,
  MIN(s.chunk_id) AS chunk_id,
  MAX(s.chunk_id) AS last_chunk_id,
  COUNT(*) AS items,
  SUM(n.power) AS powers,
  MAX(n.position) AS last
FROM setanon_table_subrecords AS s
JOIN setanon_nodes AS n
  ON n.chunk_id = s.chunk_id AND n.item = s.item
WHERE
  NOT s.subrecord_id IS NULL
GROUP BY
  s.subrecord_id
),
{%- elif dialect == 'spark' %}
-- What does each subrecord hold: of how many rows is it, and which of the first 52 items of its chunk are in them?
setanon_contents AS (
SELECT
  s.subrecord_id,
  MIN(s.chunk_id) AS chunk_id,
  MAX(s.chunk_id) AS last_chunk_id,
  COUNT(*) AS items,
  SUM(n.power) AS powers,
  MAX(n.position) AS last
FROM setanon_table_subrecords AS s
JOIN setanon_nodes AS n
  ON n.chunk_id = s.chunk_id AND n.item = s.item
WHERE
  NOT s.subrecord_id IS NULL
GROUP BY
  s.subrecord_id
),
{%- endif %}
{%- if dialect == 'duckdb' %}
-- How many items and subrecords has each chunk, how many subrecords hold all of its items, and how many its rarest item?
setanon_chunk_sizes AS MATERIALIZED (
SELECT
  i.cluster_id,
  i.chunk_id,
  i.items,
  COUNT(*) AS subrecords,
  COUNT(*) FILTER(WHERE
    r.items = i.items) AS "full",
  i.min_support
FROM (
  SELECT
    s.cluster_id,
    s.chunk_id,
    COUNT(*) AS items,
    MIN(s.support) AS min_support
  FROM setanon_chunk_supports AS s
  GROUP BY
    s.cluster_id,
    s.chunk_id
) AS i
JOIN setanon_contents AS r
  ON r.chunk_id = i.chunk_id
GROUP BY
  i.cluster_id,
  i.chunk_id,
  i.items,
  i.min_support
),
{%- elif dialect == 'postgres' %}
-- How many items and subrecords has each chunk, how many subrecords hold all of its items, and how many its rarest item?
setanon_chunk_sizes AS MATERIALIZED (
SELECT
  i.cluster_id,
  i.chunk_id,
  i.items,
  COUNT(*) AS subrecords,
  COUNT(*) FILTER(WHERE
    r.items = i.items) AS full,
  i.min_support
FROM (
  SELECT
    s.cluster_id,
    s.chunk_id,
    COUNT(*) AS items,
    MIN(s.support) AS min_support
  FROM setanon_chunk_supports AS s
  GROUP BY
    s.cluster_id,
    s.chunk_id
) AS i
JOIN setanon_contents AS r
  ON r.chunk_id = i.chunk_id
GROUP BY
  i.cluster_id,
  i.chunk_id,
  i.items,
  i.min_support
),
{%- elif dialect == 'spark' %}
-- How many items and subrecords has each chunk, how many subrecords hold all of its items, and how many its rarest item?
setanon_chunk_sizes AS (
SELECT
  i.cluster_id,
  i.chunk_id,
  i.items,
  COUNT(*) AS subrecords,
  COUNT(*) FILTER(WHERE
    r.items = i.items) AS full,
  i.min_support
FROM (
  SELECT
    s.cluster_id,
    s.chunk_id,
    COUNT(*) AS items,
    MIN(s.support) AS min_support
  FROM setanon_chunk_supports AS s
  GROUP BY
    s.cluster_id,
    s.chunk_id
) AS i
JOIN setanon_contents AS r
  ON r.chunk_id = i.chunk_id
GROUP BY
  i.cluster_id,
  i.chunk_id,
  i.items,
  i.min_support
),
{%- endif %}
-- The rows of subrecords with later items of their chunk, items as numbers.
setanon_wide_rows AS (
SELECT
  s.subrecord_id AS record_id,
  n.node_id AS item
FROM setanon_contents AS w
JOIN setanon_table_subrecords AS s
  ON s.subrecord_id = w.subrecord_id
JOIN setanon_nodes AS n
  ON n.chunk_id = s.chunk_id AND n.item = s.item
WHERE
  w.last >= 52
),
{%- if dialect == 'duckdb' %}
-- Which records are equal?
setanon_members AS (
SELECT
  UNNEST(e.records) AS record_id,
  e.content_id
FROM (
  SELECT
    ARRAY_AGG(c.record_id) AS records,
    MIN(c.record_id) AS content_id
  FROM (
    SELECT
      t.record_id,
      LIST_SORT(ARRAY_AGG(t.item)) AS content
    FROM setanon_wide_rows AS t
    GROUP BY
      t.record_id
  ) AS c
  GROUP BY
    c.content
) AS e
),
{%- elif dialect == 'postgres' %}
-- Which records are equal?
setanon_members AS (
SELECT
  c.record_id,
  MIN(c.record_id) OVER (PARTITION BY c.content) AS content_id
FROM (
  SELECT
    t.record_id,
    STRING_AGG(CAST(t.item AS TEXT), ','
    ORDER BY
      t.item NULLS FIRST) AS content
  FROM setanon_wide_rows AS t
  GROUP BY
    t.record_id
) AS c
),
{%- elif dialect == 'spark' %}
-- Which records are equal?
setanon_members AS (
SELECT
  c.record_id,
  MIN(c.record_id) OVER (PARTITION BY c.content) AS content_id
FROM (
  SELECT
    t.record_id,
    CASE
      WHEN COUNT(CAST(t.item AS STRING)) > 0
      THEN ARRAY_JOIN(
        TRANSFORM(
          SORT_ARRAY(COLLECT_LIST(STRUCT(t.item AS k, CAST(t.item AS STRING) AS v))),
          p -> p.v
        ),
        ','
      )
    END AS content
  FROM setanon_wide_rows AS t
  GROUP BY
    t.record_id
) AS c
),
{%- endif %}
{%- if dialect == 'duckdb' or dialect == 'postgres' %}
-- One record stands for all that hold the same items, its weight is how many they are.
setanon_alike AS (
SELECT
  content_id AS source_id,
  CAST(ROW_NUMBER() OVER (ORDER BY content_id) AS INT) AS record_id,
  CAST(COUNT(*) AS INT) AS weight
FROM setanon_members AS members
GROUP BY
  content_id
),
{%- elif dialect == 'spark' %}
-- One record stands for all that hold the same items, its weight is how many they are.
setanon_alike AS (
SELECT
  content_id AS source_id,
  CAST(ROW_NUMBER() OVER (ORDER BY content_id NULLS LAST) AS INT) AS record_id,
  CAST(COUNT(*) AS INT) AS weight
FROM setanon_members AS members
GROUP BY
  content_id
),
{%- endif %}
{%- if dialect == 'duckdb' or dialect == 'postgres' %}
-- Which subrecords are alike? One stands for all of a chunk that hold the same items, its weight is how many they are.
setanon_alike_2 AS MATERIALIZED (
SELECT
  MIN(c.subrecord_id) AS source_id,
  c.chunk_id,
  CAST(COUNT(*) AS INT) AS weight
FROM setanon_contents AS c
WHERE
  c.last < 52
GROUP BY
  c.chunk_id,
  c.items,
  c.powers
UNION ALL
SELECT
  e.source_id,
  w.chunk_id,
  e.weight
FROM setanon_alike AS e
JOIN setanon_contents AS w
  ON w.subrecord_id = e.source_id
),
{%- elif dialect == 'spark' %}
-- Which subrecords are alike? One stands for all of a chunk that hold the same items, its weight is how many they are.
setanon_alike_2 AS (
SELECT
  MIN(c.subrecord_id) AS source_id,
  c.chunk_id,
  CAST(COUNT(*) AS INT) AS weight
FROM setanon_contents AS c
WHERE
  c.last < 52
GROUP BY
  c.chunk_id,
  c.items,
  c.powers
UNION ALL
SELECT
  e.source_id,
  w.chunk_id,
  e.weight
FROM setanon_alike AS e
JOIN setanon_contents AS w
  ON w.subrecord_id = e.source_id
),
{%- endif %}
{%- if m == 1 or ((m == 2 or m == 3) and dialect == 'spark') %}
-- All chunks as one set of records, those alike once: no two chunks have an item in common.
setanon_transactions AS (
SELECT
  a.source_id AS record_id,
  n.node_id AS item,
  a.weight,
  COUNT(*) AS times
FROM setanon_table_subrecords AS s
JOIN setanon_alike_2 AS a
  ON a.source_id = s.subrecord_id
JOIN setanon_nodes AS n
  ON n.chunk_id = s.chunk_id AND n.item = s.item
GROUP BY
  a.source_id,
  n.node_id,
  a.weight
),
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and (m == 2 or m == 3) %}
-- All chunks as one set of records, those alike once: no two chunks have an item in common.
setanon_transactions AS MATERIALIZED (
SELECT
  a.source_id AS record_id,
  n.node_id AS item,
  a.weight,
  COUNT(*) AS times
FROM setanon_table_subrecords AS s
JOIN setanon_alike_2 AS a
  ON a.source_id = s.subrecord_id
JOIN setanon_nodes AS n
  ON n.chunk_id = s.chunk_id AND n.item = s.item
GROUP BY
  a.source_id,
  n.node_id,
  a.weight
),
{%- endif %}
-- What is wrong with the clusters by themselves?
setanon_cluster_faults AS (
SELECT
  COUNT(*) FILTER(WHERE
    c.cluster_id IS NULL
    OR c.size IS NULL
    OR c.kind IS NULL
    OR NOT c.kind IN ('simple', 'joint')) + COUNT(c.cluster_id) - COUNT(DISTINCT c.cluster_id) AS faults
FROM setanon_table_clusters AS c
),
-- Which clusters do not fit together: a parent that is no joint cluster, a joint cluster with fewer than two parts, or
setanon_tree_faults AS (
SELECT
  COUNT(*) AS faults
FROM (
  SELECT
    c.cluster_id
  FROM setanon_table_clusters AS c
  LEFT JOIN setanon_table_clusters AS p
    ON p.cluster_id = c.parent_id AND p.kind = 'joint'
  WHERE
    NOT c.parent_id IS NULL AND p.cluster_id IS NULL
  UNION ALL
  SELECT
    c.cluster_id
  FROM setanon_table_clusters AS c
  LEFT JOIN (
    SELECT
      x.parent_id,
      COUNT(*) AS parts,
      SUM(x.size) AS size
    FROM setanon_table_clusters AS x
    GROUP BY
      x.parent_id
  ) AS s
    ON s.parent_id = c.cluster_id
  WHERE
    c.kind = 'joint' AND (
      s.parts IS NULL OR s.parts < 2 OR s.size <> c.size
    )
) AS f
),
-- How many simple clusters have fewer than k records?
setanon_small_clusters AS (
SELECT
  COUNT(*) AS faults
FROM setanon_table_clusters AS c
WHERE
  c.kind = 'simple' AND c.size < {{ k }}
),
{%- if dialect == 'duckdb' or dialect == 'spark' %}
-- What is wrong with the subrecords: empty cells, rows that repeat another, clusters that do not exist?
setanon_subrecord_faults AS (
SELECT
  (
    SELECT
      COUNT(*) FILTER(WHERE
        s.cluster_id IS NULL
        OR s.chunk_id IS NULL
        OR s.subrecord_id IS NULL
        OR s.item IS NULL
        OR s.item = '')
    FROM setanon_table_subrecords AS s
  ) + (
    SELECT
      COALESCE(SUM((
        t.times - 1
      ) * t.weight), 0)
    FROM setanon_transactions AS t
  ) + (
    SELECT
      COUNT(*)
    FROM (
      SELECT DISTINCT
        o.cluster_id
      FROM setanon_table_subrecords AS o
    ) AS n
    ANTI JOIN setanon_table_clusters AS c
      ON c.cluster_id = n.cluster_id
  ) AS faults
),
{%- elif dialect == 'postgres' %}
-- What is wrong with the subrecords: empty cells, rows that repeat another, clusters that do not exist?
setanon_subrecord_faults AS (
SELECT
  (
    SELECT
      COUNT(*) FILTER(WHERE
        s.cluster_id IS NULL
        OR s.chunk_id IS NULL
        OR s.subrecord_id IS NULL
        OR s.item IS NULL
        OR s.item = '')
    FROM setanon_table_subrecords AS s
  ) + (
    SELECT
      COALESCE(SUM((
        t.times - 1
      ) * t.weight), 0)
    FROM setanon_transactions AS t
  ) + (
    SELECT
      COUNT(*)
    FROM (
      SELECT DISTINCT
        o.cluster_id
      FROM setanon_table_subrecords AS o
    ) AS n
    WHERE
      NOT EXISTS(
        SELECT
          1
        FROM setanon_table_clusters AS c
        WHERE
          c.cluster_id = n.cluster_id
      )
  ) AS faults
),
{%- endif %}
-- What is wrong with the chunks: one in two clusters, a subrecord in two chunks, an item in two chunks of a cluster, more
setanon_chunk_faults AS (
SELECT
  COUNT(*) AS faults
FROM (
  SELECT
    h.chunk_id AS one
  FROM setanon_chunk_supports AS h
  GROUP BY
    h.chunk_id
  HAVING
    MIN(h.cluster_id) <> MAX(h.cluster_id)
  UNION ALL
  SELECT
    r.subrecord_id AS one
  FROM setanon_contents AS r
  WHERE
    r.chunk_id <> r.last_chunk_id
  UNION ALL
  SELECT
    i.cluster_id AS one
  FROM setanon_chunk_supports AS i
  GROUP BY
    i.cluster_id,
    i.item
  HAVING
    MIN(i.chunk_id) <> MAX(i.chunk_id)
  UNION ALL
  SELECT
    n.chunk_id AS one
  FROM setanon_chunk_sizes AS n
  JOIN setanon_table_clusters AS c
    ON c.cluster_id = n.cluster_id
  WHERE
    n.subrecords > c.size
) AS f
),
{%- if dialect == 'duckdb' or dialect == 'spark' %}
-- What is wrong with the term chunks: empty cells, rows that repeat another, clusters that are not simple, items that are
setanon_term_faults AS (
SELECT
  (
    SELECT
      COUNT(*) FILTER(WHERE
        t.cluster_id IS NULL OR t.item IS NULL OR t.item = '')
    FROM setanon_table_terms AS t
  ) + (
    SELECT
      COUNT(*)
    FROM setanon_table_terms AS a
  ) - (
    SELECT
      COUNT(*)
    FROM (
      SELECT DISTINCT
        d.cluster_id,
        d.item
      FROM setanon_table_terms AS d
    ) AS u
  ) + (
    SELECT
      COUNT(*)
    FROM (
      SELECT DISTINCT
        o.cluster_id
      FROM setanon_table_terms AS o
    ) AS n
    ANTI JOIN setanon_table_clusters AS c
      ON c.cluster_id = n.cluster_id AND c.kind = 'simple'
  ) + (
    SELECT
      COUNT(*)
    FROM setanon_table_terms AS b
    JOIN setanon_itself_6 AS x
      ON x.cluster_id = b.cluster_id
    JOIN (
      SELECT DISTINCT
        s.cluster_id,
        s.item
      FROM setanon_chunk_supports AS s
    ) AS h
      ON h.cluster_id = x.upper_id AND h.item = b.item
  ) AS faults
),
{%- elif dialect == 'postgres' %}
-- What is wrong with the term chunks: empty cells, rows that repeat another, clusters that are not simple, items that are
setanon_term_faults AS (
SELECT
  (
    SELECT
      COUNT(*) FILTER(WHERE
        t.cluster_id IS NULL OR t.item IS NULL OR t.item = '')
    FROM setanon_table_terms AS t
  ) + (
    SELECT
      COUNT(*)
    FROM setanon_table_terms AS a
  ) - (
    SELECT
      COUNT(*)
    FROM (
      SELECT DISTINCT
        d.cluster_id,
        d.item
      FROM setanon_table_terms AS d
    ) AS u
  ) + (
    SELECT
      COUNT(*)
    FROM (
      SELECT DISTINCT
        o.cluster_id
      FROM setanon_table_terms AS o
    ) AS n
    WHERE
      NOT EXISTS(
        SELECT
          1
        FROM setanon_table_clusters AS c
        WHERE
          c.cluster_id = n.cluster_id AND c.kind = 'simple'
      )
  ) + (
    SELECT
      COUNT(*)
    FROM setanon_table_terms AS b
    JOIN setanon_itself_6 AS x
      ON x.cluster_id = b.cluster_id
    JOIN (
      SELECT DISTINCT
        s.cluster_id,
        s.item
      FROM setanon_chunk_supports AS s
    ) AS h
      ON h.cluster_id = x.upper_id AND h.item = b.item
  ) AS faults
),
{%- endif %}
{%- if dialect == 'duckdb' and safe %}
-- Which chunks have a covered item: never without all other items of its chunk? Do their records draw on another chunk, of
setanon_covers AS (
SELECT
  h.cluster_id,
  h.chunk_id,
  c.kind,
  CASE WHEN h.items > 1 AND h.min_support = h."full" THEN 1 ELSE 0 END AS covered,
  COUNT(*) OVER (PARTITION BY h.cluster_id) AS own,
  r.chunks AS reach
FROM setanon_chunk_sizes AS h
JOIN setanon_table_clusters AS c
  ON c.cluster_id = h.cluster_id
JOIN (
  SELECT
    a.cluster_id,
    COUNT(*) AS chunks
  FROM setanon_itself_6 AS a
  JOIN setanon_chunk_sizes AS u
    ON u.cluster_id = a.upper_id
  GROUP BY
    a.cluster_id
) AS r
  ON r.cluster_id = h.cluster_id
),
{%- elif (dialect == 'postgres' or dialect == 'spark') and safe %}
-- Which chunks have a covered item: never without all other items of its chunk? Do their records draw on another chunk, of
setanon_covers AS (
SELECT
  h.cluster_id,
  h.chunk_id,
  c.kind,
  CASE WHEN h.items > 1 AND h.min_support = h.full THEN 1 ELSE 0 END AS covered,
  COUNT(*) OVER (PARTITION BY h.cluster_id) AS own,
  r.chunks AS reach
FROM setanon_chunk_sizes AS h
JOIN setanon_table_clusters AS c
  ON c.cluster_id = h.cluster_id
JOIN (
  SELECT
    a.cluster_id,
    COUNT(*) AS chunks
  FROM setanon_itself_6 AS a
  JOIN setanon_chunk_sizes AS u
    ON u.cluster_id = a.upper_id
  GROUP BY
    a.cluster_id
) AS r
  ON r.cluster_id = h.cluster_id
),
{%- endif %}
{%- if safe %}
-- How many record and shared chunks are there, and how many are vulnerable? As the paper counts them, those record chunks
setanon_cover_counts AS (
SELECT
  COUNT(*) FILTER(WHERE
    c.kind = 'simple') AS record_chunks,
  COUNT(*) FILTER(WHERE
    c.kind = 'simple' AND c.covered = 1 AND c.own > 1) AS vulnerable_record_chunks,
  COUNT(*) FILTER(WHERE
    c.kind = 'joint') AS shared_chunks,
  COUNT(*) FILTER(WHERE
    c.kind = 'joint' AND c.covered = 1) AS vulnerable_shared_chunks,
  COUNT(*) FILTER(WHERE
    c.covered = 1 AND (
      c.kind = 'joint' OR c.reach > 1
    )) AS cover
FROM setanon_covers AS c
),
{%- endif %}
-- Which chunks hold an item that fewer than k of their subrecords hold?
setanon_bad_singles AS (
SELECT DISTINCT
  n.chunk_id
FROM setanon_nodes AS n
WHERE
  n.support < {{ k }}
),
{%- if m == 2 or (m == 3 and dialect == 'spark') %}
-- Where do the sets of one item occur? An item that only records with k equals or more hold needs no extension.
setanon_single_items AS (
WITH kept AS (
  SELECT
    item,
    SUM(weight) AS support
  FROM setanon_transactions AS transactions
  GROUP BY
    item
  HAVING
    MIN(weight) < {{ k }}
)
SELECT
  t.record_id,
  t.item AS set_id,
  t.item,
  t.weight,
  CAST(kept.support AS INT) AS support
FROM setanon_transactions AS t
JOIN kept
  ON t.item = kept.item
),
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and m == 3 %}
-- Where do the sets of one item occur? An item that only records with k equals or more hold needs no extension.
setanon_single_items AS MATERIALIZED (
WITH kept AS (
  SELECT
    item,
    SUM(weight) AS support
  FROM setanon_transactions AS transactions
  GROUP BY
    item
  HAVING
    MIN(weight) < {{ k }}
)
SELECT
  t.record_id,
  t.item AS set_id,
  t.item,
  t.weight,
  CAST(kept.support AS INT) AS support
FROM setanon_transactions AS t
JOIN kept
  ON t.item = kept.item
),
{%- endif %}
{%- if m == 2 or (m == 3 and dialect == 'spark') %}
-- How often does each set occur together with a later item of its records?
setanon_extensions AS (
SELECT
  o.set_id,
  t.item,
  CAST(SUM(o.weight) AS INT) AS support,
  MAX(o.support) AS prefix_support,
  MIN(o.weight) AS lightest
FROM setanon_single_items AS o
JOIN setanon_transactions AS t
  ON o.record_id = t.record_id AND t.item > o.item
GROUP BY
  o.set_id,
  t.item
),
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and m == 3 %}
-- How often does each set occur together with a later item of its records?
setanon_extensions AS MATERIALIZED (
SELECT
  o.set_id,
  t.item,
  CAST(SUM(o.weight) AS INT) AS support,
  MAX(o.support) AS prefix_support,
  MIN(o.weight) AS lightest
FROM setanon_single_items AS o
JOIN setanon_transactions AS t
  ON o.record_id = t.record_id AND t.item > o.item
GROUP BY
  o.set_id,
  t.item
),
{%- endif %}
{%- if m == 2 or m == 3 %}
-- Which chunks hold a larger set of items that fewer than k of their subrecords hold?
setanon_bad_sets AS (
SELECT
  *
FROM setanon_bad_singles
UNION ALL
SELECT DISTINCT
  n.chunk_id
FROM setanon_extensions AS e
JOIN setanon_nodes AS n
  ON n.node_id = e.item
WHERE
  e.support < {{ k }}
),
{%- endif %}
{%- if (dialect == 'duckdb' or dialect == 'postgres') and m == 3 %}
-- Which sets can still lead to a larger one that is too rare?
setanon_kept AS (
SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY set_id, item) AS INT) AS set_id,
  set_id AS prefix_id,
  item,
  support
FROM setanon_extensions AS extensions
WHERE
  lightest < {{ k }} AND support < prefix_support
),
{%- elif dialect == 'spark' and m == 3 %}
-- Which sets can still lead to a larger one that is too rare?
setanon_kept AS (
SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY set_id NULLS LAST, item NULLS LAST) AS INT) AS set_id,
  set_id AS prefix_id,
  item,
  support
FROM setanon_extensions AS extensions
WHERE
  lightest < {{ k }} AND support < prefix_support
),
{%- endif %}
{%- if m == 3 %}
-- Where do the kept sets occur?
setanon_occurrences AS (
SELECT
  o.record_id,
  kept.set_id,
  kept.item,
  o.weight,
  kept.support
FROM setanon_single_items AS o
JOIN setanon_transactions AS t
  ON o.record_id = t.record_id AND t.item > o.item
JOIN setanon_kept AS kept
  ON CAST(kept.prefix_id AS BIGINT) * 3000000019 + kept.item = CAST(o.set_id AS BIGINT) * 3000000019 + t.item
),
{%- endif %}
{%- if m == 3 %}
-- How often does each set occur together with a later item of its records?
setanon_extensions_2 AS (
SELECT
  o.set_id,
  t.item,
  CAST(SUM(o.weight) AS INT) AS support,
  MAX(o.support) AS prefix_support,
  MIN(o.weight) AS lightest
FROM setanon_occurrences AS o
JOIN setanon_transactions AS t
  ON o.record_id = t.record_id AND t.item > o.item
GROUP BY
  o.set_id,
  t.item
),
{%- endif %}
{%- if m == 3 %}
-- Which chunks hold a larger set of items that fewer than k of their subrecords hold?
setanon_bad_sets_2 AS (
SELECT
  *
FROM setanon_bad_sets
UNION ALL
SELECT DISTINCT
  n.chunk_id
FROM setanon_extensions_2 AS e
JOIN setanon_nodes AS n
  ON n.node_id = e.item
WHERE
  e.support < {{ k }}
),
{%- endif %}
{%- if m == 1 %}
-- How many chunks are there in a list?
setanon_bad_count AS (
SELECT
  COUNT(DISTINCT b.chunk_id) AS n
FROM setanon_bad_singles AS b
),
{%- elif m == 2 %}
-- How many chunks are there in a list?
setanon_bad_count AS (
SELECT
  COUNT(DISTINCT b.chunk_id) AS n
FROM setanon_bad_sets AS b
),
{%- elif m == 3 %}
-- How many chunks are there in a list?
setanon_bad_count AS (
SELECT
  COUNT(DISTINCT b.chunk_id) AS n
FROM setanon_bad_sets_2 AS b
),
{%- endif %}
{%- if (dialect == 'duckdb' or dialect == 'spark') and m == 1 %}
-- How many simple clusters without a term have too few subrecords to fill their records?
setanon_too_few_subrecords AS (
SELECT
  COUNT(*) AS faults
FROM setanon_table_clusters AS c
LEFT JOIN (
  SELECT
    h.cluster_id,
    COUNT(*) AS chunks,
    SUM(h.subrecords) AS subrecords
  FROM setanon_chunk_sizes AS h
  GROUP BY
    h.cluster_id
) AS n
  ON n.cluster_id = c.cluster_id
ANTI JOIN setanon_table_terms AS t
  ON t.cluster_id = c.cluster_id
WHERE
  c.kind = 'simple'
  AND (
    n.chunks IS NULL
    OR n.subrecords < c.size + {{ k }} * (
      LEAST(1, n.chunks) - 1
    )
  )
),
{%- elif (dialect == 'duckdb' or dialect == 'spark') and m == 2 %}
-- How many simple clusters without a term have too few subrecords to fill their records?
setanon_too_few_subrecords AS (
SELECT
  COUNT(*) AS faults
FROM setanon_table_clusters AS c
LEFT JOIN (
  SELECT
    h.cluster_id,
    COUNT(*) AS chunks,
    SUM(h.subrecords) AS subrecords
  FROM setanon_chunk_sizes AS h
  GROUP BY
    h.cluster_id
) AS n
  ON n.cluster_id = c.cluster_id
ANTI JOIN setanon_table_terms AS t
  ON t.cluster_id = c.cluster_id
WHERE
  c.kind = 'simple'
  AND (
    n.chunks IS NULL
    OR n.subrecords < c.size + {{ k }} * (
      LEAST(2, n.chunks) - 1
    )
  )
),
{%- elif (dialect == 'duckdb' or dialect == 'spark') and m == 3 %}
-- How many simple clusters without a term have too few subrecords to fill their records?
setanon_too_few_subrecords AS (
SELECT
  COUNT(*) AS faults
FROM setanon_table_clusters AS c
LEFT JOIN (
  SELECT
    h.cluster_id,
    COUNT(*) AS chunks,
    SUM(h.subrecords) AS subrecords
  FROM setanon_chunk_sizes AS h
  GROUP BY
    h.cluster_id
) AS n
  ON n.cluster_id = c.cluster_id
ANTI JOIN setanon_table_terms AS t
  ON t.cluster_id = c.cluster_id
WHERE
  c.kind = 'simple'
  AND (
    n.chunks IS NULL
    OR n.subrecords < c.size + {{ k }} * (
      LEAST(3, n.chunks) - 1
    )
  )
),
{%- elif dialect == 'postgres' and m == 1 %}
-- How many simple clusters without a term have too few subrecords to fill their records?
setanon_too_few_subrecords AS (
SELECT
  COUNT(*) AS faults
FROM setanon_table_clusters AS c
LEFT JOIN (
  SELECT
    h.cluster_id,
    COUNT(*) AS chunks,
    SUM(h.subrecords) AS subrecords
  FROM setanon_chunk_sizes AS h
  GROUP BY
    h.cluster_id
) AS n
  ON n.cluster_id = c.cluster_id
WHERE
  (
    c.kind = 'simple'
    AND (
      n.chunks IS NULL
      OR n.subrecords < c.size + {{ k }} * (
        LEAST(1, n.chunks) - 1
      )
    )
  )
  AND NOT EXISTS(
    SELECT
      1
    FROM setanon_table_terms AS t
    WHERE
      t.cluster_id = c.cluster_id
  )
),
{%- elif dialect == 'postgres' and m == 2 %}
-- How many simple clusters without a term have too few subrecords to fill their records?
setanon_too_few_subrecords AS (
SELECT
  COUNT(*) AS faults
FROM setanon_table_clusters AS c
LEFT JOIN (
  SELECT
    h.cluster_id,
    COUNT(*) AS chunks,
    SUM(h.subrecords) AS subrecords
  FROM setanon_chunk_sizes AS h
  GROUP BY
    h.cluster_id
) AS n
  ON n.cluster_id = c.cluster_id
WHERE
  (
    c.kind = 'simple'
    AND (
      n.chunks IS NULL
      OR n.subrecords < c.size + {{ k }} * (
        LEAST(2, n.chunks) - 1
      )
    )
  )
  AND NOT EXISTS(
    SELECT
      1
    FROM setanon_table_terms AS t
    WHERE
      t.cluster_id = c.cluster_id
  )
),
{%- elif dialect == 'postgres' and m == 3 %}
-- How many simple clusters without a term have too few subrecords to fill their records?
setanon_too_few_subrecords AS (
SELECT
  COUNT(*) AS faults
FROM setanon_table_clusters AS c
LEFT JOIN (
  SELECT
    h.cluster_id,
    COUNT(*) AS chunks,
    SUM(h.subrecords) AS subrecords
  FROM setanon_chunk_sizes AS h
  GROUP BY
    h.cluster_id
) AS n
  ON n.cluster_id = c.cluster_id
WHERE
  (
    c.kind = 'simple'
    AND (
      n.chunks IS NULL
      OR n.subrecords < c.size + {{ k }} * (
        LEAST(3, n.chunks) - 1
      )
    )
  )
  AND NOT EXISTS(
    SELECT
      1
    FROM setanon_table_terms AS t
    WHERE
      t.cluster_id = c.cluster_id
  )
),
{%- endif %}
{%- if dialect == 'duckdb' or dialect == 'spark' %}
-- How many shared chunks hold an item that is in a record or shared chunk further down as well, without being k-anonymous?
setanon_conflicts AS (
SELECT
  COUNT(DISTINCT u.chunk_id) AS faults
FROM setanon_nodes AS u
JOIN setanon_chunk_sizes AS s
  ON s.chunk_id = u.chunk_id
JOIN setanon_itself_6 AS x
  ON x.upper_id = s.cluster_id AND x.cluster_id <> s.cluster_id
JOIN setanon_chunk_sizes AS b
  ON b.cluster_id = x.cluster_id
JOIN setanon_nodes AS d
  ON d.chunk_id = b.chunk_id AND d.item = u.item
SEMI JOIN setanon_alike_2 AS w
  ON w.chunk_id = u.chunk_id AND w.weight < {{ k }}
),
{%- elif dialect == 'postgres' %}
-- How many shared chunks hold an item that is in a record or shared chunk further down as well, without being k-anonymous?
setanon_conflicts AS (
SELECT
  COUNT(DISTINCT u.chunk_id) AS faults
FROM setanon_nodes AS u
JOIN setanon_chunk_sizes AS s
  ON s.chunk_id = u.chunk_id
JOIN setanon_itself_6 AS x
  ON x.upper_id = s.cluster_id AND x.cluster_id <> s.cluster_id
JOIN setanon_chunk_sizes AS b
  ON b.cluster_id = x.cluster_id
JOIN setanon_nodes AS d
  ON d.chunk_id = b.chunk_id AND d.item = u.item
WHERE
  EXISTS(
    SELECT
      1
    FROM setanon_alike_2 AS w
    WHERE
      w.chunk_id = u.chunk_id AND w.weight < {{ k }}
  )
),
{%- endif %}
{%- if not safe %}
-- What one check found.
setanon_fault AS (
SELECT
  'structure' AS check_name,
  CAST(a.faults AS BIGINT) AS faults
FROM (
  SELECT
    faults AS faults
  FROM setanon_circles
) AS a
UNION ALL
SELECT
  'structure' AS check_name,
  CAST(a.faults AS BIGINT) AS faults
FROM (
  SELECT
    faults AS faults
  FROM setanon_cluster_faults
) AS a
UNION ALL
SELECT
  'structure' AS check_name,
  CAST(a.faults AS BIGINT) AS faults
FROM (
  SELECT
    faults AS faults
  FROM setanon_tree_faults
) AS a
UNION ALL
SELECT
  'structure' AS check_name,
  CAST(a.faults AS BIGINT) AS faults
FROM (
  SELECT
    faults AS faults
  FROM setanon_small_clusters
) AS a
UNION ALL
SELECT
  'structure' AS check_name,
  CAST(a.faults AS BIGINT) AS faults
FROM (
  SELECT
    faults AS faults
  FROM setanon_subrecord_faults
) AS a
UNION ALL
SELECT
  'structure' AS check_name,
  CAST(a.faults AS BIGINT) AS faults
FROM (
  SELECT
    faults AS faults
  FROM setanon_chunk_faults
) AS a
UNION ALL
SELECT
  'structure' AS check_name,
  CAST(a.faults AS BIGINT) AS faults
FROM (
  SELECT
    faults AS faults
  FROM setanon_term_faults
) AS a
UNION ALL
SELECT
  'chunk_km' AS check_name,
  CAST(a.faults AS BIGINT) AS faults
FROM (
  SELECT
    n AS faults
  FROM setanon_bad_count
) AS a
UNION ALL
SELECT
  'subrecord_count' AS check_name,
  CAST(a.faults AS BIGINT) AS faults
FROM (
  SELECT
    faults AS faults
  FROM setanon_too_few_subrecords
) AS a
UNION ALL
SELECT
  'joint_property' AS check_name,
  CAST(a.faults AS BIGINT) AS faults
FROM (
  SELECT
    faults AS faults
  FROM setanon_conflicts
) AS a
)
SELECT
  f.check_name,
  CAST(SUM(f.faults) AS BIGINT) AS faults
FROM setanon_fault AS f
GROUP BY
  f.check_name
HAVING
  SUM(f.faults) > 0{%- elif safe %}
-- What one check found.
setanon_fault AS (
SELECT
  'structure' AS check_name,
  CAST(a.faults AS BIGINT) AS faults
FROM (
  SELECT
    faults AS faults
  FROM setanon_circles
) AS a
UNION ALL
SELECT
  'structure' AS check_name,
  CAST(a.faults AS BIGINT) AS faults
FROM (
  SELECT
    faults AS faults
  FROM setanon_cluster_faults
) AS a
UNION ALL
SELECT
  'structure' AS check_name,
  CAST(a.faults AS BIGINT) AS faults
FROM (
  SELECT
    faults AS faults
  FROM setanon_tree_faults
) AS a
UNION ALL
SELECT
  'structure' AS check_name,
  CAST(a.faults AS BIGINT) AS faults
FROM (
  SELECT
    faults AS faults
  FROM setanon_small_clusters
) AS a
UNION ALL
SELECT
  'structure' AS check_name,
  CAST(a.faults AS BIGINT) AS faults
FROM (
  SELECT
    faults AS faults
  FROM setanon_subrecord_faults
) AS a
UNION ALL
SELECT
  'structure' AS check_name,
  CAST(a.faults AS BIGINT) AS faults
FROM (
  SELECT
    faults AS faults
  FROM setanon_chunk_faults
) AS a
UNION ALL
SELECT
  'structure' AS check_name,
  CAST(a.faults AS BIGINT) AS faults
FROM (
  SELECT
    faults AS faults
  FROM setanon_term_faults
) AS a
UNION ALL
SELECT
  'cover' AS check_name,
  CAST(a.faults AS BIGINT) AS faults
FROM (
  SELECT
    cover AS faults
  FROM setanon_cover_counts
) AS a
UNION ALL
SELECT
  'chunk_km' AS check_name,
  CAST(a.faults AS BIGINT) AS faults
FROM (
  SELECT
    n AS faults
  FROM setanon_bad_count
) AS a
UNION ALL
SELECT
  'subrecord_count' AS check_name,
  CAST(a.faults AS BIGINT) AS faults
FROM (
  SELECT
    faults AS faults
  FROM setanon_too_few_subrecords
) AS a
UNION ALL
SELECT
  'joint_property' AS check_name,
  CAST(a.faults AS BIGINT) AS faults
FROM (
  SELECT
    faults AS faults
  FROM setanon_conflicts
) AS a
)
SELECT
  f.check_name,
  CAST(SUM(f.faults) AS BIGINT) AS faults
FROM setanon_fault AS f
GROUP BY
  f.check_name
HAVING
  SUM(f.faults) > 0{%- endif %}

{% endmacro %}
