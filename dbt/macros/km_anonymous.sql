{#- Made from sql/gate of setanon by .ci/dbt_macros.py: change it there. -#}

{% test km_anonymous(model, record_id, item, k, m, person=none) %}
{%- set k = setanon.whole('k', k, 2, 1000000000) -%}
{%- set m = setanon.whole('m', m, 1, 3) -%}
{{ config(fail_calc="coalesce(sum(case when finding = 'threats' then minimal_threats else 1000000000 end), 0)" if person else "coalesce(sum(minimal_threats), 0)") }}
{{ adapter.dispatch('km_anonymous_gate', 'setanon')(model, record_id, item, k, m, person) }}
{% endtest %}

{% macro default__km_anonymous_gate(model, record_id, item, k, m, person) %}
{{ setanon.no_such_gate() }}
{% endmacro %}

{% macro duckdb__km_anonymous_gate(model, record_id, item, k, m, person) %}
{{ setanon.km_anonymous_select('duckdb', model, record_id, item, k, m, person) }}
{% endmacro %}

{% macro postgres__km_anonymous_gate(model, record_id, item, k, m, person) %}
{{ setanon.km_anonymous_select('postgres', model, record_id, item, k, m, person) }}
{% endmacro %}

{% macro spark__km_anonymous_gate(model, record_id, item, k, m, person) %}
{{ setanon.km_anonymous_select('spark', model, record_id, item, k, m, person) }}
{% endmacro %}

{% macro km_anonymous_select(dialect, model, record_id, item, k, m, person) %}
WITH
{%- if dialect == 'duckdb' and not person %}
-- The rows of a source, each once, a record id or an item of blanks is none.
setanon_distinct_rows AS MATERIALIZED (
SELECT DISTINCT
  s.record_id,
  s.item
FROM (
  SELECT
    {{ adapter.quote(record_id) }} AS record_id,
    {{ adapter.quote(item) }} AS item
  FROM {{ model }}
) AS s
WHERE
  LENGTH(
    REPLACE(
      REPLACE(REPLACE(REPLACE(CAST(s.record_id AS TEXT), ' ', ''), CHR(9), ''), CHR(10), ''),
      CHR(13),
      ''
    )
  ) > 0
  AND LENGTH(
    REPLACE(
      REPLACE(REPLACE(REPLACE(CAST(s.item AS TEXT), ' ', ''), CHR(9), ''), CHR(10), ''),
      CHR(13),
      ''
    )
  ) > 0
),
{%- elif dialect == 'duckdb' and person %}
-- The rows of a source, each once, with the person of the record. A record has one person: of several the first counts.
setanon_distinct_rows AS MATERIALIZED (
SELECT DISTINCT
  n.record_id,
  n.item,
  MIN(n.person) OVER (PARTITION BY n.record_id) AS person
FROM (
  SELECT
    s.record_id,
    s.item,
    MIN(
      CASE
        WHEN LENGTH(
          REPLACE(
            REPLACE(REPLACE(REPLACE(CAST(s.person AS TEXT), ' ', ''), CHR(9), ''), CHR(10), ''),
            CHR(13),
            ''
          )
        ) > 0
        THEN CAST(s.person AS TEXT)
      END
    ) OVER (PARTITION BY s.person) AS person
  FROM (
    SELECT
      {{ adapter.quote(record_id) }} AS record_id,
      {{ adapter.quote(item) }} AS item,
      {{ adapter.quote(person) }} AS person
    FROM {{ model }}
  ) AS s
  WHERE
    LENGTH(
      REPLACE(
        REPLACE(REPLACE(REPLACE(CAST(s.record_id AS TEXT), ' ', ''), CHR(9), ''), CHR(10), ''),
        CHR(13),
        ''
      )
    ) > 0
    AND LENGTH(
      REPLACE(
        REPLACE(REPLACE(REPLACE(CAST(s.item AS TEXT), ' ', ''), CHR(9), ''), CHR(10), ''),
        CHR(13),
        ''
      )
    ) > 0
) AS n
),
{%- elif dialect == 'postgres' and not person %}
-- The rows of a source, each once, a record id or an item of blanks is none.
setanon_distinct_rows AS MATERIALIZED (
SELECT DISTINCT
  s.record_id,
  s.item
FROM (
  SELECT
    {{ adapter.quote(record_id) }} AS record_id,
    {{ adapter.quote(item) }} AS item
  FROM {{ model }}
) AS s
WHERE
  LENGTH(
    REPLACE(
      REPLACE(
        REPLACE(REPLACE(CAST(s.record_id AS TEXT) COLLATE "C", ' ', ''), CHR(  9), ''),
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
        REPLACE(REPLACE(CAST(s.item AS TEXT) COLLATE "C", ' ', ''), CHR(  9), ''),
        CHR(  10),
        ''
      ),
      CHR(  13),
      ''
    )
  ) > 0
),
{%- elif dialect == 'postgres' and person %}
-- The rows of a source, each once, with the person of the record. A record has one person: of several the first counts.
setanon_distinct_rows AS MATERIALIZED (
SELECT DISTINCT
  n.record_id,
  n.item,
  MIN(n.person) OVER (PARTITION BY n.record_id) AS person
FROM (
  SELECT
    s.record_id,
    s.item,
    MIN(
      CASE
        WHEN LENGTH(
          REPLACE(
            REPLACE(
              REPLACE(REPLACE(CAST(s.person AS TEXT) COLLATE "C", ' ', ''), CHR(  9), ''),
              CHR(  10),
              ''
            ),
            CHR(  13),
            ''
          )
        ) > 0
        THEN CAST(s.person AS TEXT)
      END
    ) OVER (PARTITION BY s.person) AS person
  FROM (
    SELECT
      {{ adapter.quote(record_id) }} AS record_id,
      {{ adapter.quote(item) }} AS item,
      {{ adapter.quote(person) }} AS person
    FROM {{ model }}
  ) AS s
  WHERE
    LENGTH(
      REPLACE(
        REPLACE(
          REPLACE(REPLACE(CAST(s.record_id AS TEXT) COLLATE "C", ' ', ''), CHR(  9), ''),
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
          REPLACE(REPLACE(CAST(s.item AS TEXT) COLLATE "C", ' ', ''), CHR(  9), ''),
          CHR(  10),
          ''
        ),
        CHR(  13),
        ''
      )
    ) > 0
) AS n
),
{%- elif dialect == 'spark' and not person %}
-- The rows of a source, each once, a record id or an item of blanks is none.
setanon_distinct_rows AS (
SELECT DISTINCT
  s.record_id,
  s.item
FROM (
  SELECT
    {{ adapter.quote(record_id) }} AS record_id,
    {{ adapter.quote(item) }} AS item
  FROM {{ model }}
) AS s
WHERE
  LENGTH(
    REPLACE(
      REPLACE(REPLACE(REPLACE(CAST(s.record_id AS STRING), ' ', ''), CHR(  9), ''), CHR(  10), ''),
      CHR(  13),
      ''
    )
  ) > 0
  AND LENGTH(
    REPLACE(
      REPLACE(REPLACE(REPLACE(CAST(s.item AS STRING), ' ', ''), CHR(  9), ''), CHR(  10), ''),
      CHR(  13),
      ''
    )
  ) > 0
),
{%- elif dialect == 'spark' and person %}
-- The rows of a source, each once, with the person of the record. A record has one person: of several the first counts.
setanon_distinct_rows AS (
SELECT DISTINCT
  n.record_id,
  n.item,
  MIN(n.person) OVER (PARTITION BY n.record_id) AS person
FROM (
  SELECT
    s.record_id,
    s.item,
    MIN(
      CASE
        WHEN LENGTH(
          REPLACE(
            REPLACE(REPLACE(REPLACE(CAST(s.person AS STRING), ' ', ''), CHR(  9), ''), CHR(  10), ''),
            CHR(  13),
            ''
          )
        ) > 0
        THEN CAST(s.person AS STRING)
      END
    ) OVER (PARTITION BY s.person) AS person
  FROM (
    SELECT
      {{ adapter.quote(record_id) }} AS record_id,
      {{ adapter.quote(item) }} AS item,
      {{ adapter.quote(person) }} AS person
    FROM {{ model }}
  ) AS s
  WHERE
    LENGTH(
      REPLACE(
        REPLACE(REPLACE(REPLACE(CAST(s.record_id AS STRING), ' ', ''), CHR(  9), ''), CHR(  10), ''),
        CHR(  13),
        ''
      )
    ) > 0
    AND LENGTH(
      REPLACE(
        REPLACE(REPLACE(REPLACE(CAST(s.item AS STRING), ' ', ''), CHR(  9), ''), CHR(  10), ''),
        CHR(  13),
        ''
      )
    ) > 0
) AS n
),
{%- endif %}
{%- if (dialect == 'duckdb' or dialect == 'postgres') and not person %}
-- How many records hold each item? Numbered, the rarest first.
setanon_items AS MATERIALIZED (
SELECT
  ROW_NUMBER() OVER (ORDER BY c.support, c.label) AS item,
  c.label,
  c.support
FROM (
  SELECT
    r.item AS label,
    COUNT(*) AS support
  FROM setanon_distinct_rows AS r
  GROUP BY
    r.item
) AS c
),
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and person %}
-- How many persons, and how many records, hold each item? Numbered, the rarest first.
setanon_items AS MATERIALIZED (
SELECT
  ROW_NUMBER() OVER (ORDER BY c.support, c.label) AS item,
  c.label,
  c.support,
  c.n_records
FROM (
  SELECT
    r.item AS label,
    COUNT(DISTINCT r.person) AS support,
    COUNT(*) AS n_records
  FROM setanon_distinct_rows AS r
  GROUP BY
    r.item
) AS c
),
{%- elif dialect == 'spark' and not person %}
-- How many records hold each item? Numbered, the rarest first.
setanon_items AS (
SELECT
  ROW_NUMBER() OVER (ORDER BY c.support NULLS LAST, c.label NULLS LAST) AS item,
  c.label,
  c.support
FROM (
  SELECT
    r.item AS label,
    COUNT(*) AS support
  FROM setanon_distinct_rows AS r
  GROUP BY
    r.item
) AS c
),
{%- elif dialect == 'spark' and person %}
-- How many persons, and how many records, hold each item? Numbered, the rarest first.
setanon_items AS (
SELECT
  ROW_NUMBER() OVER (ORDER BY c.support NULLS LAST, c.label NULLS LAST) AS item,
  c.label,
  c.support,
  c.n_records
FROM (
  SELECT
    r.item AS label,
    COUNT(DISTINCT r.person) AS support,
    COUNT(*) AS n_records
  FROM setanon_distinct_rows AS r
  GROUP BY
    r.item
) AS c
),
{%- endif %}
{%- if (dialect == 'duckdb' and m == 1 and not person) or (dialect == 'postgres' and m == 1 and not person) or (dialect == 'spark' and m == 1 and not person) or (dialect == 'spark' and m == 2 and not person) or (dialect == 'spark' and m == 3 and not person) %}
-- The rows of a source with the numbers and supports of items.
setanon_item_rows AS (
SELECT
  r.record_id,
  i.item,
  i.support
FROM setanon_distinct_rows AS r
JOIN setanon_items AS i
  ON i.label = r.item
),
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and person %}
-- The rows of a source with the numbers and supports of items.
setanon_item_rows AS MATERIALIZED (
SELECT
  r.record_id,
  i.item,
  r.person,
  i.support
FROM setanon_distinct_rows AS r
JOIN setanon_items AS i
  ON i.label = r.item
),
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and (m == 2 or m == 3) and not person %}
-- The rows of a source with the numbers and supports of items.
setanon_item_rows AS MATERIALIZED (
SELECT
  r.record_id,
  i.item,
  i.support
FROM setanon_distinct_rows AS r
JOIN setanon_items AS i
  ON i.label = r.item
),
{%- elif dialect == 'spark' and person %}
-- The rows of a source with the numbers and supports of items.
setanon_item_rows AS (
SELECT
  r.record_id,
  i.item,
  r.person,
  i.support
FROM setanon_distinct_rows AS r
JOIN setanon_items AS i
  ON i.label = r.item
),
{%- endif %}
{%- if dialect == 'duckdb' and person %}
-- How many records have no person, in any of their rows?
setanon_without_person AS (
SELECT
  c.n_records
FROM (
  SELECT
    COUNT(DISTINCT s.record_id) AS n_records
  FROM (
    SELECT
      {{ adapter.quote(record_id) }} AS record_id,
      {{ adapter.quote(item) }} AS item,
      {{ adapter.quote(person) }} AS person
    FROM {{ model }}
  ) AS s
  WHERE
    LENGTH(
      REPLACE(
        REPLACE(REPLACE(REPLACE(CAST(s.record_id AS TEXT), ' ', ''), CHR(9), ''), CHR(10), ''),
        CHR(13),
        ''
      )
    ) > 0
    AND LENGTH(
      REPLACE(
        REPLACE(REPLACE(REPLACE(CAST(s.item AS TEXT), ' ', ''), CHR(9), ''), CHR(10), ''),
        CHR(13),
        ''
      )
    ) > 0
    AND COALESCE(
      LENGTH(
        REPLACE(
          REPLACE(REPLACE(REPLACE(CAST(s.person AS TEXT), ' ', ''), CHR(9), ''), CHR(10), ''),
          CHR(13),
          ''
        )
      ),
      0
    ) = 0
) AS c
WHERE
  c.n_records > 0
),
{%- elif dialect == 'postgres' and person %}
-- How many records have no person, in any of their rows?
setanon_without_person AS (
SELECT
  c.n_records
FROM (
  SELECT
    COUNT(DISTINCT s.record_id) AS n_records
  FROM (
    SELECT
      {{ adapter.quote(record_id) }} AS record_id,
      {{ adapter.quote(item) }} AS item,
      {{ adapter.quote(person) }} AS person
    FROM {{ model }}
  ) AS s
  WHERE
    LENGTH(
      REPLACE(
        REPLACE(
          REPLACE(REPLACE(CAST(s.record_id AS TEXT) COLLATE "C", ' ', ''), CHR(  9), ''),
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
          REPLACE(REPLACE(CAST(s.item AS TEXT) COLLATE "C", ' ', ''), CHR(  9), ''),
          CHR(  10),
          ''
        ),
        CHR(  13),
        ''
      )
    ) > 0
    AND COALESCE(
      LENGTH(
        REPLACE(
          REPLACE(
            REPLACE(REPLACE(CAST(s.person AS TEXT) COLLATE "C", ' ', ''), CHR(  9), ''),
            CHR(  10),
            ''
          ),
          CHR(  13),
          ''
        )
      ),
      0
    ) = 0
) AS c
WHERE
  c.n_records > 0
),
{%- elif dialect == 'spark' and person %}
-- How many records have no person, in any of their rows?
setanon_without_person AS (
SELECT
  c.n_records
FROM (
  SELECT
    COUNT(DISTINCT s.record_id) AS n_records
  FROM (
    SELECT
      {{ adapter.quote(record_id) }} AS record_id,
      {{ adapter.quote(item) }} AS item,
      {{ adapter.quote(person) }} AS person
    FROM {{ model }}
  ) AS s
  WHERE
    LENGTH(
      REPLACE(
        REPLACE(REPLACE(REPLACE(CAST(s.record_id AS STRING), ' ', ''), CHR(  9), ''), CHR(  10), ''),
        CHR(  13),
        ''
      )
    ) > 0
    AND LENGTH(
      REPLACE(
        REPLACE(REPLACE(REPLACE(CAST(s.item AS STRING), ' ', ''), CHR(  9), ''), CHR(  10), ''),
        CHR(  13),
        ''
      )
    ) > 0
    AND COALESCE(
      LENGTH(
        REPLACE(
          REPLACE(REPLACE(REPLACE(CAST(s.person AS STRING), ' ', ''), CHR(  9), ''), CHR(  10), ''),
          CHR(  13),
          ''
        )
      ),
      0
    ) = 0
) AS c
WHERE
  c.n_records > 0
),
{%- endif %}
-- Which items do fewer than k records hold?
setanon_rare_items AS (
SELECT
  i.item
FROM setanon_items AS i
WHERE
  i.support < {{ k }}
),
-- Which records hold an item that fewer than k records hold?
setanon_records_of_rare_items AS (
SELECT DISTINCT
  r.record_id
FROM setanon_item_rows AS r
WHERE
  r.support < {{ k }}
),
{%- if (dialect == 'duckdb' or dialect == 'postgres') and (m == 2 or m == 3) and not person %}
-- The rows of the other items.
setanon_frequent_rows AS MATERIALIZED (
SELECT
  r.record_id,
  r.item
FROM setanon_item_rows AS r
WHERE
  r.support >= {{ k }}
),
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and (m == 2 or m == 3) and person %}
-- The rows of the items that k persons or more hold.
setanon_frequent_rows AS MATERIALIZED (
SELECT
  r.record_id,
  r.item,
  r.person
FROM setanon_item_rows AS r
WHERE
  r.support >= {{ k }}
),
{%- elif dialect == 'spark' and (m == 2 or m == 3) and not person %}
-- The rows of the other items.
setanon_frequent_rows AS (
SELECT
  r.record_id,
  r.item
FROM setanon_item_rows AS r
WHERE
  r.support >= {{ k }}
),
{%- elif dialect == 'spark' and (m == 2 or m == 3) and person %}
-- The rows of the items that k persons or more hold.
setanon_frequent_rows AS (
SELECT
  r.record_id,
  r.item,
  r.person
FROM setanon_item_rows AS r
WHERE
  r.support >= {{ k }}
),
{%- endif %}
{%- if (dialect == 'duckdb' or dialect == 'postgres') and (m == 2 or m == 3) and not person %}
-- Which record holds which pair of items?
setanon_pair_rows AS MATERIALIZED (
SELECT
  a.record_id,
  a.item AS left_item,
  b.item AS right_item
FROM setanon_frequent_rows AS a
JOIN setanon_frequent_rows AS b
  ON b.record_id = a.record_id AND b.item > a.item
),
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and (m == 2 or m == 3) and person %}
-- Which person's record holds which pair of items?
setanon_pair_rows AS MATERIALIZED (
SELECT
  a.record_id,
  a.person,
  a.item AS left_item,
  b.item AS right_item
FROM setanon_frequent_rows AS a
JOIN setanon_frequent_rows AS b
  ON b.record_id = a.record_id AND b.item > a.item
),
{%- elif dialect == 'spark' and (m == 2 or m == 3) and not person %}
-- Which record holds which pair of items?
setanon_pair_rows AS (
SELECT
  a.record_id,
  a.item AS left_item,
  b.item AS right_item
FROM setanon_frequent_rows AS a
JOIN setanon_frequent_rows AS b
  ON b.record_id = a.record_id AND b.item > a.item
),
{%- elif dialect == 'spark' and (m == 2 or m == 3) and person %}
-- Which person's record holds which pair of items?
setanon_pair_rows AS (
SELECT
  a.record_id,
  a.person,
  a.item AS left_item,
  b.item AS right_item
FROM setanon_frequent_rows AS a
JOIN setanon_frequent_rows AS b
  ON b.record_id = a.record_id AND b.item > a.item
),
{%- endif %}
{%- if (dialect == 'duckdb' and m == 2 and not person) or (dialect == 'postgres' and m == 2 and not person) or (dialect == 'spark' and m == 2 and not person) or (dialect == 'spark' and m == 3 and not person) %}
-- How many records hold each pair?
setanon_pairs AS (
SELECT
  p.left_item,
  p.right_item,
  COUNT(*) AS support
FROM setanon_pair_rows AS p
GROUP BY
  p.left_item,
  p.right_item
),
{%- elif (dialect == 'duckdb' and m == 2 and person) or (dialect == 'postgres' and m == 2 and person) or (dialect == 'spark' and m == 2 and person) or (dialect == 'spark' and m == 3 and person) %}
-- How many persons, and how many records, hold each pair?
setanon_pairs AS (
SELECT
  p.left_item,
  p.right_item,
  COUNT(DISTINCT p.person) AS support,
  COUNT(*) AS n_records
FROM setanon_pair_rows AS p
GROUP BY
  p.left_item,
  p.right_item
),
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and m == 3 and not person %}
-- How many records hold each pair?
setanon_pairs AS MATERIALIZED (
SELECT
  p.left_item,
  p.right_item,
  COUNT(*) AS support
FROM setanon_pair_rows AS p
GROUP BY
  p.left_item,
  p.right_item
),
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and m == 3 and person %}
-- How many persons, and how many records, hold each pair?
setanon_pairs AS MATERIALIZED (
SELECT
  p.left_item,
  p.right_item,
  COUNT(DISTINCT p.person) AS support,
  COUNT(*) AS n_records
FROM setanon_pair_rows AS p
GROUP BY
  p.left_item,
  p.right_item
),
{%- endif %}
{%- if (dialect == 'duckdb' or dialect == 'postgres') and (m == 2 or m == 3) %}
-- Which pairs do fewer than k records hold?
setanon_rare_pairs AS MATERIALIZED (
SELECT
  p.left_item,
  p.right_item
FROM setanon_pairs AS p
WHERE
  p.support < {{ k }}
),
{%- elif dialect == 'spark' and (m == 2 or m == 3) %}
-- Which pairs do fewer than k records hold?
setanon_rare_pairs AS (
SELECT
  p.left_item,
  p.right_item
FROM setanon_pairs AS p
WHERE
  p.support < {{ k }}
),
{%- endif %}
{%- if m == 2 or m == 3 %}
-- Which records hold one of some pairs?
setanon_records_of_pairs AS (
SELECT DISTINCT
  o.record_id
FROM setanon_pair_rows AS o
JOIN setanon_rare_pairs AS p
  ON p.left_item = o.left_item AND p.right_item = o.right_item
),
{%- endif %}
{%- if (dialect == 'duckdb' or dialect == 'postgres') and m == 3 and not person %}
-- Which pairs do k records or more hold, but fewer than each of their items?
setanon_generators AS MATERIALIZED (
SELECT
  p.left_item,
  p.right_item
FROM setanon_pairs AS p
JOIN setanon_items AS a
  ON a.item = p.left_item
JOIN setanon_items AS b
  ON b.item = p.right_item
WHERE
  p.support >= {{ k }} AND p.support < a.support AND p.support < b.support
),
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and m == 3 and person %}
-- Which pairs do k persons or more hold, and fewer records than each of their items?
setanon_generators AS MATERIALIZED (
SELECT
  p.left_item,
  p.right_item
FROM setanon_pairs AS p
JOIN setanon_items AS a
  ON a.item = p.left_item
JOIN setanon_items AS b
  ON b.item = p.right_item
WHERE
  p.support >= {{ k }} AND p.n_records < a.n_records AND p.n_records < b.n_records
),
{%- elif dialect == 'spark' and m == 3 and not person %}
-- Which pairs do k records or more hold, but fewer than each of their items?
setanon_generators AS (
SELECT
  p.left_item,
  p.right_item
FROM setanon_pairs AS p
JOIN setanon_items AS a
  ON a.item = p.left_item
JOIN setanon_items AS b
  ON b.item = p.right_item
WHERE
  p.support >= {{ k }} AND p.support < a.support AND p.support < b.support
),
{%- elif dialect == 'spark' and m == 3 and person %}
-- Which pairs do k persons or more hold, and fewer records than each of their items?
setanon_generators AS (
SELECT
  p.left_item,
  p.right_item
FROM setanon_pairs AS p
JOIN setanon_items AS a
  ON a.item = p.left_item
JOIN setanon_items AS b
  ON b.item = p.right_item
WHERE
  p.support >= {{ k }} AND p.n_records < a.n_records AND p.n_records < b.n_records
),
{%- endif %}
{%- if dialect == 'duckdb' and m == 3 and not person %}
-- Which record holds which of them?
setanon_generator_rows AS MATERIALIZED (
SELECT
  o.record_id,
  o.left_item,
  o.right_item
FROM setanon_pair_rows AS o
SEMI JOIN setanon_generators AS g
  ON g.left_item = o.left_item AND g.right_item = o.right_item
),
{%- elif dialect == 'duckdb' and m == 3 and person %}
-- Which person's record holds which of them?
setanon_generator_rows AS MATERIALIZED (
SELECT
  o.record_id,
  o.person,
  o.left_item,
  o.right_item
FROM setanon_pair_rows AS o
SEMI JOIN setanon_generators AS g
  ON g.left_item = o.left_item AND g.right_item = o.right_item
),
{%- elif dialect == 'postgres' and m == 3 and not person %}
-- Which record holds which of them?
setanon_generator_rows AS MATERIALIZED (
SELECT
  o.record_id,
  o.left_item,
  o.right_item
FROM setanon_pair_rows AS o
WHERE
  EXISTS(
    SELECT
      1
    FROM setanon_generators AS g
    WHERE
      g.left_item = o.left_item AND g.right_item = o.right_item
  )
),
{%- elif dialect == 'postgres' and m == 3 and person %}
-- Which person's record holds which of them?
setanon_generator_rows AS MATERIALIZED (
SELECT
  o.record_id,
  o.person,
  o.left_item,
  o.right_item
FROM setanon_pair_rows AS o
WHERE
  EXISTS(
    SELECT
      1
    FROM setanon_generators AS g
    WHERE
      g.left_item = o.left_item AND g.right_item = o.right_item
  )
),
{%- elif dialect == 'spark' and m == 3 and not person %}
-- Which record holds which of them?
setanon_generator_rows AS (
SELECT
  o.record_id,
  o.left_item,
  o.right_item
FROM setanon_pair_rows AS o
SEMI JOIN setanon_generators AS g
  ON g.left_item = o.left_item AND g.right_item = o.right_item
),
{%- elif dialect == 'spark' and m == 3 and person %}
-- Which person's record holds which of them?
setanon_generator_rows AS (
SELECT
  o.record_id,
  o.person,
  o.left_item,
  o.right_item
FROM setanon_pair_rows AS o
SEMI JOIN setanon_generators AS g
  ON g.left_item = o.left_item AND g.right_item = o.right_item
),
{%- endif %}
{%- if dialect == 'duckdb' and m == 3 and not person %}
-- Which record holds which three items whose pairs are all generators?
setanon_triple_rows AS MATERIALIZED (
SELECT
  x.record_id,
  x.left_item,
  x.right_item,
  y.right_item AS third_item
FROM setanon_generator_rows AS x
JOIN setanon_generator_rows AS y
  ON y.record_id = x.record_id
  AND y.left_item = x.left_item
  AND y.right_item > x.right_item
SEMI JOIN setanon_generators AS g
  ON g.left_item = x.right_item AND g.right_item = y.right_item
),
{%- elif dialect == 'duckdb' and m == 3 and person %}
-- Which person's record holds which three items whose pairs are all generators?
setanon_triple_rows AS MATERIALIZED (
SELECT
  x.record_id,
  x.person,
  x.left_item,
  x.right_item,
  y.right_item AS third_item
FROM setanon_generator_rows AS x
JOIN setanon_generator_rows AS y
  ON y.record_id = x.record_id
  AND y.left_item = x.left_item
  AND y.right_item > x.right_item
SEMI JOIN setanon_generators AS g
  ON g.left_item = x.right_item AND g.right_item = y.right_item
),
{%- elif dialect == 'postgres' and m == 3 and not person %}
-- Which record holds which three items whose pairs are all generators?
setanon_triple_rows AS MATERIALIZED (
SELECT
  x.record_id,
  x.left_item,
  x.right_item,
  y.right_item AS third_item
FROM setanon_generator_rows AS x
JOIN setanon_generator_rows AS y
  ON y.record_id = x.record_id
  AND y.left_item = x.left_item
  AND y.right_item > x.right_item
WHERE
  EXISTS(
    SELECT
      1
    FROM setanon_generators AS g
    WHERE
      g.left_item = x.right_item AND g.right_item = y.right_item
  )
),
{%- elif dialect == 'postgres' and m == 3 and person %}
-- Which person's record holds which three items whose pairs are all generators?
setanon_triple_rows AS MATERIALIZED (
SELECT
  x.record_id,
  x.person,
  x.left_item,
  x.right_item,
  y.right_item AS third_item
FROM setanon_generator_rows AS x
JOIN setanon_generator_rows AS y
  ON y.record_id = x.record_id
  AND y.left_item = x.left_item
  AND y.right_item > x.right_item
WHERE
  EXISTS(
    SELECT
      1
    FROM setanon_generators AS g
    WHERE
      g.left_item = x.right_item AND g.right_item = y.right_item
  )
),
{%- elif dialect == 'spark' and m == 3 and not person %}
-- Which record holds which three items whose pairs are all generators?
setanon_triple_rows AS (
SELECT
  x.record_id,
  x.left_item,
  x.right_item,
  y.right_item AS third_item
FROM setanon_generator_rows AS x
JOIN setanon_generator_rows AS y
  ON y.record_id = x.record_id
  AND y.left_item = x.left_item
  AND y.right_item > x.right_item
SEMI JOIN setanon_generators AS g
  ON g.left_item = x.right_item AND g.right_item = y.right_item
),
{%- elif dialect == 'spark' and m == 3 and person %}
-- Which person's record holds which three items whose pairs are all generators?
setanon_triple_rows AS (
SELECT
  x.record_id,
  x.person,
  x.left_item,
  x.right_item,
  y.right_item AS third_item
FROM setanon_generator_rows AS x
JOIN setanon_generator_rows AS y
  ON y.record_id = x.record_id
  AND y.left_item = x.left_item
  AND y.right_item > x.right_item
SEMI JOIN setanon_generators AS g
  ON g.left_item = x.right_item AND g.right_item = y.right_item
),
{%- endif %}
{%- if (dialect == 'duckdb' or dialect == 'postgres') and m == 3 and not person %}
-- Which of them do fewer than k records hold?
setanon_rare_triples AS MATERIALIZED (
SELECT
  t.left_item,
  t.right_item,
  t.third_item,
  COUNT(*) AS support
FROM setanon_triple_rows AS t
GROUP BY
  t.left_item,
  t.right_item,
  t.third_item
HAVING
  COUNT(*) < {{ k }}
),
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and m == 3 and person %}
-- Which of them do fewer than k persons hold?
setanon_rare_triples AS MATERIALIZED (
SELECT
  t.left_item,
  t.right_item,
  t.third_item,
  COUNT(DISTINCT t.person) AS support
FROM setanon_triple_rows AS t
GROUP BY
  t.left_item,
  t.right_item,
  t.third_item
HAVING
  COUNT(DISTINCT t.person) < {{ k }}
),
{%- elif dialect == 'spark' and m == 3 and not person %}
-- Which of them do fewer than k records hold?
setanon_rare_triples AS (
SELECT
  t.left_item,
  t.right_item,
  t.third_item,
  COUNT(*) AS support
FROM setanon_triple_rows AS t
GROUP BY
  t.left_item,
  t.right_item,
  t.third_item
HAVING
  COUNT(*) < {{ k }}
),
{%- elif dialect == 'spark' and m == 3 and person %}
-- Which of them do fewer than k persons hold?
setanon_rare_triples AS (
SELECT
  t.left_item,
  t.right_item,
  t.third_item,
  COUNT(DISTINCT t.person) AS support
FROM setanon_triple_rows AS t
GROUP BY
  t.left_item,
  t.right_item,
  t.third_item
HAVING
  COUNT(DISTINCT t.person) < {{ k }}
),
{%- endif %}
{%- if m == 3 %}
-- Which records hold one of these?
setanon_records_of_triples AS (
SELECT DISTINCT
  o.record_id
FROM setanon_triple_rows AS o
JOIN setanon_rare_triples AS t
  ON t.left_item = o.left_item
  AND t.right_item = o.right_item
  AND t.third_item = o.third_item
),
{%- endif %}
{%- if m == 1 %}
-- How many threats have so many items?
setanon_sizes AS (
SELECT
  1 AS known_items,
  COUNT(*) AS minimal_threats
FROM setanon_rare_items AS t
),
{%- elif m == 2 %}
-- How many threats have so many items?
setanon_sizes AS (
SELECT
  1 AS known_items,
  COUNT(*) AS minimal_threats
FROM setanon_rare_items AS t
UNION ALL
SELECT
  2 AS known_items,
  COUNT(*) AS minimal_threats
FROM setanon_rare_pairs AS t
),
{%- elif m == 3 %}
-- How many threats have so many items?
setanon_sizes AS (
SELECT
  1 AS known_items,
  COUNT(*) AS minimal_threats
FROM setanon_rare_items AS t
UNION ALL
SELECT
  2 AS known_items,
  COUNT(*) AS minimal_threats
FROM setanon_rare_pairs AS t
UNION ALL
SELECT
  3 AS known_items,
  COUNT(*) AS minimal_threats
FROM setanon_rare_triples AS t
),
{%- endif %}
{%- if (dialect == 'duckdb' or dialect == 'postgres') and m == 1 and person %}
-- Which records hold one of them?
setanon_at_risk AS MATERIALIZED (
SELECT
  r.record_id,
  1 AS known_items
FROM setanon_records_of_rare_items AS r
),
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and m == 2 and person %}
-- Which records hold one of them?
setanon_at_risk AS MATERIALIZED (
SELECT
  r.record_id,
  1 AS known_items
FROM setanon_records_of_rare_items AS r
UNION ALL
SELECT
  r.record_id,
  2 AS known_items
FROM setanon_records_of_pairs AS r
),
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and m == 3 and person %}
-- Which records hold one of them?
setanon_at_risk AS MATERIALIZED (
SELECT
  r.record_id,
  1 AS known_items
FROM setanon_records_of_rare_items AS r
UNION ALL
SELECT
  r.record_id,
  2 AS known_items
FROM setanon_records_of_pairs AS r
UNION ALL
SELECT
  r.record_id,
  3 AS known_items
FROM setanon_records_of_triples AS r
),
{%- elif dialect == 'spark' and m == 1 and person %}
-- Which records hold one of them?
setanon_at_risk AS (
SELECT
  r.record_id,
  1 AS known_items
FROM setanon_records_of_rare_items AS r
),
{%- elif dialect == 'spark' and m == 2 and person %}
-- Which records hold one of them?
setanon_at_risk AS (
SELECT
  r.record_id,
  1 AS known_items
FROM setanon_records_of_rare_items AS r
UNION ALL
SELECT
  r.record_id,
  2 AS known_items
FROM setanon_records_of_pairs AS r
),
{%- elif dialect == 'spark' and m == 3 and person %}
-- Which records hold one of them?
setanon_at_risk AS (
SELECT
  r.record_id,
  1 AS known_items
FROM setanon_records_of_rare_items AS r
UNION ALL
SELECT
  r.record_id,
  2 AS known_items
FROM setanon_records_of_pairs AS r
UNION ALL
SELECT
  r.record_id,
  3 AS known_items
FROM setanon_records_of_triples AS r
),
{%- endif %}
{%- if person %}
-- Whose is each record?
setanon_record_persons AS (
SELECT DISTINCT
  r.record_id,
  r.person
FROM setanon_item_rows AS r
),
{%- endif %}
{%- if person %}
-- From how many known items on are how many records, and how many persons, at risk?
setanon_first_sizes AS (
SELECT
  p.known_items,
  1 AS every,
  COUNT(*) AS n_records,
  0 AS n_persons
FROM (
  SELECT
    x.record_id,
    MIN(x.known_items) AS known_items
  FROM setanon_at_risk AS x
  GROUP BY
    x.record_id
) AS p
GROUP BY
  p.known_items
UNION ALL
SELECT
  q.known_items,
  1 AS every,
  0 AS n_records,
  COUNT(*) AS n_persons
FROM (
  SELECT
    w.person,
    MIN(y.known_items) AS known_items
  FROM setanon_at_risk AS y
  JOIN setanon_record_persons AS w
    ON w.record_id = y.record_id
  WHERE
    NOT w.person IS NULL
  GROUP BY
    w.person
) AS q
GROUP BY
  q.known_items
),
{%- endif %}
{%- if person %}
-- The result: as that of the step findings, with the persons who have a record at risk.
setanon_findings AS (
SELECT
  f.known_items,
  f.minimal_threats,
  CAST(f.records_at_risk AS BIGINT) AS records_at_risk,
  CAST(f.persons_at_risk AS BIGINT) AS persons_at_risk
FROM (
  SELECT
    c.known_items,
    c.minimal_threats,
    c.records_at_risk,
    c.persons_at_risk,
    SUM(c.minimal_threats) OVER () AS all_threats
  FROM (
    SELECT
      s.known_items,
      s.minimal_threats,
      SUM(CASE WHEN r.known_items <= s.known_items THEN r.n_records ELSE 0 END) AS records_at_risk,
      SUM(CASE WHEN r.known_items <= s.known_items THEN r.n_persons ELSE 0 END) AS persons_at_risk
    FROM (
      SELECT
        z.known_items,
        z.minimal_threats,
        1 AS every
      FROM setanon_sizes AS z
    ) AS s
    LEFT JOIN setanon_first_sizes AS r
      ON r.every = s.every
    GROUP BY
      s.known_items,
      s.minimal_threats
  ) AS c
) AS f
WHERE
  f.all_threats > 0
),
{%- endif %}
{%- if person %}
-- The rows of threats where persons count.
setanon_threats_of_persons_found AS (
SELECT
  f.known_items,
  f.minimal_threats,
  f.records_at_risk,
  f.persons_at_risk,
  'threats' AS finding
FROM setanon_findings AS f
),
{%- endif %}
{%- if m == 1 and not person %}
-- Which records hold one of them?
setanon_at_risk AS (
SELECT
  r.record_id,
  1 AS known_items
FROM setanon_records_of_rare_items AS r
)
SELECT
  f.known_items,
  f.minimal_threats,
  CAST(f.records_at_risk AS BIGINT) AS records_at_risk
