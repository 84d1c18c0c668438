{#- Made from sql/gate of setanon by .ci/dbt_macros.py: change it there. -#}

{% test counts_hold(model, k, by=[], items=[], count='count', total='', hidden='', rounded=1, persons=false, adds_up=[], taxonomy=none) %}
{%- set k = setanon.whole('k', k, 2, 1000000000) -%}
{%- set rounded = setanon.whole('rounded', rounded, 1, 1000000000) -%}
{%- set by = setanon.columns('by', by) -%}
{%- set items = setanon.columns('items', items) -%}
{%- if not by and not items -%}
{{ exceptions.raise_compiler_error("setanon: name the columns of the table: items, by") }}
{%- endif -%}
{%- set adding_up = setanon.adding_columns(by, setanon.columns('adds_up', adds_up), persons) -%}
{{ config(fail_calc="coalesce(sum(case when finding in ('small', 'difference', 'line') then counts else 1000000000 end), 0)") }}
{{ adapter.dispatch('counts_hold_gate', 'setanon')(model, k, by, items, count, total, hidden, rounded, adding_up, taxonomy) }}
{% endtest %}

{% macro default__counts_hold_gate(model, k, by, items, count, total, hidden, rounded, adding_up, taxonomy) %}
{{ setanon.no_such_gate() }}
{% endmacro %}

{% macro duckdb__counts_hold_gate(model, k, by, items, count, total, hidden, rounded, adding_up, taxonomy) %}
{{ setanon.counts_hold_select('duckdb', model, k, by, items, count, total, hidden, rounded, adding_up, taxonomy) }}
{% endmacro %}

{% macro postgres__counts_hold_gate(model, k, by, items, count, total, hidden, rounded, adding_up, taxonomy) %}
{{ setanon.counts_hold_select('postgres', model, k, by, items, count, total, hidden, rounded, adding_up, taxonomy) }}
{% endmacro %}

{% macro spark__counts_hold_gate(model, k, by, items, count, total, hidden, rounded, adding_up, taxonomy) %}
{{ setanon.counts_hold_select('spark', model, k, by, items, count, total, hidden, rounded, adding_up, taxonomy) }}
{% endmacro %}

{% macro counts_hold_select(dialect, model, k, by, items, count, total, hidden, rounded, adding_up, taxonomy) %}
WITH
{%- if dialect == 'duckdb' or dialect == 'postgres' %}
setanon_generated AS (
SELECT
  {{ setanon.column(by, 0) }} AS one,
  {{ setanon.column(by, 1) }} AS two,
  {{ setanon.column(by, 2) }} AS three,
  {{ setanon.column(items, 0) }} AS a,
  {{ setanon.column(items, 1) }} AS b,
  {{ setanon.column(items, 2) }} AS c,
  {{ adapter.quote(count) }} AS n
FROM {{ model }}
),
{%- elif dialect == 'spark' %}
setanon_generated AS (
SELECT
  {{ setanon.column(by, 0) }} AS one,
  {{ setanon.column(by, 1) }} AS two,
  {{ setanon.column(by, 2) }} AS three,
  {{ setanon.column(items, 0) }} AS a,
  {{ setanon.column(items, 1) }} AS b,
  {{ setanon.column(items, 2) }} AS c,
  {{ adapter.quote(count) }} AS n
FROM {{ model }}
),
{%- endif %}
{%- if dialect == 'duckdb' %}
-- The lines of a table. A count that is blank, or hidden, is not shown, a group that is blank, or total, is a total.
setanon_lines AS MATERIALIZED (
SELECT
  CASE
    WHEN LENGTH(
      REPLACE(
        REPLACE(REPLACE(REPLACE(CAST(s.one AS TEXT), ' ', ''), CHR(9), ''), CHR(10), ''),
        CHR(13),
        ''
      )
    ) > 0
    AND CAST(s.one AS TEXT) <> {{ setanon.word(total) }}
    THEN CAST(s.one AS TEXT)
    ELSE ''
  END AS one,
  CASE
    WHEN LENGTH(
      REPLACE(
        REPLACE(REPLACE(REPLACE(CAST(s.two AS TEXT), ' ', ''), CHR(9), ''), CHR(10), ''),
        CHR(13),
        ''
      )
    ) > 0
    AND CAST(s.two AS TEXT) <> {{ setanon.word(total) }}
    THEN CAST(s.two AS TEXT)
    ELSE ''
  END AS two,
  CASE
    WHEN LENGTH(
      REPLACE(
        REPLACE(REPLACE(REPLACE(CAST(s.three AS TEXT), ' ', ''), CHR(9), ''), CHR(10), ''),
        CHR(13),
        ''
      )
    ) > 0
    AND CAST(s.three AS TEXT) <> {{ setanon.word(total) }}
    THEN CAST(s.three AS TEXT)
    ELSE ''
  END AS three,
  CASE
    WHEN LENGTH(
      REPLACE(
        REPLACE(REPLACE(REPLACE(CAST(s.a AS TEXT), ' ', ''), CHR(9), ''), CHR(10), ''),
        CHR(13),
        ''
      )
    ) > 0
    THEN CAST(s.a AS TEXT)
    ELSE ''
  END AS a,
  CASE
    WHEN LENGTH(
      REPLACE(
        REPLACE(REPLACE(REPLACE(CAST(s.b AS TEXT), ' ', ''), CHR(9), ''), CHR(10), ''),
        CHR(13),
        ''
      )
    ) > 0
    THEN CAST(s.b AS TEXT)
    ELSE ''
  END AS b,
  CASE
    WHEN LENGTH(
      REPLACE(
        REPLACE(REPLACE(REPLACE(CAST(s.c AS TEXT), ' ', ''), CHR(9), ''), CHR(10), ''),
        CHR(13),
        ''
      )
    ) > 0
    THEN CAST(s.c AS TEXT)
    ELSE ''
  END AS c,
  CAST(CASE
    WHEN LENGTH(
      REPLACE(
        REPLACE(REPLACE(REPLACE(CAST(s.n AS TEXT), ' ', ''), CHR(9), ''), CHR(10), ''),
        CHR(13),
        ''
      )
    ) > 0
    AND CAST(s.n AS TEXT) <> {{ setanon.word(hidden) }}
    THEN s.n
  END AS DOUBLE) AS n
FROM setanon_generated AS s
),
{%- elif dialect == 'postgres' %}
-- The lines of a table. A count that is blank, or hidden, is not shown, a group that is blank, or total, is a total.
setanon_lines AS MATERIALIZED (
SELECT
  CASE
    WHEN LENGTH(
      REPLACE(
        REPLACE(
          REPLACE(REPLACE(CAST(s.one AS TEXT) COLLATE "C", ' ', ''), CHR(  9), ''),
          CHR(  10),
          ''
        ),
        CHR(  13),
        ''
      )
    ) > 0
    AND CAST(s.one AS TEXT) <> {{ setanon.word(total) }}
    THEN CAST(s.one AS TEXT)
    ELSE ''
  END AS one,
  CASE
    WHEN LENGTH(
      REPLACE(
        REPLACE(
          REPLACE(REPLACE(CAST(s.two AS TEXT) COLLATE "C", ' ', ''), CHR(  9), ''),
          CHR(  10),
          ''
        ),
        CHR(  13),
        ''
      )
    ) > 0
    AND CAST(s.two AS TEXT) <> {{ setanon.word(total) }}
    THEN CAST(s.two AS TEXT)
    ELSE ''
  END AS two,
  CASE
    WHEN LENGTH(
      REPLACE(
        REPLACE(
          REPLACE(REPLACE(CAST(s.three AS TEXT) COLLATE "C", ' ', ''), CHR(  9), ''),
          CHR(  10),
          ''
        ),
        CHR(  13),
        ''
      )
    ) > 0
    AND CAST(s.three AS TEXT) <> {{ setanon.word(total) }}
    THEN CAST(s.three AS TEXT)
    ELSE ''
  END AS three,
  CASE
    WHEN LENGTH(
      REPLACE(
        REPLACE(
          REPLACE(REPLACE(CAST(s.a AS TEXT) COLLATE "C", ' ', ''), CHR(  9), ''),
          CHR(  10),
          ''
        ),
        CHR(  13),
        ''
      )
    ) > 0
    THEN CAST(s.a AS TEXT)
    ELSE ''
  END AS a,
  CASE
    WHEN LENGTH(
      REPLACE(
        REPLACE(
          REPLACE(REPLACE(CAST(s.b AS TEXT) COLLATE "C", ' ', ''), CHR(  9), ''),
          CHR(  10),
          ''
        ),
        CHR(  13),
        ''
      )
    ) > 0
    THEN CAST(s.b AS TEXT)
    ELSE ''
  END AS b,
  CASE
    WHEN LENGTH(
      REPLACE(
        REPLACE(
          REPLACE(REPLACE(CAST(s.c AS TEXT) COLLATE "C", ' ', ''), CHR(  9), ''),
          CHR(  10),
          ''
        ),
        CHR(  13),
        ''
      )
    ) > 0
    THEN CAST(s.c AS TEXT)
    ELSE ''
  END AS c,
  CAST(CASE
    WHEN LENGTH(
      REPLACE(
        REPLACE(
          REPLACE(REPLACE(CAST(s.n AS TEXT) COLLATE "C", ' ', ''), CHR(  9), ''),
          CHR(  10),
          ''
        ),
        CHR(  13),
        ''
      )
    ) > 0
    AND CAST(s.n AS TEXT) <> {{ setanon.word(hidden) }}
    THEN s.n
  END AS DOUBLE PRECISION) AS n
FROM setanon_generated AS s
),
{%- elif dialect == 'spark' %}
-- The lines of a table. A count that is blank, or hidden, is not shown, a group that is blank, or total, is a total.
setanon_lines AS (
SELECT
  CASE
    WHEN LENGTH(
      REPLACE(
        REPLACE(REPLACE(REPLACE(CAST(s.one AS STRING), ' ', ''), CHR(  9), ''), CHR(  10), ''),
        CHR(  13),
        ''
      )
    ) > 0
    AND CAST(s.one AS STRING) <> {{ setanon.word(total) }}
    THEN CAST(s.one AS STRING)
    ELSE ''
  END AS one,
  CASE
    WHEN LENGTH(
      REPLACE(
        REPLACE(REPLACE(REPLACE(CAST(s.two AS STRING), ' ', ''), CHR(  9), ''), CHR(  10), ''),
        CHR(  13),
        ''
      )
    ) > 0
    AND CAST(s.two AS STRING) <> {{ setanon.word(total) }}
    THEN CAST(s.two AS STRING)
    ELSE ''
  END AS two,
  CASE
    WHEN LENGTH(
      REPLACE(
        REPLACE(REPLACE(REPLACE(CAST(s.three AS STRING), ' ', ''), CHR(  9), ''), CHR(  10), ''),
        CHR(  13),
        ''
      )
    ) > 0
    AND CAST(s.three AS STRING) <> {{ setanon.word(total) }}
    THEN CAST(s.three AS STRING)
    ELSE ''
  END AS three,
  CASE
    WHEN LENGTH(
      REPLACE(
        REPLACE(REPLACE(REPLACE(CAST(s.a AS STRING), ' ', ''), CHR(  9), ''), CHR(  10), ''),
        CHR(  13),
        ''
      )
    ) > 0
    THEN CAST(s.a AS STRING)
    ELSE ''
  END AS a,
  CASE
    WHEN LENGTH(
      REPLACE(
        REPLACE(REPLACE(REPLACE(CAST(s.b AS STRING), ' ', ''), CHR(  9), ''), CHR(  10), ''),
        CHR(  13),
        ''
      )
    ) > 0
    THEN CAST(s.b AS STRING)
    ELSE ''
  END AS b,
  CASE
    WHEN LENGTH(
      REPLACE(
        REPLACE(REPLACE(REPLACE(CAST(s.c AS STRING), ' ', ''), CHR(  9), ''), CHR(  10), ''),
        CHR(  13),
        ''
      )
    ) > 0
    THEN CAST(s.c AS STRING)
    ELSE ''
  END AS c,
  CAST(CASE
    WHEN LENGTH(
      REPLACE(
        REPLACE(REPLACE(REPLACE(CAST(s.n AS STRING), ' ', ''), CHR(  9), ''), CHR(  10), ''),
        CHR(  13),
        ''
      )
    ) > 0
    AND CAST(s.n AS STRING) <> {{ setanon.word(hidden) }}
    THEN s.n
  END AS DOUBLE) AS n
FROM setanon_generated AS s
),
{%- endif %}
-- The same with the labels of each line in order.
setanon_in_order AS (
SELECT
  l.one,
  l.two,
  l.three,
  LEAST(LEAST(l.a, l.b), l.c) AS a,
  GREATEST(LEAST(l.a, l.b), LEAST(GREATEST(l.a, l.b), l.c)) AS b,
  GREATEST(GREATEST(l.a, l.b), l.c) AS c,
  l.n
FROM setanon_lines AS l
),
{%- if dialect == 'duckdb' or dialect == 'postgres' %}
-- Each cell once: a label that a line has twice counts once. step: counts are rounded down to multiples of it.
setanon_cells AS MATERIALIZED (
SELECT
  o.one,
  o.two,
  o.three,
  o.a,
  o.b,
  o.c,
  MAX(o.n) AS low,
  MAX(o.n) + {{ rounded }} - 1 AS high,
  COUNT(DISTINCT o.n) AS several
FROM (
  SELECT
    d.one,
    d.two,
    d.three,
    CASE WHEN d.a = d.b OR d.b = d.c THEN '' ELSE d.a END AS a,
    CASE WHEN d.b = d.c AND d.a = d.b THEN '' WHEN d.b = d.c THEN d.a ELSE d.b END AS b,
    d.c,
    d.n
  FROM setanon_in_order AS d
) AS o
GROUP BY
  o.one,
  o.two,
  o.three,
  o.a,
  o.b,
  o.c
),
{%- elif dialect == 'spark' %}
-- Each cell once: a label that a line has twice counts once. step: counts are rounded down to multiples of it.
setanon_cells AS (
SELECT
  o.one,
  o.two,
  o.three,
  o.a,
  o.b,
  o.c,
  MAX(o.n) AS low,
  MAX(o.n) + {{ rounded }} - 1 AS high,
  COUNT(DISTINCT o.n) AS several
FROM (
  SELECT
    d.one,
    d.two,
    d.three,
    CASE WHEN d.a = d.b OR d.b = d.c THEN '' ELSE d.a END AS a,
    CASE WHEN d.b = d.c AND d.a = d.b THEN '' WHEN d.b = d.c THEN d.a ELSE d.b END AS b,
    d.c,
    d.n
  FROM setanon_in_order AS d
) AS o
GROUP BY
  o.one,
  o.two,
  o.three,
  o.a,
  o.b,
  o.c
),
{%- endif %}
{%- if dialect == 'duckdb' and not taxonomy %}
-- The labels of each set, and none ('').
setanon_labels AS MATERIALIZED (
SELECT DISTINCT
  c.a,
  c.b,
  c.c,
  CASE
    WHEN i."at" = 1
    THEN c.a
    WHEN i."at" = 2
    THEN c.b
    WHEN i."at" = 3
    THEN c.c
    ELSE ''
  END AS label
FROM setanon_cells AS c
CROSS JOIN (
  SELECT
    0 AS "at"
  UNION ALL
  SELECT
    1 AS "at"
  UNION ALL
  SELECT
    2 AS "at"
  UNION ALL
  SELECT
    3 AS "at"
) AS i
),
{%- elif dialect == 'duckdb' and taxonomy %}
-- The labels of each set, and none ('').
setanon_labels AS (
SELECT DISTINCT
  c.a,
  c.b,
  c.c,
  CASE
    WHEN i."at" = 1
    THEN c.a
    WHEN i."at" = 2
    THEN c.b
    WHEN i."at" = 3
    THEN c.c
    ELSE ''
  END AS label
FROM setanon_cells AS c
CROSS JOIN (
  SELECT
    0 AS "at"
  UNION ALL
  SELECT
    1 AS "at"
  UNION ALL
  SELECT
    2 AS "at"
  UNION ALL
  SELECT
    3 AS "at"
) AS i
),
{%- elif dialect == 'postgres' and not taxonomy %}
-- The labels of each set, and none ('').
setanon_labels AS MATERIALIZED (
SELECT DISTINCT
  c.a,
  c.b,
  c.c,
  CASE WHEN i.at = 1 THEN c.a WHEN i.at = 2 THEN c.b WHEN i.at = 3 THEN c.c ELSE '' END AS label
FROM setanon_cells AS c
CROSS JOIN (
  SELECT
    0 AS at
  UNION ALL
  SELECT
    1 AS at
  UNION ALL
  SELECT
    2 AS at
  UNION ALL
  SELECT
    3 AS at
) AS i
),
{%- elif (dialect == 'postgres' and taxonomy) or dialect == 'spark' %}
-- The labels of each set, and none ('').
setanon_labels AS (
SELECT DISTINCT
  c.a,
  c.b,
  c.c,
  CASE WHEN i.at = 1 THEN c.a WHEN i.at = 2 THEN c.b WHEN i.at = 3 THEN c.c ELSE '' END AS label
FROM setanon_cells AS c
CROSS JOIN (
  SELECT
    0 AS at
  UNION ALL
  SELECT
    1 AS at
  UNION ALL
  SELECT
    2 AS at
  UNION ALL
  SELECT
    3 AS at
) AS i
),
{%- endif %}
{%- if dialect == 'duckdb' and taxonomy %}
-- Which labels stand right over which?
setanon_edges AS MATERIALIZED (
SELECT DISTINCT
  CAST(t.child AS TEXT) AS label,
  CAST(t.parent AS TEXT) AS upper
FROM (
  SELECT
    "child" AS child,
    "parent" AS parent
  FROM {{ taxonomy }}
) AS t
WHERE
  LENGTH(
    REPLACE(
      REPLACE(REPLACE(REPLACE(CAST(t.child AS TEXT), ' ', ''), CHR(9), ''), CHR(10), ''),
      CHR(13),
      ''
    )
  ) > 0
  AND LENGTH(
    REPLACE(
      REPLACE(REPLACE(REPLACE(CAST(t.parent AS TEXT), ' ', ''), CHR(9), ''), CHR(10), ''),
      CHR(13),
      ''
    )
  ) > 0
),
{%- elif dialect == 'postgres' and taxonomy %}
-- Which labels stand right over which?
setanon_edges AS MATERIALIZED (
SELECT DISTINCT
  CAST(t.child AS TEXT) AS label,
  CAST(t.parent AS TEXT) AS upper
FROM (
  SELECT
    "child" AS child,
    "parent" AS parent
  FROM {{ taxonomy }}
) AS t
WHERE
  LENGTH(
    REPLACE(
      REPLACE(
        REPLACE(REPLACE(CAST(t.child AS TEXT) COLLATE "C", ' ', ''), CHR(  9), ''),
        CHR(  10),
        ''
      ),
      CHR(  13),
      ''
    )
  ) > 0
  AND LENGTH(
    REPLACE(
      REPLACE(
        REPLACE(REPLACE(CAST(t.parent AS TEXT) COLLATE "C", ' ', ''), CHR(  9), ''),
        CHR(  10),
        ''
      ),
      CHR(  13),
      ''
    )
  ) > 0
),
{%- elif dialect == 'spark' and taxonomy %}
-- Which labels stand right over which?
setanon_edges AS (
SELECT DISTINCT
  CAST(t.child AS STRING) AS label,
  CAST(t.parent AS STRING) AS upper
FROM (
  SELECT
    `child` AS child,
    `parent` AS parent
  FROM {{ taxonomy }}
) AS t
WHERE
  LENGTH(
    REPLACE(
      REPLACE(REPLACE(REPLACE(CAST(t.child AS STRING), ' ', ''), CHR(  9), ''), CHR(  10), ''),
      CHR(  13),
      ''
    )
  ) > 0
  AND LENGTH(
    REPLACE(
      REPLACE(REPLACE(REPLACE(CAST(t.parent AS STRING), ' ', ''), CHR(  9), ''), CHR(  10), ''),
      CHR(  13),
      ''
    )
  ) > 0
),
{%- endif %}
{%- if (dialect == 'duckdb' or dialect == 'postgres') and taxonomy %}
-- The paths from the labels of each set up, seven steps at the most.
setanon_paths AS MATERIALIZED (
SELECT
  l.a,
  l.b,
  l.c,
  l.label,
  p.upper AS first,
  q.upper AS second,
  r.upper AS third,
  s.upper AS fourth,
  t.upper AS fifth,
  u.upper AS sixth,
  v.upper AS seventh
FROM setanon_labels AS l
LEFT JOIN setanon_edges AS p
  ON p.label = l.label
LEFT JOIN setanon_edges AS q
  ON q.label = p.upper
LEFT JOIN setanon_edges AS r
  ON r.label = q.upper
LEFT JOIN setanon_edges AS s
  ON s.label = r.upper
LEFT JOIN setanon_edges AS t
  ON t.label = s.upper
LEFT JOIN setanon_edges AS u
  ON u.label = t.upper
LEFT JOIN setanon_edges AS v
  ON v.label = u.upper
),
{%- elif dialect == 'spark' and taxonomy %}
-- The paths from the labels of each set up, seven steps at the most.
setanon_paths AS (
SELECT
  l.a,
  l.b,
  l.c,
  l.label,
  p.upper AS first,
  q.upper AS second,
  r.upper AS third,
  s.upper AS fourth,
  t.upper AS fifth,
  u.upper AS sixth,
  v.upper AS seventh
FROM setanon_labels AS l
LEFT JOIN setanon_edges AS p
  ON p.label = l.label
LEFT JOIN setanon_edges AS q
  ON q.label = p.upper
LEFT JOIN setanon_edges AS r
  ON r.label = q.upper
LEFT JOIN setanon_edges AS s
  ON s.label = r.upper
LEFT JOIN setanon_edges AS t
  ON t.label = s.upper
LEFT JOIN setanon_edges AS u
  ON u.label = t.upper
LEFT JOIN setanon_edges AS v
  ON v.label = u.upper
),
{%- endif %}
{%- if dialect == 'duckdb' and taxonomy %}
-- The labels of each set, those over them, and none.
setanon_labels_above AS MATERIALIZED (
SELECT DISTINCT
  w.a,
  w.b,
  w.c,
  w.label
FROM (
  SELECT
    x.a,
    x.b,
    x.c,
    CASE
      WHEN i."at" = 0
      THEN x.label
      WHEN i."at" = 1
      THEN x.first
      WHEN i."at" = 2
      THEN x.second
      WHEN i."at" = 3
      THEN x.third
      WHEN i."at" = 4
      THEN x.fourth
      WHEN i."at" = 5
      THEN x.fifth
      ELSE x.sixth
    END AS label
  FROM setanon_paths AS x
  CROSS JOIN (
    SELECT
      0 AS "at"
    UNION ALL
    SELECT
      1 AS "at"
    UNION ALL
    SELECT
      2 AS "at"
    UNION ALL
    SELECT
      3 AS "at"
    UNION ALL
    SELECT
      4 AS "at"
    UNION ALL
    SELECT
      5 AS "at"
    UNION ALL
    SELECT
      6 AS "at"
  ) AS i
) AS w
WHERE
  NOT w.label IS NULL
),
{%- elif dialect == 'postgres' and taxonomy %}
-- The labels of each set, those over them, and none.
setanon_labels_above AS MATERIALIZED (
SELECT DISTINCT
  w.a,
  w.b,
  w.c,
  w.label
FROM (
  SELECT
    x.a,
    x.b,
    x.c,
    CASE
      WHEN i.at = 0
      THEN x.label
      WHEN i.at = 1
      THEN x.first
      WHEN i.at = 2
      THEN x.second
      WHEN i.at = 3
      THEN x.third
      WHEN i.at = 4
      THEN x.fourth
      WHEN i.at = 5
      THEN x.fifth
      ELSE x.sixth
    END AS label
  FROM setanon_paths AS x
  CROSS JOIN (
    SELECT
      0 AS at
    UNION ALL
    SELECT
      1 AS at
    UNION ALL
    SELECT
      2 AS at
    UNION ALL
    SELECT
      3 AS at
    UNION ALL
    SELECT
      4 AS at
    UNION ALL
    SELECT
      5 AS at
    UNION ALL
    SELECT
      6 AS at
  ) AS i
) AS w
WHERE
  NOT w.label IS NULL
),
{%- elif dialect == 'spark' and taxonomy %}
-- The labels of each set, those over them, and none.
setanon_labels_above AS (
SELECT DISTINCT
  w.a,
  w.b,
  w.c,
  w.label
FROM (
  SELECT
    x.a,
    x.b,
    x.c,
    CASE
      WHEN i.at = 0
      THEN x.label
      WHEN i.at = 1
      THEN x.first
      WHEN i.at = 2
      THEN x.second
      WHEN i.at = 3
      THEN x.third
      WHEN i.at = 4
      THEN x.fourth
      WHEN i.at = 5
      THEN x.fifth
      ELSE x.sixth
    END AS label
  FROM setanon_paths AS x
  CROSS JOIN (
    SELECT
      0 AS at
    UNION ALL
    SELECT
      1 AS at
    UNION ALL
    SELECT
      2 AS at
    UNION ALL
    SELECT
      3 AS at
    UNION ALL
    SELECT
      4 AS at
    UNION ALL
    SELECT
      5 AS at
    UNION ALL
    SELECT
      6 AS at
  ) AS i
) AS w
WHERE
  NOT w.label IS NULL
),
{%- endif %}
{%- if taxonomy %}
-- How many paths go on beyond the labels that are looked at?
setanon_too_far AS (
SELECT
  0 AS few,
  COUNT(p.seventh) AS faults
FROM setanon_paths AS p
),
{%- endif %}
-- How many cells are small themselves, and how many have several counts?
setanon_shown AS (
SELECT
  COUNT(CASE WHEN c.low >= 1 AND c.high < {{ k }} THEN 1 END) AS few,
  COUNT(CASE WHEN c.several > 1 THEN 1 END) AS faults
FROM setanon_cells AS c
),
{%- if not taxonomy %}
-- Which sets lie around each one? None, one, two or three of its labels and those over them, itself, too.
setanon_wider_sets AS (
SELECT
  x.a,
  x.b,
  x.c,
  x.label AS wide_a,
  y.label AS wide_b,
  z.label AS wide_c
FROM setanon_labels AS x
JOIN setanon_labels AS y
  ON y.a = x.a AND y.b = x.b AND y.c = x.c AND (
    x.label = '' OR y.label > x.label
  )
JOIN setanon_labels AS z
  ON z.a = x.a AND z.b = x.b AND z.c = x.c AND (
    y.label = '' OR z.label > y.label
  )
),
{%- elif taxonomy %}
-- Which sets lie around each one? None, one, two or three of its labels and those over them, itself, too.
setanon_wider_sets AS (
SELECT
  x.a,
  x.b,
  x.c,
  x.label AS wide_a,
  y.label AS wide_b,
  z.label AS wide_c
FROM setanon_labels_above AS x
JOIN setanon_labels_above AS y
  ON y.a = x.a AND y.b = x.b AND y.c = x.c AND (
    x.label = '' OR y.label > x.label
  )
JOIN setanon_labels_above AS z
  ON z.a = x.a AND z.b = x.b AND z.c = x.c AND (
    y.label = '' OR z.label > y.label
  )
),
{%- endif %}
-- Which groups lie around each one? In each column its own value or the total, itself, too.
setanon_wider_groups AS (
SELECT DISTINCT
  c.one,
  c.two,
  c.three,
  CASE WHEN i.own = 1 THEN c.one ELSE '' END AS wide_one,
  CASE WHEN j.own = 1 THEN c.two ELSE '' END AS wide_two,
  CASE WHEN l.own = 1 THEN c.three ELSE '' END AS wide_three
FROM setanon_cells AS c
CROSS JOIN (
  SELECT
    0 AS own
  UNION ALL
  SELECT
    1 AS own
) AS i
CROSS JOIN (
  SELECT
    0 AS own
  UNION ALL
  SELECT
    1 AS own
) AS j
CROSS JOIN (
  SELECT
    0 AS own
  UNION ALL
  SELECT
    1 AS own
) AS l
),
-- Of how many cells is the count that is shown a few more than that of one in it, or less?
setanon_differences AS (
SELECT
  COUNT(CASE WHEN w.low - n.high >= 1 AND w.high - n.low < {{ k }} THEN 1 END) AS few,
  COUNT(CASE WHEN w.high < n.low THEN 1 END) AS faults
FROM setanon_cells AS n
JOIN setanon_wider_sets AS s
  ON s.a = n.a AND s.b = n.b AND s.c = n.c
JOIN setanon_wider_groups AS g
  ON g.one = n.one AND g.two = n.two AND g.three = n.three
JOIN setanon_cells AS w
  ON w.one = g.wide_one
  AND w.two = g.wide_two
  AND w.three = g.wide_three
  AND w.a = s.wide_a
  AND w.b = s.wide_b
  AND w.c = s.wide_c
WHERE
  NOT (
    w.one = n.one
    AND w.two = n.two
    AND w.three = n.three
    AND w.a = n.a
    AND w.b = n.b
    AND w.c = n.c
  )
),
-- What do the parts of each total that are shown add up to? Of the columns that one, two, three name, of none ('') of others.
setanon_parts AS (
SELECT
  q.place,
  q.one,
  q.two,
  q.three,
  q.a,
  q.b,
  q.c,
  SUM(q.low) AS low,
  SUM(q.high) AS high
FROM (
  SELECT
    i.place,
    CASE WHEN i.place = 1 THEN '' ELSE p.one END AS one,
    CASE WHEN i.place = 2 THEN '' ELSE p.two END AS two,
    CASE WHEN i.place = 3 THEN '' ELSE p.three END AS three,
    p.a,
    p.b,
    p.c,
    p.low,
    p.high
  FROM setanon_cells AS p
  CROSS JOIN (
    SELECT
      1 AS place
    UNION ALL
    SELECT
      2 AS place
    UNION ALL
    SELECT
      3 AS place
  ) AS i
  WHERE
    (
      i.place = 1 AND {{ setanon.adding(by, 0, adding_up) }} <> '' AND p.one <> ''
    )
    OR (
      i.place = 2 AND {{ setanon.adding(by, 1, adding_up) }} <> '' AND p.two <> ''
    )
    OR (
      i.place = 3 AND {{ setanon.adding(by, 2, adding_up) }} <> '' AND p.three <> ''
    )
) AS q
GROUP BY
  q.place,
  q.one,
  q.two,
  q.three,
  q.a,
  q.b,
  q.c
),
-- Of how many totals is a few left without the parts that are shown, or less than nothing?
setanon_remainders AS (
SELECT
  COUNT(CASE WHEN t.low - p.high >= 1 AND t.high - p.low < {{ k }} THEN 1 END) AS few,
  COUNT(CASE WHEN t.high < p.low THEN 1 END) AS faults
FROM setanon_cells AS t
JOIN setanon_parts AS p
  ON p.one = t.one
  AND p.two = t.two
  AND p.three = t.three
  AND p.a = t.a
  AND p.b = t.b
  AND p.c = t.c
),
-- How many lines have a count that is none?
setanon_readable AS (
SELECT
  0 AS few,
  COUNT(CASE WHEN l.n < 0 OR l.n <> FLOOR(l.n) THEN 1 END) AS faults
FROM setanon_lines AS l
),
{%- if not taxonomy %}
-- Of one of these: what follows, and what keeps the gate from counting.
setanon_found AS (
SELECT
  f.finding,
  f.counts
FROM (
  SELECT
    CASE WHEN i.is_fault = 1 THEN 'cells with several counts' ELSE 'small' END AS finding,
    CASE WHEN i.is_fault = 1 THEN w.faults ELSE w.few END AS counts
  FROM setanon_shown AS w
  CROSS JOIN (
    SELECT
      0 AS is_fault
    UNION ALL
    SELECT
      1 AS is_fault
  ) AS i
) AS f
WHERE
  f.counts > 0
UNION ALL
SELECT
  f.finding,
  f.counts
FROM (
  SELECT
    CASE
      WHEN i.is_fault = 1
      THEN 'counts that contradict each other'
      ELSE 'difference'
    END AS finding,
    CASE WHEN i.is_fault = 1 THEN w.faults ELSE w.few END AS counts
  FROM setanon_differences AS w
  CROSS JOIN (
    SELECT
      0 AS is_fault
    UNION ALL
    SELECT
      1 AS is_fault
  ) AS i
) AS f
WHERE
  f.counts > 0
UNION ALL
SELECT
  f.finding,
  f.counts
FROM (
  SELECT
    CASE WHEN i.is_fault = 1 THEN 'parts larger than their total' ELSE 'line' END AS finding,
    CASE WHEN i.is_fault = 1 THEN w.faults ELSE w.few END AS counts
  FROM setanon_remainders AS w
  CROSS JOIN (
    SELECT
      0 AS is_fault
    UNION ALL
    SELECT
      1 AS is_fault
  ) AS i
) AS f
WHERE
  f.counts > 0
UNION ALL
SELECT
  f.finding,
  f.counts
FROM (
  SELECT
    CASE WHEN i.is_fault = 1 THEN 'counts that are no whole number' ELSE '' END AS finding,
    CASE WHEN i.is_fault = 1 THEN w.faults ELSE w.few END AS counts
  FROM setanon_readable AS w
  CROSS JOIN (
    SELECT
      0 AS is_fault
    UNION ALL
    SELECT
      1 AS is_fault
  ) AS i
) AS f
WHERE
  f.counts > 0
)
SELECT
  *
FROM setanon_found{%- elif taxonomy %}
-- Of one of these: what follows, and what keeps the gate from counting.
setanon_found AS (
SELECT
  f.finding,
  f.counts
FROM (
  SELECT
    CASE WHEN i.is_fault = 1 THEN 'more than 6 labels over one' ELSE '' END AS finding,
    CASE WHEN i.is_fault = 1 THEN w.faults ELSE w.few END AS counts
  FROM setanon_too_far AS w
  CROSS JOIN (
    SELECT
      0 AS is_fault
    UNION ALL
    SELECT
      1 AS is_fault
  ) AS i
) AS f
WHERE
  f.counts > 0
UNION ALL
SELECT
  f.finding,
  f.counts
FROM (
  SELECT
    CASE WHEN i.is_fault = 1 THEN 'cells with several counts' ELSE 'small' END AS finding,
    CASE WHEN i.is_fault = 1 THEN w.faults ELSE w.few END AS counts
  FROM setanon_shown AS w
  CROSS JOIN (
    SELECT
      0 AS is_fault
    UNION ALL
    SELECT
      1 AS is_fault
  ) AS i
) AS f
WHERE
  f.counts > 0
UNION ALL
SELECT
  f.finding,
  f.counts
FROM (
  SELECT
    CASE
      WHEN i.is_fault = 1
      THEN 'counts that contradict each other'
      ELSE 'difference'
    END AS finding,
    CASE WHEN i.is_fault = 1 THEN w.faults ELSE w.few END AS counts
  FROM setanon_differences AS w
  CROSS JOIN (
    SELECT
      0 AS is_fault
    UNION ALL
    SELECT
      1 AS is_fault
  ) AS i
) AS f
WHERE
  f.counts > 0
UNION ALL
SELECT
  f.finding,
  f.counts
FROM (
  SELECT
    CASE WHEN i.is_fault = 1 THEN 'parts larger than their total' ELSE 'line' END AS finding,
    CASE WHEN i.is_fault = 1 THEN w.faults ELSE w.few END AS counts
  FROM setanon_remainders AS w
  CROSS JOIN (
    SELECT
      0 AS is_fault
    UNION ALL
    SELECT
      1 AS is_fault
  ) AS i
) AS f
WHERE
  f.counts > 0
UNION ALL
SELECT
  f.finding,
  f.counts
FROM (
  SELECT
    CASE WHEN i.is_fault = 1 THEN 'counts that are no whole number' ELSE '' END AS finding,
    CASE WHEN i.is_fault = 1 THEN w.faults ELSE w.few END AS counts
  FROM setanon_readable AS w
  CROSS JOIN (
    SELECT
      0 AS is_fault
    UNION ALL
    SELECT
      1 AS is_fault
  ) AS i
) AS f
WHERE
  f.counts > 0
)
SELECT
  *
FROM setanon_found{%- endif %}

{% endmacro %}