FROM (
  SELECT
    c.known_items,
    c.minimal_threats,
    c.records_at_risk,
    SUM(c.minimal_threats) OVER () AS all_threats
  FROM (
    SELECT
      s.known_items,
      s.minimal_threats,
      SUM(CASE WHEN r.known_items <= s.known_items THEN r.records ELSE 0 END) AS records_at_risk
    FROM (
      SELECT
        z.known_items,
        z.minimal_threats,
        1 AS every
      FROM setanon_sizes AS z
    ) AS s
    LEFT JOIN (
      SELECT
        p.known_items,
        1 AS every,
        COUNT(*) AS records
      FROM (
        SELECT
          x.record_id,
          MIN(x.known_items) AS known_items
        FROM setanon_at_risk AS x
        GROUP BY
          x.record_id
      ) AS p
      GROUP BY
        p.known_items
    ) AS r
      ON r.every = s.every
    GROUP BY
      s.known_items,
      s.minimal_threats
  ) AS c
) AS f
WHERE
  f.all_threats > 0{%- elif person %}
-- What is at fault, where persons count.
setanon_fault_of_persons_found AS (
SELECT
  *
FROM setanon_threats_of_persons_found
UNION ALL
SELECT
  0 AS known_items,
  0 AS minimal_threats,
  CAST(x.n_records AS BIGINT) AS records_at_risk,
  CAST(0 AS BIGINT) AS persons_at_risk,
  'records without a person' AS finding
FROM setanon_without_person AS x
)
SELECT
  *
FROM setanon_fault_of_persons_found{%- elif m == 2 and not person %}
-- Which records hold one of them?
setanon_at_risk AS (
SELECT
  r.record_id,
  1 AS known_items
FROM setanon_records_of_rare_items AS r
UNION ALL
SELECT
  r.record_id,
  2 AS known_items
FROM setanon_records_of_pairs AS r
)
SELECT
  f.known_items,
  f.minimal_threats,
  CAST(f.records_at_risk AS BIGINT) AS records_at_risk
FROM (
  SELECT
    c.known_items,
    c.minimal_threats,
    c.records_at_risk,
    SUM(c.minimal_threats) OVER () AS all_threats
  FROM (
    SELECT
      s.known_items,
      s.minimal_threats,
      SUM(CASE WHEN r.known_items <= s.known_items THEN r.records ELSE 0 END) AS records_at_risk
    FROM (
      SELECT
        z.known_items,
        z.minimal_threats,
        1 AS every
      FROM setanon_sizes AS z
    ) AS s
    LEFT JOIN (
      SELECT
        p.known_items,
        1 AS every,
        COUNT(*) AS records
      FROM (
        SELECT
          x.record_id,
          MIN(x.known_items) AS known_items
        FROM setanon_at_risk AS x
        GROUP BY
          x.record_id
      ) AS p
      GROUP BY
        p.known_items
    ) AS r
      ON r.every = s.every
    GROUP BY
      s.known_items,
      s.minimal_threats
  ) AS c
) AS f
WHERE
  f.all_threats > 0{%- elif m == 3 and not person %}
-- Which records hold one of them?
setanon_at_risk AS (
SELECT
  r.record_id,
  1 AS known_items
FROM setanon_records_of_rare_items AS r
UNION ALL
SELECT
  r.record_id,
  2 AS known_items
FROM setanon_records_of_pairs AS r
UNION ALL
SELECT
  r.record_id,
  3 AS known_items
FROM setanon_records_of_triples AS r
)
SELECT
  f.known_items,
  f.minimal_threats,
  CAST(f.records_at_risk AS BIGINT) AS records_at_risk
FROM (
  SELECT
    c.known_items,
    c.minimal_threats,
    c.records_at_risk,
    SUM(c.minimal_threats) OVER () AS all_threats
  FROM (
    SELECT
      s.known_items,
      s.minimal_threats,
      SUM(CASE WHEN r.known_items <= s.known_items THEN r.records ELSE 0 END) AS records_at_risk
    FROM (
      SELECT
        z.known_items,
        z.minimal_threats,
        1 AS every
      FROM setanon_sizes AS z
    ) AS s
    LEFT JOIN (
      SELECT
        p.known_items,
        1 AS every,
        COUNT(*) AS records
      FROM (
        SELECT
          x.record_id,
          MIN(x.known_items) AS known_items
        FROM setanon_at_risk AS x
        GROUP BY
          x.record_id
      ) AS p
      GROUP BY
        p.known_items
    ) AS r
      ON r.every = s.every
    GROUP BY
      s.known_items,
      s.minimal_threats
  ) AS c
) AS f
WHERE
  f.all_threats > 0{%- endif %}

{% endmacro %}
