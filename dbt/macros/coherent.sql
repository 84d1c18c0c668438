{#- Made from sql/gate of setanon by .ci/dbt_macros.py: change it there. -#}

{% test coherent(model, record_id, item, k, m, h, sensitive, groups=none, person=none) %}
{%- set k = setanon.whole('k', k, 2, 1000000000) -%}
{%- set m = setanon.whole('m', m, 1, 2) -%}
{%- set h = setanon.share(h, 'h') -%}
{%- set listed = setanon.labels(sensitive) -%}
{{ config(fail_calc="coalesce(sum(case when finding in ('threats', 'absent items') then minimal_threats else 1000000000 end), 0)") }}
{{ adapter.dispatch('coherent_gate', 'setanon')(model, record_id, item, k, m, h, sensitive, groups, person, listed) }}
{% endtest %}

{% macro default__coherent_gate(model, record_id, item, k, m, h, sensitive, groups, person, listed) %}
{{ setanon.no_such_gate() }}
{% endmacro %}

{% macro duckdb__coherent_gate(model, record_id, item, k, m, h, sensitive, groups, person, listed) %}
{{ setanon.coherent_select('duckdb', model, record_id, item, k, m, h, sensitive, groups, person, listed) }}
{% endmacro %}

{% macro postgres__coherent_gate(model, record_id, item, k, m, h, sensitive, groups, person, listed) %}
{{ setanon.coherent_select('postgres', model, record_id, item, k, m, h, sensitive, groups, person, listed) }}
{% endmacro %}

{% macro spark__coherent_gate(model, record_id, item, k, m, h, sensitive, groups, person, listed) %}
{{ setanon.coherent_select('spark', model, record_id, item, k, m, h, sensitive, groups, person, listed) }}
{% endmacro %}

{% macro coherent_select(dialect, model, record_id, item, k, m, h, sensitive, groups, person, listed) %}
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
{%- if (dialect == 'duckdb' or dialect == 'postgres') and not person %}
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
{%- elif dialect == 'spark' and not person %}
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
{%- if dialect == 'duckdb' and not person %}
-- The texts that the data have of each item. A column may take several for equal, and lists may have any of them.
setanon_spellings AS (
SELECT DISTINCT
  s.item AS label,
  CAST(s.item AS TEXT) AS spelling
FROM (
  SELECT
    {{ adapter.quote(record_id) }} AS record_id,
    {{ adapter.quote(item) }} AS item
  FROM {{ model }}
) AS s
WHERE
  LENGTH(
    REPLACE(
      REPLACE(REPLACE(REPLACE(CAST(s.item AS TEXT), ' ', ''), CHR(9), ''), CHR(10), ''),
      CHR(13),
      ''
    )
  ) > 0
),
{%- elif dialect == 'duckdb' and person %}
-- The texts that the data have of each item. A column may take several for equal, and lists may have any of them.
setanon_spellings AS (
SELECT DISTINCT
  s.item AS label,
  CAST(s.item AS TEXT) AS spelling
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
      REPLACE(REPLACE(REPLACE(CAST(s.item AS TEXT), ' ', ''), CHR(9), ''), CHR(10), ''),
      CHR(13),
      ''
    )
  ) > 0
),
{%- elif dialect == 'postgres' and not person %}
-- The texts that the data have of each item. A column may take several for equal, and lists may have any of them.
setanon_spellings AS (
SELECT DISTINCT
  s.item AS label,
  CAST(s.item AS TEXT) AS spelling
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
-- The texts that the data have of each item. A column may take several for equal, and lists may have any of them.
setanon_spellings AS (
SELECT DISTINCT
  s.item AS label,
  CAST(s.item AS TEXT) AS spelling
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
        REPLACE(REPLACE(CAST(s.item AS TEXT) COLLATE "C", ' ', ''), CHR(  9), ''),
        CHR(  10),
        ''
      ),
      CHR(  13),
      ''
    )
  ) > 0
),
{%- elif dialect == 'spark' and not person %}
-- The texts that the data have of each item. A column may take several for equal, and lists may have any of them.
setanon_spellings AS (
SELECT DISTINCT
  s.item AS label,
  CAST(s.item AS STRING) AS spelling
FROM (
  SELECT
    {{ adapter.quote(record_id) }} AS record_id,
    {{ adapter.quote(item) }} AS item
  FROM {{ model }}
) AS s
WHERE
  LENGTH(
    REPLACE(
      REPLACE(REPLACE(REPLACE(CAST(s.item AS STRING), ' ', ''), CHR(  9), ''), CHR(  10), ''),
      CHR(  13),
      ''
    )
  ) > 0
),
{%- elif dialect == 'spark' and person %}
-- The texts that the data have of each item. A column may take several for equal, and lists may have any of them.
setanon_spellings AS (
SELECT DISTINCT
  s.item AS label,
  CAST(s.item AS STRING) AS spelling
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
      REPLACE(REPLACE(REPLACE(CAST(s.item AS STRING), ' ', ''), CHR(  9), ''), CHR(  10), ''),
      CHR(  13),
      ''
    )
  ) > 0
),
{%- endif %}
{%- if (dialect == 'duckdb' or dialect == 'postgres') and not listed and not groups %}
-- Which items of the data are sensitive for everybody? The columns may be of different types.
setanon_sensitive_for_all AS MATERIALIZED (
SELECT DISTINCT
  i.item
FROM (
  SELECT
    {{ adapter.quote(item) }} AS item
  FROM {{ sensitive }}
) AS n
JOIN setanon_spellings AS p
  ON p.spelling = CAST(n.item AS TEXT)
JOIN setanon_items AS i
  ON i.label = p.label
),
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and groups %}
-- Which items of the data are sensitive for everybody? The columns may be of different types.
setanon_sensitive_for_all AS MATERIALIZED (
SELECT DISTINCT
  i.item
FROM (
  SELECT
    {{ adapter.quote(item) }} AS item
  FROM {{ groups }}
) AS n
JOIN setanon_spellings AS p
  ON p.spelling = CAST(n.item AS TEXT)
JOIN setanon_items AS i
  ON i.label = p.label
),
{%- elif dialect == 'spark' and not listed and not groups %}
-- Which items of the data are sensitive for everybody? The columns may be of different types.
setanon_sensitive_for_all AS (
SELECT DISTINCT
  i.item
FROM (
  SELECT
    {{ adapter.quote(item) }} AS item
  FROM {{ sensitive }}
) AS n
JOIN setanon_spellings AS p
  ON p.spelling = CAST(n.item AS STRING)
JOIN setanon_items AS i
  ON i.label = p.label
),
{%- elif dialect == 'spark' and groups %}
-- Which items of the data are sensitive for everybody? The columns may be of different types.
setanon_sensitive_for_all AS (
SELECT DISTINCT
  i.item
FROM (
  SELECT
    {{ adapter.quote(item) }} AS item
  FROM {{ groups }}
) AS n
JOIN setanon_spellings AS p
  ON p.spelling = CAST(n.item AS STRING)
JOIN setanon_items AS i
  ON i.label = p.label
),
{%- endif %}
{%- if dialect == 'duckdb' and not listed and not groups %}
-- Of how many records does a table name no item: because it names none at all, or none of the data?
setanon_nothing_of_table AS (
SELECT
  c.n_records
FROM (
  SELECT
    (
      SELECT
        COUNT(*)
      FROM (
        SELECT
          {{ adapter.quote(item) }} AS item
        FROM {{ sensitive }}
      ) AS n
      WHERE
        LENGTH(
          REPLACE(
            REPLACE(REPLACE(REPLACE(CAST(n.item AS TEXT), ' ', ''), CHR(9), ''), CHR(10), ''),
            CHR(13),
            ''
          )
        ) > 0
    ) AS n_named,
    (
      SELECT
        COUNT(*)
      FROM setanon_sensitive_for_all AS l
    ) AS n_listed,
    (
      SELECT
        COUNT(DISTINCT r.record_id)
      FROM setanon_item_rows AS r
    ) AS n_records
) AS c
WHERE
  c.n_listed = 0 AND (
    c.n_named = 0 OR c.n_records > 0
  )
),
{%- elif dialect == 'duckdb' and groups %}
-- Of how many records does a table name no item: because it names none at all, or none of the data?
setanon_nothing_of_table AS (
SELECT
  c.n_records
FROM (
  SELECT
    (
      SELECT
        COUNT(*)
      FROM (
        SELECT
          {{ adapter.quote(item) }} AS item
        FROM {{ groups }}
      ) AS n
      WHERE
        LENGTH(
          REPLACE(
            REPLACE(REPLACE(REPLACE(CAST(n.item AS TEXT), ' ', ''), CHR(9), ''), CHR(10), ''),
            CHR(13),
            ''
          )
        ) > 0
    ) AS n_named,
    (
      SELECT
        COUNT(*)
      FROM setanon_sensitive_for_all AS l
    ) AS n_listed,
    (
      SELECT
        COUNT(DISTINCT r.record_id)
      FROM setanon_item_rows AS r
    ) AS n_records
) AS c
WHERE
  c.n_listed = 0 AND (
    c.n_named = 0 OR c.n_records > 0
  )
),
{%- elif dialect == 'postgres' and not listed and not groups %}
-- Of how many records does a table name no item: because it names none at all, or none of the data?
setanon_nothing_of_table AS (
SELECT
  c.n_records
FROM (
  SELECT
    (
      SELECT
        COUNT(*)
      FROM (
        SELECT
          {{ adapter.quote(item) }} AS item
        FROM {{ sensitive }}
      ) AS n
      WHERE
        LENGTH(
          REPLACE(
            REPLACE(
              REPLACE(REPLACE(CAST(n.item AS TEXT) COLLATE "C", ' ', ''), CHR(  9), ''),
              CHR(  10),
              ''
            ),
            CHR(  13),
            ''
          )
        ) > 0
    ) AS n_named,
    (
      SELECT
        COUNT(*)
      FROM setanon_sensitive_for_all AS l
    ) AS n_listed,
    (
      SELECT
        COUNT(DISTINCT r.record_id)
      FROM setanon_item_rows AS r
    ) AS n_records
) AS c
WHERE
  c.n_listed = 0 AND (
    c.n_named = 0 OR c.n_records > 0
  )
),
{%- elif dialect == 'postgres' and groups %}
-- Of how many records does a table name no item: because it names none at all, or none of the data?
setanon_nothing_of_table AS (
SELECT
  c.n_records
FROM (
  SELECT
    (
      SELECT
        COUNT(*)
      FROM (
        SELECT
          {{ adapter.quote(item) }} AS item
        FROM {{ groups }}
      ) AS n
      WHERE
        LENGTH(
          REPLACE(
            REPLACE(
              REPLACE(REPLACE(CAST(n.item AS TEXT) COLLATE "C", ' ', ''), CHR(  9), ''),
              CHR(  10),
              ''
            ),
            CHR(  13),
            ''
          )
        ) > 0
    ) AS n_named,
    (
      SELECT
        COUNT(*)
      FROM setanon_sensitive_for_all AS l
    ) AS n_listed,
    (
      SELECT
        COUNT(DISTINCT r.record_id)
      FROM setanon_item_rows AS r
    ) AS n_records
) AS c
WHERE
  c.n_listed = 0 AND (
    c.n_named = 0 OR c.n_records > 0
  )
),
{%- elif dialect == 'spark' and not listed and not groups %}
-- Of how many records does a table name no item: because it names none at all, or none of the data?
setanon_nothing_of_table AS (
SELECT
  c.n_records
FROM (
  SELECT
    (
      SELECT
        COUNT(*)
      FROM (
        SELECT
          {{ adapter.quote(item) }} AS item
        FROM {{ sensitive }}
      ) AS n
      WHERE
        LENGTH(
          REPLACE(
            REPLACE(REPLACE(REPLACE(CAST(n.item AS STRING), ' ', ''), CHR(  9), ''), CHR(  10), ''),
            CHR(  13),
            ''
          )
        ) > 0
    ) AS n_named,
    (
      SELECT
        COUNT(*)
      FROM setanon_sensitive_for_all AS l
    ) AS n_listed,
    (
      SELECT
        COUNT(DISTINCT r.record_id)
      FROM setanon_item_rows AS r
    ) AS n_records
) AS c
WHERE
  c.n_listed = 0 AND (
    c.n_named = 0 OR c.n_records > 0
  )
),
{%- elif dialect == 'spark' and groups %}
-- Of how many records does a table name no item: because it names none at all, or none of the data?
setanon_nothing_of_table AS (
SELECT
  c.n_records
FROM (
  SELECT
    (
      SELECT
        COUNT(*)
      FROM (
        SELECT
          {{ adapter.quote(item) }} AS item
        FROM {{ groups }}
      ) AS n
      WHERE
        LENGTH(
          REPLACE(
            REPLACE(REPLACE(REPLACE(CAST(n.item AS STRING), ' ', ''), CHR(  9), ''), CHR(  10), ''),
            CHR(  13),
            ''
          )
        ) > 0
    ) AS n_named,
    (
      SELECT
        COUNT(*)
      FROM setanon_sensitive_for_all AS l
    ) AS n_listed,
    (
      SELECT
        COUNT(DISTINCT r.record_id)
      FROM setanon_item_rows AS r
    ) AS n_records
) AS c
WHERE
  c.n_listed = 0 AND (
    c.n_named = 0 OR c.n_records > 0
  )
),
{%- endif %}
{%- if dialect == 'duckdb' and not person and groups %}
-- The texts that the data have of each item. A column may take several for equal, and lists may have any of them.
setanon_spellings_2 AS (
SELECT DISTINCT
  s.item AS label,
  CAST(s.item AS TEXT) AS spelling
FROM (
  SELECT
    {{ adapter.quote(record_id) }} AS record_id,
    {{ adapter.quote(item) }} AS item
  FROM {{ model }}
) AS s
WHERE
  LENGTH(
    REPLACE(
      REPLACE(REPLACE(REPLACE(CAST(s.item AS TEXT), ' ', ''), CHR(9), ''), CHR(10), ''),
      CHR(13),
      ''
    )
  ) > 0
),
{%- elif dialect == 'duckdb' and person and groups %}
-- The texts that the data have of each item. A column may take several for equal, and lists may have any of them.
setanon_spellings_2 AS (
SELECT DISTINCT
  s.item AS label,
  CAST(s.item AS TEXT) AS spelling
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
      REPLACE(REPLACE(REPLACE(CAST(s.item AS TEXT), ' ', ''), CHR(9), ''), CHR(10), ''),
      CHR(13),
      ''
    )
  ) > 0
),
{%- elif dialect == 'postgres' and not person and groups %}
-- The texts that the data have of each item. A column may take several for equal, and lists may have any of them.
setanon_spellings_2 AS (
SELECT DISTINCT
  s.item AS label,
  CAST(s.item AS TEXT) AS spelling
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
        REPLACE(REPLACE(CAST(s.item AS TEXT) COLLATE "C", ' ', ''), CHR(  9), ''),
        CHR(  10),
        ''
      ),
      CHR(  13),
      ''
    )
  ) > 0
),
{%- elif dialect == 'postgres' and person and groups %}
-- The texts that the data have of each item. A column may take several for equal, and lists may have any of them.
setanon_spellings_2 AS (
SELECT DISTINCT
  s.item AS label,
  CAST(s.item AS TEXT) AS spelling
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
        REPLACE(REPLACE(CAST(s.item AS TEXT) COLLATE "C", ' ', ''), CHR(  9), ''),
        CHR(  10),
        ''
      ),
      CHR(  13),
      ''
    )
  ) > 0
),
{%- elif dialect == 'spark' and not person and groups %}
-- The texts that the data have of each item. A column may take several for equal, and lists may have any of them.
setanon_spellings_2 AS (
SELECT DISTINCT
  s.item AS label,
  CAST(s.item AS STRING) AS spelling
FROM (
  SELECT
    {{ adapter.quote(record_id) }} AS record_id,
    {{ adapter.quote(item) }} AS item
  FROM {{ model }}
) AS s
WHERE
  LENGTH(
    REPLACE(
      REPLACE(REPLACE(REPLACE(CAST(s.item AS STRING), ' ', ''), CHR(  9), ''), CHR(  10), ''),
      CHR(  13),
      ''
    )
  ) > 0
),
{%- elif dialect == 'spark' and person and groups %}
-- The texts that the data have of each item. A column may take several for equal, and lists may have any of them.
setanon_spellings_2 AS (
SELECT DISTINCT
  s.item AS label,
  CAST(s.item AS STRING) AS spelling
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
      REPLACE(REPLACE(REPLACE(CAST(s.item AS STRING), ' ', ''), CHR(  9), ''), CHR(  10), ''),
      CHR(  13),
      ''
    )
  ) > 0
),
{%- endif %}
{%- if (dialect == 'duckdb' or dialect == 'postgres') and listed and not groups %}
-- Which items of the data does a list name?
setanon_items_of_list AS MATERIALIZED (
SELECT
  i.item
FROM setanon_items AS i
WHERE
  i.label IN (
    SELECT
      p.label
    FROM setanon_spellings AS p
    WHERE
      p.spelling IN ({{ listed }})
  )
),
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and listed and groups %}
-- Which items of the data does a list name?
setanon_items_of_list AS MATERIALIZED (
SELECT
  i.item
FROM setanon_items AS i
WHERE
  i.label IN (
    SELECT
      p.label
    FROM setanon_spellings_2 AS p
    WHERE
      p.spelling IN ({{ listed }})
  )
),
{%- elif dialect == 'spark' and listed and not groups %}
-- Which items of the data does a list name?
setanon_items_of_list AS (
SELECT
  i.item
FROM setanon_items AS i
WHERE
  i.label IN (
    SELECT
      p.label
    FROM setanon_spellings AS p
    WHERE
      p.spelling IN ({{ listed }})
  )
),
{%- elif dialect == 'spark' and listed and groups %}
-- Which items of the data does a list name?
setanon_items_of_list AS (
SELECT
  i.item
FROM setanon_items AS i
WHERE
  i.label IN (
    SELECT
      p.label
    FROM setanon_spellings_2 AS p
    WHERE
      p.spelling IN ({{ listed }})
  )
),
{%- endif %}
{%- if listed %}
-- The same for labels that stand in the gate.
setanon_nothing_of_labels AS (
SELECT
  c.n_records
FROM (
  SELECT
    (
      SELECT
        COUNT(*)
      FROM setanon_items_of_list AS l
    ) AS n_listed,
    (
      SELECT
        COUNT(DISTINCT r.record_id)
      FROM setanon_item_rows AS r
    ) AS n_records
) AS c
WHERE
  c.n_listed = 0 AND c.n_records > 0
),
{%- endif %}
{%- if (dialect == 'duckdb' or dialect == 'postgres') and not listed and groups %}
-- Which items of the data are sensitive for everybody? The columns may be of different types.
setanon_sensitive_for_all_2 AS MATERIALIZED (
SELECT DISTINCT
  i.item
FROM (
  SELECT
    {{ adapter.quote(item) }} AS item
  FROM {{ sensitive }}
) AS n
JOIN setanon_spellings_2 AS p
  ON p.spelling = CAST(n.item AS TEXT)
JOIN setanon_items AS i
  ON i.label = p.label
),
{%- elif dialect == 'spark' and not listed and groups %}
-- Which items of the data are sensitive for everybody? The columns may be of different types.
setanon_sensitive_for_all_2 AS (
SELECT DISTINCT
  i.item
FROM (
  SELECT
    {{ adapter.quote(item) }} AS item
  FROM {{ sensitive }}
) AS n
JOIN setanon_spellings_2 AS p
  ON p.spelling = CAST(n.item AS STRING)
JOIN setanon_items AS i
  ON i.label = p.label
),
{%- endif %}
{%- if dialect == 'duckdb' and not listed and groups %}
-- Of how many records does a table name no item: because it names none at all, or none of the data?
setanon_nothing_of_table_2 AS (
SELECT
  c.n_records
FROM (
  SELECT
    (
      SELECT
        COUNT(*)
      FROM (
        SELECT
          {{ adapter.quote(item) }} AS item
        FROM {{ sensitive }}
      ) AS n
      WHERE
        LENGTH(
          REPLACE(
            REPLACE(REPLACE(REPLACE(CAST(n.item AS TEXT), ' ', ''), CHR(9), ''), CHR(10), ''),
            CHR(13),
            ''
          )
        ) > 0
    ) AS n_named,
    (
      SELECT
        COUNT(*)
      FROM setanon_sensitive_for_all_2 AS l
    ) AS n_listed,
    (
      SELECT
        COUNT(DISTINCT r.record_id)
      FROM setanon_item_rows AS r
    ) AS n_records
) AS c
WHERE
  c.n_listed = 0 AND (
    c.n_named = 0 OR c.n_records > 0
  )
),
{%- elif dialect == 'postgres' and not listed and groups %}
-- Of how many records does a table name no item: because it names none at all, or none of the data?
setanon_nothing_of_table_2 AS (
SELECT
  c.n_records
FROM (
  SELECT
    (
      SELECT
        COUNT(*)
      FROM (
        SELECT
          {{ adapter.quote(item) }} AS item
        FROM {{ sensitive }}
      ) AS n
      WHERE
        LENGTH(
          REPLACE(
            REPLACE(
              REPLACE(REPLACE(CAST(n.item AS TEXT) COLLATE "C", ' ', ''), CHR(  9), ''),
              CHR(  10),
              ''
            ),
            CHR(  13),
            ''
          )
        ) > 0
    ) AS n_named,
    (
      SELECT
        COUNT(*)
      FROM setanon_sensitive_for_all_2 AS l
    ) AS n_listed,
    (
      SELECT
        COUNT(DISTINCT r.record_id)
      FROM setanon_item_rows AS r
    ) AS n_records
) AS c
WHERE
  c.n_listed = 0 AND (
    c.n_named = 0 OR c.n_records > 0
  )
),
{%- elif dialect == 'spark' and not listed and groups %}
-- Of how many records does a table name no item: because it names none at all, or none of the data?
setanon_nothing_of_table_2 AS (
SELECT
  c.n_records
FROM (
  SELECT
    (
      SELECT
        COUNT(*)
      FROM (
        SELECT
          {{ adapter.quote(item) }} AS item
        FROM {{ sensitive }}
      ) AS n
      WHERE
        LENGTH(
          REPLACE(
            REPLACE(REPLACE(REPLACE(CAST(n.item AS STRING), ' ', ''), CHR(  9), ''), CHR(  10), ''),
            CHR(  13),
            ''
          )
        ) > 0
    ) AS n_named,
    (
      SELECT
        COUNT(*)
      FROM setanon_sensitive_for_all_2 AS l
    ) AS n_listed,
    (
      SELECT
        COUNT(DISTINCT r.record_id)
      FROM setanon_item_rows AS r
    ) AS n_records
) AS c
WHERE
  c.n_listed = 0 AND (
    c.n_named = 0 OR c.n_records > 0
  )
),
{%- endif %}
{%- if not listed and (not groups and ((dialect == 'duckdb' and m == 1) or dialect == 'spark')) %}
-- Which record holds which item that somebody wants hidden? (measures/association_rules: which frequent item?)
setanon_sensitive_rows AS (
SELECT
  t.record_id,
  t.item
FROM setanon_item_rows AS t
SEMI JOIN setanon_sensitive_for_all AS h
  ON h.item = t.item
),
{%- elif (dialect == 'duckdb' or dialect == 'spark') and not listed and groups %}
-- Which record holds which item that somebody wants hidden? (measures/association_rules: which frequent item?)
setanon_sensitive_rows AS (
SELECT
  t.record_id,
  t.item
FROM setanon_item_rows AS t
SEMI JOIN setanon_sensitive_for_all_2 AS h
  ON h.item = t.item
),
{%- elif listed and ((dialect == 'duckdb' and (m == 1 or (m == 2 and groups))) or dialect == 'spark') %}
-- Which record holds which item that somebody wants hidden? (measures/association_rules: which frequent item?)
setanon_sensitive_rows AS (
SELECT
  t.record_id,
  t.item
FROM setanon_item_rows AS t
SEMI JOIN setanon_items_of_list AS h
  ON h.item = t.item
),
{%- elif dialect == 'duckdb' and m == 2 and not listed and not groups %}
-- Which record holds which item that somebody wants hidden? (measures/association_rules: which frequent item?)
setanon_sensitive_rows AS MATERIALIZED (
SELECT
  t.record_id,
  t.item
FROM setanon_item_rows AS t
SEMI JOIN setanon_sensitive_for_all AS h
  ON h.item = t.item
),
{%- elif dialect == 'duckdb' and m == 2 and listed and not groups %}
-- Which record holds which item that somebody wants hidden? (measures/association_rules: which frequent item?)
setanon_sensitive_rows AS MATERIALIZED (
SELECT
  t.record_id,
  t.item
FROM setanon_item_rows AS t
SEMI JOIN setanon_items_of_list AS h
  ON h.item = t.item
),
{%- elif dialect == 'postgres' and m == 1 and not listed and not groups %}
-- Which record holds which item that somebody wants hidden? (measures/association_rules: which frequent item?)
setanon_sensitive_rows AS (
SELECT
  t.record_id,
  t.item
FROM setanon_item_rows AS t
WHERE
  EXISTS(
    SELECT
      1
    FROM setanon_sensitive_for_all AS h
    WHERE
      h.item = t.item
  )
),
{%- elif dialect == 'postgres' and not listed and groups %}
-- Which record holds which item that somebody wants hidden? (measures/association_rules: which frequent item?)
setanon_sensitive_rows AS (
SELECT
  t.record_id,
  t.item
FROM setanon_item_rows AS t
WHERE
  EXISTS(
    SELECT
      1
    FROM setanon_sensitive_for_all_2 AS h
    WHERE
      h.item = t.item
  )
),
{%- elif dialect == 'postgres' and (listed and (m == 1 or (m == 2 and groups))) %}
-- Which record holds which item that somebody wants hidden? (measures/association_rules: which frequent item?)
setanon_sensitive_rows AS (
SELECT
  t.record_id,
  t.item
FROM setanon_item_rows AS t
WHERE
  EXISTS(
    SELECT
      1
    FROM setanon_items_of_list AS h
    WHERE
      h.item = t.item
  )
),
{%- elif dialect == 'postgres' and m == 2 and not listed and not groups %}
-- Which record holds which item that somebody wants hidden? (measures/association_rules: which frequent item?)
setanon_sensitive_rows AS MATERIALIZED (
SELECT
  t.record_id,
  t.item
FROM setanon_item_rows AS t
WHERE
  EXISTS(
    SELECT
      1
    FROM setanon_sensitive_for_all AS h
    WHERE
      h.item = t.item
  )
),
{%- elif dialect == 'postgres' and m == 2 and listed and not groups %}
-- Which record holds which item that somebody wants hidden? (measures/association_rules: which frequent item?)
setanon_sensitive_rows AS MATERIALIZED (
SELECT
  t.record_id,
  t.item
FROM setanon_item_rows AS t
WHERE
  EXISTS(
    SELECT
      1
    FROM setanon_items_of_list AS h
    WHERE
      h.item = t.item
  )
),
{%- endif %}
{%- if not listed and groups %}
-- How many records hold an item of a group that is not sensitive?
setanon_not_sensitive AS (
SELECT
  c.n_records
FROM (
  SELECT
    COUNT(DISTINCT r.record_id) AS n_records
  FROM setanon_item_rows AS r
  WHERE
    r.item IN (
      SELECT
        g.item
      FROM setanon_sensitive_for_all AS g
    )
    AND NOT r.item IN (
      SELECT
        l.item
      FROM setanon_sensitive_for_all_2 AS l
    )
) AS c
WHERE
  c.n_records > 0
),
{%- elif listed and groups %}
-- How many records hold an item of a group that is not sensitive?
setanon_not_sensitive AS (
SELECT
  c.n_records
FROM (
  SELECT
    COUNT(DISTINCT r.record_id) AS n_records
  FROM setanon_item_rows AS r
  WHERE
    r.item IN (
      SELECT
        g.item
      FROM setanon_sensitive_for_all AS g
    )
    AND NOT r.item IN (
      SELECT
        l.item
      FROM setanon_items_of_list AS l
    )
) AS c
WHERE
  c.n_records > 0
),
{%- endif %}
{%- if dialect == 'duckdb' and not person and groups %}
-- The texts that the data have of each item. A column may take several for equal, and lists may have any of them.
setanon_spellings_3 AS (
SELECT DISTINCT
  s.item AS label,
  CAST(s.item AS TEXT) AS spelling
FROM (
  SELECT
    {{ adapter.quote(record_id) }} AS record_id,
    {{ adapter.quote(item) }} AS item
  FROM {{ model }}
) AS s
WHERE
  LENGTH(
    REPLACE(
      REPLACE(REPLACE(REPLACE(CAST(s.item AS TEXT), ' ', ''), CHR(9), ''), CHR(10), ''),
      CHR(13),
      ''
    )
  ) > 0
),
{%- elif dialect == 'duckdb' and person and groups %}
-- The texts that the data have of each item. A column may take several for equal, and lists may have any of them.
setanon_spellings_3 AS (
SELECT DISTINCT
  s.item AS label,
  CAST(s.item AS TEXT) AS spelling
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
      REPLACE(REPLACE(REPLACE(CAST(s.item AS TEXT), ' ', ''), CHR(9), ''), CHR(10), ''),
      CHR(13),
      ''
    )
  ) > 0
),
{%- elif dialect == 'postgres' and not person and groups %}
-- The texts that the data have of each item. A column may take several for equal, and lists may have any of them.
setanon_spellings_3 AS (
SELECT DISTINCT
  s.item AS label,
  CAST(s.item AS TEXT) AS spelling
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
        REPLACE(REPLACE(CAST(s.item AS TEXT) COLLATE "C", ' ', ''), CHR(  9), ''),
        CHR(  10),
        ''
      ),
      CHR(  13),
      ''
    )
  ) > 0
),
{%- elif dialect == 'postgres' and person and groups %}
-- The texts that the data have of each item. A column may take several for equal, and lists may have any of them.
setanon_spellings_3 AS (
SELECT DISTINCT
  s.item AS label,
  CAST(s.item AS TEXT) AS spelling
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
        REPLACE(REPLACE(CAST(s.item AS TEXT) COLLATE "C", ' ', ''), CHR(  9), ''),
        CHR(  10),
        ''
      ),
      CHR(  13),
      ''
    )
  ) > 0
),
{%- elif dialect == 'spark' and not person and groups %}
-- The texts that the data have of each item. A column may take several for equal, and lists may have any of them.
setanon_spellings_3 AS (
SELECT DISTINCT
  s.item AS label,
  CAST(s.item AS STRING) AS spelling
FROM (
  SELECT
    {{ adapter.quote(record_id) }} AS record_id,
    {{ adapter.quote(item) }} AS item
  FROM {{ model }}
) AS s
WHERE
  LENGTH(
    REPLACE(
      REPLACE(REPLACE(REPLACE(CAST(s.item AS STRING), ' ', ''), CHR(  9), ''), CHR(  10), ''),
      CHR(  13),
      ''
    )
  ) > 0
),
{%- elif dialect == 'spark' and person and groups %}
-- The texts that the data have of each item. A column may take several for equal, and lists may have any of them.
setanon_spellings_3 AS (
SELECT DISTINCT
  s.item AS label,
  CAST(s.item AS STRING) AS spelling
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
      REPLACE(REPLACE(REPLACE(CAST(s.item AS STRING), ' ', ''), CHR(  9), ''), CHR(  10), ''),
      CHR(  13),
      ''
    )
  ) > 0
),
{%- endif %}
{%- if dialect == 'duckdb' and m == 1 and groups %}
-- Which records hold an item of which group of sensitive ones? The numbers of groups follow those of items.
setanon_group_rows AS (
SELECT
  *
FROM setanon_sensitive_rows
UNION ALL
SELECT DISTINCT
  r.record_id,
  g.n_items + g.number AS item
FROM (
  SELECT
    CAST(n.item AS TEXT) AS item,
    DENSE_RANK() OVER (ORDER BY n.name) AS number,
    (
      SELECT
        COUNT(*)
      FROM setanon_items AS c
    ) AS n_items
  FROM (
    SELECT
      {{ adapter.quote(item) }} AS item,
      "group" AS name
    FROM {{ groups }}
  ) AS n
  WHERE
    LENGTH(
      REPLACE(
        REPLACE(REPLACE(REPLACE(CAST(n.item AS TEXT), ' ', ''), CHR(9), ''), CHR(10), ''),
        CHR(13),
        ''
      )
    ) > 0
    AND LENGTH(
      REPLACE(
        REPLACE(REPLACE(REPLACE(CAST(n.name AS TEXT), ' ', ''), CHR(9), ''), CHR(10), ''),
        CHR(13),
        ''
      )
    ) > 0
) AS g
JOIN setanon_spellings_3 AS p
  ON p.spelling = g.item
JOIN setanon_items AS i
  ON i.label = p.label
JOIN setanon_item_rows AS r
  ON r.item = i.item
),
{%- elif dialect == 'duckdb' and m == 2 and groups %}
-- Which records hold an item of which group of sensitive ones? The numbers of groups follow those of items.
setanon_group_rows AS MATERIALIZED (
SELECT
  *
FROM setanon_sensitive_rows
UNION ALL
SELECT DISTINCT
  r.record_id,
  g.n_items + g.number AS item
FROM (
  SELECT
    CAST(n.item AS TEXT) AS item,
    DENSE_RANK() OVER (ORDER BY n.name) AS number,
    (
      SELECT
        COUNT(*)
      FROM setanon_items AS c
    ) AS n_items
  FROM (
    SELECT
      {{ adapter.quote(item) }} AS item,
      "group" AS name
    FROM {{ groups }}
  ) AS n
  WHERE
    LENGTH(
      REPLACE(
        REPLACE(REPLACE(REPLACE(CAST(n.item AS TEXT), ' ', ''), CHR(9), ''), CHR(10), ''),
        CHR(13),
        ''
      )
    ) > 0
    AND LENGTH(
      REPLACE(
        REPLACE(REPLACE(REPLACE(CAST(n.name AS TEXT), ' ', ''), CHR(9), ''), CHR(10), ''),
        CHR(13),
        ''
      )
    ) > 0
) AS g
JOIN setanon_spellings_3 AS p
  ON p.spelling = g.item
JOIN setanon_items AS i
  ON i.label = p.label
JOIN setanon_item_rows AS r
  ON r.item = i.item
),
{%- elif dialect == 'postgres' and m == 1 and groups %}
-- Which records hold an item of which group of sensitive ones? The numbers of groups follow those of items.
setanon_group_rows AS (
SELECT
  *
FROM setanon_sensitive_rows
UNION ALL
SELECT DISTINCT
  r.record_id,
  g.n_items + g.number AS item
FROM (
  SELECT
    CAST(n.item AS TEXT) AS item,
    DENSE_RANK() OVER (ORDER BY n.name) AS number,
    (
      SELECT
        COUNT(*)
      FROM setanon_items AS c
    ) AS n_items
  FROM (
    SELECT
      {{ adapter.quote(item) }} AS item,
      "group" AS name
    FROM {{ groups }}
  ) AS n
  WHERE
    LENGTH(
      REPLACE(
        REPLACE(
          REPLACE(REPLACE(CAST(n.item AS TEXT) COLLATE "C", ' ', ''), CHR(  9), ''),
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
          REPLACE(REPLACE(CAST(n.name AS TEXT) COLLATE "C", ' ', ''), CHR(  9), ''),
          CHR(  10),
          ''
        ),
        CHR(  13),
        ''
      )
    ) > 0
) AS g
JOIN setanon_spellings_3 AS p
  ON p.spelling = g.item
JOIN setanon_items AS i
  ON i.label = p.label
JOIN setanon_item_rows AS r
  ON r.item = i.item
),
{%- elif dialect == 'postgres' and m == 2 and groups %}
-- Which records hold an item of which group of sensitive ones? The numbers of groups follow those of items.
setanon_group_rows AS MATERIALIZED (
SELECT
  *
FROM setanon_sensitive_rows
UNION ALL
SELECT DISTINCT
  r.record_id,
  g.n_items + g.number AS item
FROM (
  SELECT
    CAST(n.item AS TEXT) AS item,
    DENSE_RANK() OVER (ORDER BY n.name) AS number,
    (
      SELECT
        COUNT(*)
      FROM setanon_items AS c
    ) AS n_items
  FROM (
    SELECT
      {{ adapter.quote(item) }} AS item,
      "group" AS name
    FROM {{ groups }}
  ) AS n
  WHERE
    LENGTH(
      REPLACE(
        REPLACE(
          REPLACE(REPLACE(CAST(n.item AS TEXT) COLLATE "C", ' ', ''), CHR(  9), ''),
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
          REPLACE(REPLACE(CAST(n.name AS TEXT) COLLATE "C", ' ', ''), CHR(  9), ''),
          CHR(  10),
          ''
        ),
        CHR(  13),
        ''
      )
    ) > 0
) AS g
JOIN setanon_spellings_3 AS p
  ON p.spelling = g.item
JOIN setanon_items AS i
  ON i.label = p.label
JOIN setanon_item_rows AS r
  ON r.item = i.item
),
{%- elif dialect == 'spark' and groups %}
-- Which records hold an item of which group of sensitive ones? The numbers of groups follow those of items.
setanon_group_rows AS (
SELECT
  *
FROM setanon_sensitive_rows
UNION ALL
SELECT DISTINCT
  r.record_id,
  g.n_items + g.number AS item
FROM (
  SELECT
    CAST(n.item AS STRING) AS item,
    DENSE_RANK() OVER (ORDER BY n.name NULLS LAST) AS number,
    (
      SELECT
        COUNT(*)
      FROM setanon_items AS c
    ) AS n_items
  FROM (
    SELECT
      {{ adapter.quote(item) }} AS item,
      `group` AS name
    FROM {{ groups }}
  ) AS n
  WHERE
    LENGTH(
      REPLACE(
        REPLACE(REPLACE(REPLACE(CAST(n.item AS STRING), ' ', ''), CHR(  9), ''), CHR(  10), ''),
        CHR(  13),
        ''
      )
    ) > 0
    AND LENGTH(
      REPLACE(
        REPLACE(REPLACE(REPLACE(CAST(n.name AS STRING), ' ', ''), CHR(  9), ''), CHR(  10), ''),
        CHR(  13),
        ''
      )
    ) > 0
) AS g
JOIN setanon_spellings_3 AS p
  ON p.spelling = g.item
JOIN setanon_items AS i
  ON i.label = p.label
JOIN setanon_item_rows AS r
  ON r.item = i.item
),
{%- endif %}
{%- if (dialect == 'duckdb' or dialect == 'postgres') and not listed and not groups %}
-- The items that are not in a list.
setanon_others AS MATERIALIZED (
SELECT
  i.item
FROM setanon_items AS i
WHERE
  NOT i.item IN (
    SELECT
      l.item
    FROM setanon_sensitive_for_all AS l
  )
),
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and not listed and groups %}
-- The items that are not in a list.
setanon_others AS MATERIALIZED (
SELECT
  i.item
FROM setanon_items AS i
WHERE
  NOT i.item IN (
    SELECT
      l.item
    FROM setanon_sensitive_for_all_2 AS l
  )
),
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and listed %}
-- The items that are not in a list.
setanon_others AS MATERIALIZED (
SELECT
  i.item
FROM setanon_items AS i
WHERE
  NOT i.item IN (
    SELECT
      l.item
    FROM setanon_items_of_list AS l
  )
),
{%- elif dialect == 'spark' and not listed and not groups %}
-- The items that are not in a list.
setanon_others AS (
SELECT
  i.item
FROM setanon_items AS i
WHERE
  NOT i.item IN (
    SELECT
      l.item
    FROM setanon_sensitive_for_all AS l
  )
),
{%- elif dialect == 'spark' and not listed and groups %}
-- The items that are not in a list.
setanon_others AS (
SELECT
  i.item
FROM setanon_items AS i
WHERE
  NOT i.item IN (
    SELECT
      l.item
    FROM setanon_sensitive_for_all_2 AS l
  )
),
{%- elif dialect == 'spark' and listed %}
-- The items that are not in a list.
setanon_others AS (
SELECT
  i.item
FROM setanon_items AS i
WHERE
  NOT i.item IN (
    SELECT
      l.item
    FROM setanon_items_of_list AS l
  )
),
{%- endif %}
{%- if not person and (m == 1 or (m == 2 and dialect == 'spark')) %}
-- The items that may be known.
setanon_known_items AS (
SELECT
  i.item,
  i.label,
  i.support
FROM setanon_items AS i
WHERE
  i.item IN (
    SELECT
      k.item
    FROM setanon_others AS k
  )
),
{%- elif person and (m == 1 or (m == 2 and dialect == 'spark')) %}
-- The items that may be known.
setanon_known_items AS (
SELECT
  i.item,
  i.label,
  i.support,
  i.n_records
FROM setanon_items AS i
WHERE
  i.item IN (
    SELECT
      k.item
    FROM setanon_others AS k
  )
),
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and m == 2 and not person %}
-- The items that may be known.
setanon_known_items AS MATERIALIZED (
SELECT
  i.item,
  i.label,
  i.support
FROM setanon_items AS i
WHERE
  i.item IN (
    SELECT
      k.item
    FROM setanon_others AS k
  )
),
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and m == 2 and person %}
-- The items that may be known.
setanon_known_items AS MATERIALIZED (
SELECT
  i.item,
  i.label,
  i.support,
  i.n_records
FROM setanon_items AS i
WHERE
  i.item IN (
    SELECT
      k.item
    FROM setanon_others AS k
  )
),
{%- endif %}
{%- if (dialect == 'duckdb' or dialect == 'postgres') and not person %}
-- Their rows.
setanon_known_rows AS MATERIALIZED (
SELECT
  r.record_id,
  r.item,
  r.support
FROM setanon_item_rows AS r
WHERE
  r.item IN (
    SELECT
      k.item
    FROM setanon_others AS k
  )
),
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and person %}
-- The rows of items that may be known.
setanon_known_rows AS MATERIALIZED (
SELECT
  r.record_id,
  r.item,
  r.person,
  r.support
FROM setanon_item_rows AS r
WHERE
  r.item IN (
    SELECT
      k.item
    FROM setanon_others AS k
  )
),
{%- elif dialect == 'spark' and not person %}
-- Their rows.
setanon_known_rows AS (
SELECT
  r.record_id,
  r.item,
  r.support
FROM setanon_item_rows AS r
WHERE
  r.item IN (
    SELECT
      k.item
    FROM setanon_others AS k
  )
),
{%- elif dialect == 'spark' and person %}
-- The rows of items that may be known.
setanon_known_rows AS (
SELECT
  r.record_id,
  r.item,
  r.person,
  r.support
FROM setanon_item_rows AS r
WHERE
  r.item IN (
    SELECT
      k.item
    FROM setanon_others AS k
  )
),
{%- endif %}
{%- if (dialect == 'duckdb' or dialect == 'postgres') and not person and not groups %}
-- Which items do records of fewer than k persons hold, or does a sensitive one follow from with a confidence above
setanon_faulty_items AS MATERIALIZED (
SELECT
  i.item
FROM (
  SELECT
    item AS item,
    support AS support,
    support AS n_records
  FROM setanon_known_items
) AS i
LEFT JOIN (
  SELECT
    c.item,
    MAX(c.joint) AS joint,
    MAX(c.persons) AS persons
  FROM (
    SELECT
      r.item,
      h.item AS sensitive_item,
      COUNT(*) AS joint,
      COUNT(DISTINCT r.person) AS persons
    FROM setanon_sensitive_rows AS h
    JOIN (
      SELECT
        record_id AS record_id,
        item AS item,
        record_id AS person
      FROM setanon_known_rows
    ) AS r
      ON r.record_id = h.record_id
    GROUP BY
      r.item,
      h.item
  ) AS c
  GROUP BY
    c.item
) AS s
  ON s.item = i.item
WHERE
  i.support < {{ k }}
  OR COALESCE(s.joint, 0) * CAST({{ h[1] }} AS BIGINT) > i.n_records * CAST({{ h[0] }} AS BIGINT)
  OR COALESCE(s.persons, 0) * CAST({{ h[1] }} AS BIGINT) > i.support * CAST({{ h[0] }} AS BIGINT)
),
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and not person and groups %}
-- Which items do records of fewer than k persons hold, or does a sensitive one follow from with a confidence above
setanon_faulty_items AS MATERIALIZED (
SELECT
  i.item
FROM (
  SELECT
    item AS item,
    support AS support,
    support AS n_records
  FROM setanon_known_items
) AS i
LEFT JOIN (
  SELECT
    c.item,
    MAX(c.joint) AS joint,
    MAX(c.persons) AS persons
  FROM (
    SELECT
      r.item,
      h.item AS sensitive_item,
      COUNT(*) AS joint,
      COUNT(DISTINCT r.person) AS persons
    FROM setanon_group_rows AS h
    JOIN (
      SELECT
        record_id AS record_id,
        item AS item,
        record_id AS person
      FROM setanon_known_rows
    ) AS r
      ON r.record_id = h.record_id
    GROUP BY
      r.item,
      h.item
  ) AS c
  GROUP BY
    c.item
) AS s
  ON s.item = i.item
WHERE
  i.support < {{ k }}
  OR COALESCE(s.joint, 0) * CAST({{ h[1] }} AS BIGINT) > i.n_records * CAST({{ h[0] }} AS BIGINT)
  OR COALESCE(s.persons, 0) * CAST({{ h[1] }} AS BIGINT) > i.support * CAST({{ h[0] }} AS BIGINT)
),
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and person and not groups %}
-- Which items do records of fewer than k persons hold, or does a sensitive one follow from with a confidence above
setanon_faulty_items AS MATERIALIZED (
SELECT
  i.item
FROM setanon_known_items AS i
LEFT JOIN (
  SELECT
    c.item,
    MAX(c.joint) AS joint,
    MAX(c.persons) AS persons
  FROM (
    SELECT
      r.item,
      h.item AS sensitive_item,
      COUNT(*) AS joint,
      COUNT(DISTINCT r.person) AS persons
    FROM setanon_sensitive_rows AS h
    JOIN setanon_known_rows AS r
      ON r.record_id = h.record_id
    GROUP BY
      r.item,
      h.item
  ) AS c
  GROUP BY
    c.item
) AS s
  ON s.item = i.item
WHERE
  i.support < {{ k }}
  OR COALESCE(s.joint, 0) * CAST({{ h[1] }} AS BIGINT) > i.n_records * CAST({{ h[0] }} AS BIGINT)
  OR COALESCE(s.persons, 0) * CAST({{ h[1] }} AS BIGINT) > i.support * CAST({{ h[0] }} AS BIGINT)
),
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and person and groups %}
-- Which items do records of fewer than k persons hold, or does a sensitive one follow from with a confidence above
setanon_faulty_items AS MATERIALIZED (
SELECT
  i.item
FROM setanon_known_items AS i
LEFT JOIN (
  SELECT
    c.item,
    MAX(c.joint) AS joint,
    MAX(c.persons) AS persons
  FROM (
    SELECT
      r.item,
      h.item AS sensitive_item,
      COUNT(*) AS joint,
      COUNT(DISTINCT r.person) AS persons
    FROM setanon_group_rows AS h
    JOIN setanon_known_rows AS r
      ON r.record_id = h.record_id
    GROUP BY
      r.item,
      h.item
  ) AS c
  GROUP BY
    c.item
) AS s
  ON s.item = i.item
WHERE
  i.support < {{ k }}
  OR COALESCE(s.joint, 0) * CAST({{ h[1] }} AS BIGINT) > i.n_records * CAST({{ h[0] }} AS BIGINT)
  OR COALESCE(s.persons, 0) * CAST({{ h[1] }} AS BIGINT) > i.support * CAST({{ h[0] }} AS BIGINT)
),
{%- elif dialect == 'spark' and not person and not groups %}
-- Which items do records of fewer than k persons hold, or does a sensitive one follow from with a confidence above
setanon_faulty_items AS (
SELECT
  i.item
FROM (
  SELECT
    item AS item,
    support AS support,
    support AS n_records
  FROM setanon_known_items
) AS i
LEFT JOIN (
  SELECT
    c.item,
    MAX(c.joint) AS joint,
    MAX(c.persons) AS persons
  FROM (
    SELECT
      r.item,
      h.item AS sensitive_item,
      COUNT(*) AS joint,
      COUNT(DISTINCT r.person) AS persons
    FROM setanon_sensitive_rows AS h
    JOIN (
      SELECT
        record_id AS record_id,
        item AS item,
        record_id AS person
      FROM setanon_known_rows
    ) AS r
      ON r.record_id = h.record_id
    GROUP BY
      r.item,
      h.item
  ) AS c
  GROUP BY
    c.item
) AS s
  ON s.item = i.item
WHERE
  i.support < {{ k }}
  OR COALESCE(s.joint, 0) * CAST({{ h[1] }} AS BIGINT) > i.n_records * CAST({{ h[0] }} AS BIGINT)
  OR COALESCE(s.persons, 0) * CAST({{ h[1] }} AS BIGINT) > i.support * CAST({{ h[0] }} AS BIGINT)
),
{%- elif dialect == 'spark' and not person and groups %}
-- Which items do records of fewer than k persons hold, or does a sensitive one follow from with a confidence above
setanon_faulty_items AS (
SELECT
  i.item
FROM (
  SELECT
    item AS item,
    support AS support,
    support AS n_records
  FROM setanon_known_items
) AS i
LEFT JOIN (
  SELECT
    c.item,
    MAX(c.joint) AS joint,
    MAX(c.persons) AS persons
  FROM (
    SELECT
      r.item,
      h.item AS sensitive_item,
      COUNT(*) AS joint,
      COUNT(DISTINCT r.person) AS persons
    FROM setanon_group_rows AS h
    JOIN (
      SELECT
        record_id AS record_id,
        item AS item,
        record_id AS person
      FROM setanon_known_rows
    ) AS r
      ON r.record_id = h.record_id
    GROUP BY
      r.item,
      h.item
  ) AS c
  GROUP BY
    c.item
) AS s
  ON s.item = i.item
WHERE
  i.support < {{ k }}
  OR COALESCE(s.joint, 0) * CAST({{ h[1] }} AS BIGINT) > i.n_records * CAST({{ h[0] }} AS BIGINT)
  OR COALESCE(s.persons, 0) * CAST({{ h[1] }} AS BIGINT) > i.support * CAST({{ h[0] }} AS BIGINT)
),
{%- elif dialect == 'spark' and person and not groups %}
-- Which items do records of fewer than k persons hold, or does a sensitive one follow from with a confidence above
setanon_faulty_items AS (
SELECT
  i.item
FROM setanon_known_items AS i
LEFT JOIN (
  SELECT
    c.item,
    MAX(c.joint) AS joint,
    MAX(c.persons) AS persons
  FROM (
    SELECT
      r.item,
      h.item AS sensitive_item,
      COUNT(*) AS joint,
      COUNT(DISTINCT r.person) AS persons
    FROM setanon_sensitive_rows AS h
    JOIN setanon_known_rows AS r
      ON r.record_id = h.record_id
    GROUP BY
      r.item,
      h.item
  ) AS c
  GROUP BY
    c.item
) AS s
  ON s.item = i.item
WHERE
  i.support < {{ k }}
  OR COALESCE(s.joint, 0) * CAST({{ h[1] }} AS BIGINT) > i.n_records * CAST({{ h[0] }} AS BIGINT)
  OR COALESCE(s.persons, 0) * CAST({{ h[1] }} AS BIGINT) > i.support * CAST({{ h[0] }} AS BIGINT)
),
{%- elif dialect == 'spark' and person and groups %}
-- Which items do records of fewer than k persons hold, or does a sensitive one follow from with a confidence above
setanon_faulty_items AS (
SELECT
  i.item
FROM setanon_known_items AS i
LEFT JOIN (
  SELECT
    c.item,
    MAX(c.joint) AS joint,
    MAX(c.persons) AS persons
  FROM (
    SELECT
      r.item,
      h.item AS sensitive_item,
      COUNT(*) AS joint,
      COUNT(DISTINCT r.person) AS persons
    FROM setanon_group_rows AS h
    JOIN setanon_known_rows AS r
      ON r.record_id = h.record_id
    GROUP BY
      r.item,
      h.item
  ) AS c
  GROUP BY
    c.item
) AS s
  ON s.item = i.item
WHERE
  i.support < {{ k }}
  OR COALESCE(s.joint, 0) * CAST({{ h[1] }} AS BIGINT) > i.n_records * CAST({{ h[0] }} AS BIGINT)
  OR COALESCE(s.persons, 0) * CAST({{ h[1] }} AS BIGINT) > i.support * CAST({{ h[0] }} AS BIGINT)
),
{%- endif %}
-- Which records hold one of some items?
setanon_records_of_items AS (
SELECT DISTINCT
  r.record_id
FROM setanon_known_rows AS r
WHERE
  r.item IN (
    SELECT
      l.item
    FROM setanon_faulty_items AS l
  )
),
{%- if (dialect == 'duckdb' or dialect == 'postgres') and m == 2 %}
-- The items that are not in a list.
setanon_others_2 AS MATERIALIZED (
SELECT
  i.item
FROM setanon_known_items AS i
WHERE
  NOT i.item IN (
    SELECT
      l.item
    FROM setanon_faulty_items AS l
  )
),
{%- elif dialect == 'spark' and m == 2 %}
-- The items that are not in a list.
setanon_others_2 AS (
SELECT
  i.item
FROM setanon_known_items AS i
WHERE
  NOT i.item IN (
    SELECT
      l.item
    FROM setanon_faulty_items AS l
  )
),
{%- endif %}
{%- if (dialect == 'duckdb' or dialect == 'postgres') and m == 2 and not person %}
-- The items that may be known.
setanon_known_items_2 AS MATERIALIZED (
SELECT
  i.item,
  i.label,
  i.support
FROM setanon_known_items AS i
WHERE
  i.item IN (
    SELECT
      k.item
    FROM setanon_others_2 AS k
  )
),
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and m == 2 and person %}
-- The items that may be known.
setanon_known_items_2 AS MATERIALIZED (
SELECT
  i.item,
  i.label,
  i.support,
  i.n_records
FROM setanon_known_items AS i
WHERE
  i.item IN (
    SELECT
      k.item
    FROM setanon_others_2 AS k
  )
),
{%- elif dialect == 'spark' and m == 2 and not person %}
-- The items that may be known.
setanon_known_items_2 AS (
SELECT
  i.item,
  i.label,
  i.support
FROM setanon_known_items AS i
WHERE
  i.item IN (
    SELECT
      k.item
    FROM setanon_others_2 AS k
  )
),
{%- elif dialect == 'spark' and m == 2 and person %}
-- The items that may be known.
setanon_known_items_2 AS (
SELECT
  i.item,
  i.label,
  i.support,
  i.n_records
FROM setanon_known_items AS i
WHERE
  i.item IN (
    SELECT
      k.item
    FROM setanon_others_2 AS k
  )
),
{%- endif %}
{%- if (dialect == 'duckdb' or dialect == 'postgres') and m == 2 and not person %}
-- Their rows.
setanon_known_rows_2 AS MATERIALIZED (
SELECT
  r.record_id,
  r.item,
  r.support
FROM setanon_known_rows AS r
WHERE
  r.item IN (
    SELECT
      k.item
    FROM setanon_others_2 AS k
  )
),
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and m == 2 and person %}
-- The rows of items that may be known.
setanon_known_rows_2 AS MATERIALIZED (
SELECT
  r.record_id,
  r.item,
  r.person,
  r.support
FROM setanon_known_rows AS r
WHERE
  r.item IN (
    SELECT
      k.item
    FROM setanon_others_2 AS k
  )
),
{%- elif dialect == 'spark' and m == 2 and not person %}
-- Their rows.
setanon_known_rows_2 AS (
SELECT
  r.record_id,
  r.item,
  r.support
FROM setanon_known_rows AS r
WHERE
  r.item IN (
    SELECT
      k.item
    FROM setanon_others_2 AS k
  )
),
{%- elif dialect == 'spark' and m == 2 and person %}
-- The rows of items that may be known.
setanon_known_rows_2 AS (
SELECT
  r.record_id,
  r.item,
  r.person,
  r.support
FROM setanon_known_rows AS r
WHERE
  r.item IN (
    SELECT
      k.item
    FROM setanon_others_2 AS k
  )
),
{%- endif %}
{%- if (dialect == 'duckdb' or dialect == 'postgres') and m == 2 and not person %}
-- Which record holds which pair of items?
setanon_pair_rows AS MATERIALIZED (
SELECT
  a.record_id,
  a.item AS left_item,
  b.item AS right_item
FROM setanon_known_rows_2 AS a
JOIN setanon_known_rows_2 AS b
  ON b.record_id = a.record_id AND b.item > a.item
),
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and m == 2 and person %}
-- Which person's record holds which pair of items?
setanon_pair_rows AS MATERIALIZED (
SELECT
  a.record_id,
  a.person,
  a.item AS left_item,
  b.item AS right_item
FROM setanon_known_rows_2 AS a
JOIN setanon_known_rows_2 AS b
  ON b.record_id = a.record_id AND b.item > a.item
),
{%- elif dialect == 'spark' and m == 2 and not person %}
-- Which record holds which pair of items?
setanon_pair_rows AS (
SELECT
  a.record_id,
  a.item AS left_item,
  b.item AS right_item
FROM setanon_known_rows_2 AS a
JOIN setanon_known_rows_2 AS b
  ON b.record_id = a.record_id AND b.item > a.item
),
{%- elif dialect == 'spark' and m == 2 and person %}
-- Which person's record holds which pair of items?
setanon_pair_rows AS (
SELECT
  a.record_id,
  a.person,
  a.item AS left_item,
  b.item AS right_item
FROM setanon_known_rows_2 AS a
JOIN setanon_known_rows_2 AS b
  ON b.record_id = a.record_id AND b.item > a.item
),
{%- endif %}
{%- if m == 2 and not person %}
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
{%- elif m == 2 and person %}
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
{%- endif %}
{%- if (dialect == 'duckdb' or dialect == 'postgres') and m == 2 and not person and not groups %}
-- Which pairs are at fault, of those that fewer records hold than each of the two items?
setanon_faulty_pairs AS MATERIALIZED (
SELECT
  p.left_item,
  p.right_item
FROM (
  SELECT
    left_item AS left_item,
    right_item AS right_item,
    support AS support,
    support AS n_records
  FROM setanon_pairs
) AS p
JOIN (
  SELECT
    item AS item,
    support AS support,
    support AS n_records
  FROM setanon_known_items_2
) AS a
  ON a.item = p.left_item
JOIN (
  SELECT
    item AS item,
    support AS support,
    support AS n_records
  FROM setanon_known_items_2
) AS b
  ON b.item = p.right_item
LEFT JOIN (
  SELECT
    c.left_item,
    c.right_item,
    MAX(c.joint) AS joint,
    MAX(c.persons) AS persons
  FROM (
    SELECT
      o.left_item,
      o.right_item,
      h.item AS sensitive_item,
      COUNT(*) AS joint,
      COUNT(DISTINCT o.person) AS persons
    FROM setanon_sensitive_rows AS h
    JOIN (
      SELECT
        record_id AS record_id,
        left_item AS left_item,
        right_item AS right_item,
        record_id AS person
      FROM setanon_pair_rows
    ) AS o
      ON o.record_id = h.record_id
    GROUP BY
      o.left_item,
      o.right_item,
      h.item
  ) AS c
  GROUP BY
    c.left_item,
    c.right_item
) AS s
  ON s.left_item = p.left_item AND s.right_item = p.right_item
WHERE
  p.n_records < a.n_records
  AND p.n_records < b.n_records
  AND (
    p.support < {{ k }}
    OR COALESCE(s.joint, 0) * CAST({{ h[1] }} AS BIGINT) > p.n_records * CAST({{ h[0] }} AS BIGINT)
    OR COALESCE(s.persons, 0) * CAST({{ h[1] }} AS BIGINT) > p.support * CAST({{ h[0] }} AS BIGINT)
  )
),
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and m == 2 and not person and groups %}
-- Which pairs are at fault, of those that fewer records hold than each of the two items?
setanon_faulty_pairs AS MATERIALIZED (
SELECT
  p.left_item,
  p.right_item
FROM (
  SELECT
    left_item AS left_item,
    right_item AS right_item,
    support AS support,
    support AS n_records
  FROM setanon_pairs
) AS p
JOIN (
  SELECT
    item AS item,
    support AS support,
    support AS n_records
  FROM setanon_known_items_2
) AS a
  ON a.item = p.left_item
JOIN (
  SELECT
    item AS item,
    support AS support,
    support AS n_records
  FROM setanon_known_items_2
) AS b
  ON b.item = p.right_item
LEFT JOIN (
  SELECT
    c.left_item,
    c.right_item,
    MAX(c.joint) AS joint,
    MAX(c.persons) AS persons
  FROM (
    SELECT
      o.left_item,
      o.right_item,
      h.item AS sensitive_item,
      COUNT(*) AS joint,
      COUNT(DISTINCT o.person) AS persons
    FROM setanon_group_rows AS h
    JOIN (
      SELECT
        record_id AS record_id,
        left_item AS left_item,
        right_item AS right_item,
        record_id AS person
      FROM setanon_pair_rows
    ) AS o
      ON o.record_id = h.record_id
    GROUP BY
      o.left_item,
      o.right_item,
      h.item
  ) AS c
  GROUP BY
    c.left_item,
    c.right_item
) AS s
  ON s.left_item = p.left_item AND s.right_item = p.right_item
WHERE
  p.n_records < a.n_records
  AND p.n_records < b.n_records
  AND (
    p.support < {{ k }}
    OR COALESCE(s.joint, 0) * CAST({{ h[1] }} AS BIGINT) > p.n_records * CAST({{ h[0] }} AS BIGINT)
    OR COALESCE(s.persons, 0) * CAST({{ h[1] }} AS BIGINT) > p.support * CAST({{ h[0] }} AS BIGINT)
  )
),
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and m == 2 and person and not groups %}
-- Which pairs are at fault, of those that fewer records hold than each of the two items?
setanon_faulty_pairs AS MATERIALIZED (
SELECT
  p.left_item,
  p.right_item
FROM setanon_pairs AS p
JOIN setanon_known_items_2 AS a
  ON a.item = p.left_item
JOIN setanon_known_items_2 AS b
  ON b.item = p.right_item
LEFT JOIN (
  SELECT
    c.left_item,
    c.right_item,
    MAX(c.joint) AS joint,
    MAX(c.persons) AS persons
  FROM (
    SELECT
      o.left_item,
      o.right_item,
      h.item AS sensitive_item,
      COUNT(*) AS joint,
      COUNT(DISTINCT o.person) AS persons
    FROM setanon_sensitive_rows AS h
    JOIN setanon_pair_rows AS o
      ON o.record_id = h.record_id
    GROUP BY
      o.left_item,
      o.right_item,
      h.item
  ) AS c
  GROUP BY
    c.left_item,
    c.right_item
) AS s
  ON s.left_item = p.left_item AND s.right_item = p.right_item
WHERE
  p.n_records < a.n_records
  AND p.n_records < b.n_records
  AND (
    p.support < {{ k }}
    OR COALESCE(s.joint, 0) * CAST({{ h[1] }} AS BIGINT) > p.n_records * CAST({{ h[0] }} AS BIGINT)
    OR COALESCE(s.persons, 0) * CAST({{ h[1] }} AS BIGINT) > p.support * CAST({{ h[0] }} AS BIGINT)
  )
),
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and m == 2 and person and groups %}
-- Which pairs are at fault, of those that fewer records hold than each of the two items?
setanon_faulty_pairs AS MATERIALIZED (
SELECT
  p.left_item,
  p.right_item
FROM setanon_pairs AS p
JOIN setanon_known_items_2 AS a
  ON a.item = p.left_item
JOIN setanon_known_items_2 AS b
  ON b.item = p.right_item
LEFT JOIN (
  SELECT
    c.left_item,
    c.right_item,
    MAX(c.joint) AS joint,
    MAX(c.persons) AS persons
  FROM (
    SELECT
      o.left_item,
      o.right_item,
      h.item AS sensitive_item,
      COUNT(*) AS joint,
      COUNT(DISTINCT o.person) AS persons
    FROM setanon_group_rows AS h
    JOIN setanon_pair_rows AS o
      ON o.record_id = h.record_id
    GROUP BY
      o.left_item,
      o.right_item,
      h.item
  ) AS c
  GROUP BY
    c.left_item,
    c.right_item
) AS s
  ON s.left_item = p.left_item AND s.right_item = p.right_item
WHERE
  p.n_records < a.n_records
  AND p.n_records < b.n_records
  AND (
    p.support < {{ k }}
    OR COALESCE(s.joint, 0) * CAST({{ h[1] }} AS BIGINT) > p.n_records * CAST({{ h[0] }} AS BIGINT)
    OR COALESCE(s.persons, 0) * CAST({{ h[1] }} AS BIGINT) > p.support * CAST({{ h[0] }} AS BIGINT)
  )
),
{%- elif dialect == 'spark' and m == 2 and not person and not groups %}
-- Which pairs are at fault, of those that fewer records hold than each of the two items?
setanon_faulty_pairs AS (
SELECT
  p.left_item,
  p.right_item
FROM (
  SELECT
    left_item AS left_item,
    right_item AS right_item,
    support AS support,
    support AS n_records
  FROM setanon_pairs
) AS p
JOIN (
  SELECT
    item AS item,
    support AS support,
    support AS n_records
  FROM setanon_known_items_2
) AS a
  ON a.item = p.left_item
JOIN (
  SELECT
    item AS item,
    support AS support,
    support AS n_records
  FROM setanon_known_items_2
) AS b
  ON b.item = p.right_item
LEFT JOIN (
  SELECT
    c.left_item,
    c.right_item,
    MAX(c.joint) AS joint,
    MAX(c.persons) AS persons
  FROM (
    SELECT
      o.left_item,
      o.right_item,
      h.item AS sensitive_item,
      COUNT(*) AS joint,
      COUNT(DISTINCT o.person) AS persons
    FROM setanon_sensitive_rows AS h
    JOIN (
      SELECT
        record_id AS record_id,
        left_item AS left_item,
        right_item AS right_item,
        record_id AS person
      FROM setanon_pair_rows
    ) AS o
      ON o.record_id = h.record_id
    GROUP BY
      o.left_item,
      o.right_item,
      h.item
  ) AS c
  GROUP BY
    c.left_item,
    c.right_item
) AS s
  ON s.left_item = p.left_item AND s.right_item = p.right_item
WHERE
  p.n_records < a.n_records
  AND p.n_records < b.n_records
  AND (
    p.support < {{ k }}
    OR COALESCE(s.joint, 0) * CAST({{ h[1] }} AS BIGINT) > p.n_records * CAST({{ h[0] }} AS BIGINT)
    OR COALESCE(s.persons, 0) * CAST({{ h[1] }} AS BIGINT) > p.support * CAST({{ h[0] }} AS BIGINT)
  )
),
{%- elif dialect == 'spark' and m == 2 and not person and groups %}
-- Which pairs are at fault, of those that fewer records hold than each of the two items?
setanon_faulty_pairs AS (
SELECT
  p.left_item,
  p.right_item
FROM (
  SELECT
    left_item AS left_item,
    right_item AS right_item,
    support AS support,
    support AS n_records
  FROM setanon_pairs
) AS p
JOIN (
  SELECT
    item AS item,
    support AS support,
    support AS n_records
  FROM setanon_known_items_2
) AS a
  ON a.item = p.left_item
JOIN (
  SELECT
    item AS item,
    support AS support,
    support AS n_records
  FROM setanon_known_items_2
) AS b
  ON b.item = p.right_item
LEFT JOIN (
  SELECT
    c.left_item,
    c.right_item,
    MAX(c.joint) AS joint,
    MAX(c.persons) AS persons
  FROM (
    SELECT
      o.left_item,
      o.right_item,
      h.item AS sensitive_item,
      COUNT(*) AS joint,
      COUNT(DISTINCT o.person) AS persons
    FROM setanon_group_rows AS h
    JOIN (
      SELECT
        record_id AS record_id,
        left_item AS left_item,
        right_item AS right_item,
        record_id AS person
      FROM setanon_pair_rows
    ) AS o
      ON o.record_id = h.record_id
    GROUP BY
      o.left_item,
      o.right_item,
      h.item
  ) AS c
  GROUP BY
    c.left_item,
    c.right_item
) AS s
  ON s.left_item = p.left_item AND s.right_item = p.right_item
WHERE
  p.n_records < a.n_records
  AND p.n_records < b.n_records
  AND (
    p.support < {{ k }}
    OR COALESCE(s.joint, 0) * CAST({{ h[1] }} AS BIGINT) > p.n_records * CAST({{ h[0] }} AS BIGINT)
    OR COALESCE(s.persons, 0) * CAST({{ h[1] }} AS BIGINT) > p.support * CAST({{ h[0] }} AS BIGINT)
  )
),
{%- elif dialect == 'spark' and m == 2 and person and not groups %}
-- Which pairs are at fault, of those that fewer records hold than each of the two items?
setanon_faulty_pairs AS (
SELECT
  p.left_item,
  p.right_item
FROM setanon_pairs AS p
JOIN setanon_known_items_2 AS a
  ON a.item = p.left_item
JOIN setanon_known_items_2 AS b
  ON b.item = p.right_item
LEFT JOIN (
  SELECT
    c.left_item,
    c.right_item,
    MAX(c.joint) AS joint,
    MAX(c.persons) AS persons
  FROM (
    SELECT
      o.left_item,
      o.right_item,
      h.item AS sensitive_item,
      COUNT(*) AS joint,
      COUNT(DISTINCT o.person) AS persons
    FROM setanon_sensitive_rows AS h
    JOIN setanon_pair_rows AS o
      ON o.record_id = h.record_id
    GROUP BY
      o.left_item,
      o.right_item,
      h.item
  ) AS c
  GROUP BY
    c.left_item,
    c.right_item
) AS s
  ON s.left_item = p.left_item AND s.right_item = p.right_item
WHERE
  p.n_records < a.n_records
  AND p.n_records < b.n_records
  AND (
    p.support < {{ k }}
    OR COALESCE(s.joint, 0) * CAST({{ h[1] }} AS BIGINT) > p.n_records * CAST({{ h[0] }} AS BIGINT)
    OR COALESCE(s.persons, 0) * CAST({{ h[1] }} AS BIGINT) > p.support * CAST({{ h[0] }} AS BIGINT)
  )
),
{%- elif dialect == 'spark' and m == 2 and person and groups %}
-- Which pairs are at fault, of those that fewer records hold than each of the two items?
setanon_faulty_pairs AS (
SELECT
  p.left_item,
  p.right_item
FROM setanon_pairs AS p
JOIN setanon_known_items_2 AS a
  ON a.item = p.left_item
JOIN setanon_known_items_2 AS b
  ON b.item = p.right_item
LEFT JOIN (
  SELECT
    c.left_item,
    c.right_item,
    MAX(c.joint) AS joint,
    MAX(c.persons) AS persons
  FROM (
    SELECT
      o.left_item,
      o.right_item,
      h.item AS sensitive_item,
      COUNT(*) AS joint,
      COUNT(DISTINCT o.person) AS persons
    FROM setanon_group_rows AS h
    JOIN setanon_pair_rows AS o
      ON o.record_id = h.record_id
    GROUP BY
      o.left_item,
      o.right_item,
      h.item
  ) AS c
  GROUP BY
    c.left_item,
    c.right_item
) AS s
  ON s.left_item = p.left_item AND s.right_item = p.right_item
WHERE
  p.n_records < a.n_records
  AND p.n_records < b.n_records
  AND (
    p.support < {{ k }}
    OR COALESCE(s.joint, 0) * CAST({{ h[1] }} AS BIGINT) > p.n_records * CAST({{ h[0] }} AS BIGINT)
    OR COALESCE(s.persons, 0) * CAST({{ h[1] }} AS BIGINT) > p.support * CAST({{ h[0] }} AS BIGINT)
  )
),
{%- endif %}
{%- if m == 2 %}
-- Which records hold one of some pairs?
setanon_records_of_pairs AS (
SELECT DISTINCT
  o.record_id
FROM setanon_pair_rows AS o
JOIN setanon_faulty_pairs AS p
  ON p.left_item = o.left_item AND p.right_item = o.right_item
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
{%- if m == 1 %}
-- How many threats have so many items?
setanon_sizes AS (
SELECT
  1 AS known_items,
  COUNT(*) AS minimal_threats
FROM setanon_faulty_items AS t
),
{%- elif m == 2 %}
-- How many threats have so many items?
setanon_sizes AS (
SELECT
  1 AS known_items,
  COUNT(*) AS minimal_threats
FROM setanon_faulty_items AS t
UNION ALL
SELECT
  2 AS known_items,
  COUNT(*) AS minimal_threats
FROM setanon_faulty_pairs AS t
),
{%- endif %}
{%- if m == 1 and (not person or (person and dialect == 'spark')) %}
-- Which records hold one of them?
setanon_at_risk AS (
SELECT
  r.record_id,
  1 AS known_items
FROM setanon_records_of_items AS r
),
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and m == 1 and person %}
-- Which records hold one of them?
setanon_at_risk AS MATERIALIZED (
SELECT
  r.record_id,
  1 AS known_items
FROM setanon_records_of_items AS r
),
{%- elif m == 2 and (not person or (person and dialect == 'spark')) %}
-- Which records hold one of them?
setanon_at_risk AS (
SELECT
  r.record_id,
  1 AS known_items
FROM setanon_records_of_items AS r
UNION ALL
SELECT
  r.record_id,
  2 AS known_items
FROM setanon_records_of_pairs AS r
),
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and m == 2 and person %}
-- Which records hold one of them?
setanon_at_risk AS MATERIALIZED (
SELECT
  r.record_id,
  1 AS known_items
FROM setanon_records_of_items AS r
UNION ALL
SELECT
  r.record_id,
  2 AS known_items
FROM setanon_records_of_pairs AS r
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
{%- if not person %}
-- The result: where there is a threat of any size, how many there are of each, and how many records hold one of at most
setanon_findings AS (
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
  f.all_threats > 0
),
{%- elif person %}
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
{%- if person %}
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
),
{%- endif %}
{%- if person and groups %}
-- What is at fault, where persons count.
setanon_fault_of_persons_found_2 AS (
SELECT
  *
FROM setanon_fault_of_persons_found
UNION ALL
SELECT
  0 AS known_items,
  0 AS minimal_threats,
  CAST(x.n_records AS BIGINT) AS records_at_risk,
  CAST(0 AS BIGINT) AS persons_at_risk,
  'no grouped item in the data' AS finding
FROM setanon_nothing_of_table AS x
),
{%- endif %}
{%- if person and not listed and groups %}
-- What is at fault, where persons count.
setanon_fault_of_persons_found_3 AS (
SELECT
  *
FROM setanon_fault_of_persons_found_2
UNION ALL
SELECT
  0 AS known_items,
  0 AS minimal_threats,
  CAST(x.n_records AS BIGINT) AS records_at_risk,
  CAST(0 AS BIGINT) AS persons_at_risk,
  'no sensitive item in the data' AS finding
FROM setanon_nothing_of_table_2 AS x
),
{%- elif person and listed and groups %}
-- What is at fault, where persons count.
setanon_fault_of_persons_found_3 AS (
SELECT
  *
FROM setanon_fault_of_persons_found_2
UNION ALL
SELECT
  0 AS known_items,
  0 AS minimal_threats,
  CAST(x.n_records AS BIGINT) AS records_at_risk,
  CAST(0 AS BIGINT) AS persons_at_risk,
  'no sensitive item in the data' AS finding
FROM setanon_nothing_of_labels AS x
),
{%- endif %}
{%- if not person %}
-- The rows of threats, which say what they are: finding.
setanon_threats_found AS (
SELECT
  f.known_items,
  f.minimal_threats,
  f.records_at_risk,
  'threats' AS finding
FROM setanon_findings AS f
),
{%- endif %}
{%- if not person and groups %}
-- What is at fault, and how many records that concerns.
setanon_fault_found AS (
SELECT
  *
FROM setanon_threats_found
UNION ALL
SELECT
  0 AS known_items,
  0 AS minimal_threats,
  CAST(x.n_records AS BIGINT) AS records_at_risk,
  'no grouped item in the data' AS finding
FROM setanon_nothing_of_table AS x
),
{%- endif %}
{%- if not person and not listed and groups %}
-- What is at fault, and how many records that concerns.
setanon_fault_found_2 AS (
SELECT
  *
FROM setanon_fault_found
UNION ALL
SELECT
  0 AS known_items,
  0 AS minimal_threats,
  CAST(x.n_records AS BIGINT) AS records_at_risk,
  'no sensitive item in the data' AS finding
FROM setanon_nothing_of_table_2 AS x
),
{%- elif not person and listed and groups %}
-- What is at fault, and how many records that concerns.
setanon_fault_found_2 AS (
SELECT
  *
FROM setanon_fault_found
UNION ALL
SELECT
  0 AS known_items,
  0 AS minimal_threats,
  CAST(x.n_records AS BIGINT) AS records_at_risk,
  'no sensitive item in the data' AS finding
FROM setanon_nothing_of_labels AS x
),
{%- endif %}
{%- if not person and not listed and not groups %}
-- What is at fault, and how many records that concerns.
setanon_fault_found AS (
SELECT
  *
FROM setanon_threats_found
UNION ALL
SELECT
  0 AS known_items,
  0 AS minimal_threats,
  CAST(x.n_records AS BIGINT) AS records_at_risk,
  'no sensitive item in the data' AS finding
FROM setanon_nothing_of_table AS x
)
SELECT
  *
FROM setanon_fault_found{%- elif not person and groups %}
-- What is at fault, and how many records that concerns.
setanon_fault_found_3 AS (
SELECT
  *
FROM setanon_fault_found_2
UNION ALL
SELECT
  0 AS known_items,
  0 AS minimal_threats,
  CAST(x.n_records AS BIGINT) AS records_at_risk,
  'an item of a group is not sensitive' AS finding
FROM setanon_not_sensitive AS x
)
SELECT
  *
FROM setanon_fault_found_3{%- elif not person and listed and not groups %}
-- What is at fault, and how many records that concerns.
setanon_fault_found AS (
SELECT
  *
FROM setanon_threats_found
UNION ALL
SELECT
  0 AS known_items,
  0 AS minimal_threats,
  CAST(x.n_records AS BIGINT) AS records_at_risk,
  'no sensitive item in the data' AS finding
FROM setanon_nothing_of_labels AS x
)
SELECT
  *
FROM setanon_fault_found{%- elif person and not listed and not groups %}
-- What is at fault, where persons count.
setanon_fault_of_persons_found_2 AS (
SELECT
  *
FROM setanon_fault_of_persons_found
UNION ALL
SELECT
  0 AS known_items,
  0 AS minimal_threats,
  CAST(x.n_records AS BIGINT) AS records_at_risk,
  CAST(0 AS BIGINT) AS persons_at_risk,
  'no sensitive item in the data' AS finding
FROM setanon_nothing_of_table AS x
)
SELECT
  *
FROM setanon_fault_of_persons_found_2{%- elif person and groups %}
-- What is at fault, where persons count.
setanon_fault_of_persons_found_4 AS (
SELECT
  *
FROM setanon_fault_of_persons_found_3
UNION ALL
SELECT
  0 AS known_items,
  0 AS minimal_threats,
  CAST(x.n_records AS BIGINT) AS records_at_risk,
  CAST(0 AS BIGINT) AS persons_at_risk,
  'an item of a group is not sensitive' AS finding
FROM setanon_not_sensitive AS x
)
SELECT
  *
FROM setanon_fault_of_persons_found_4{%- elif person and listed and not groups %}
-- What is at fault, where persons count.
setanon_fault_of_persons_found_2 AS (
SELECT
  *
FROM setanon_fault_of_persons_found
UNION ALL
SELECT
  0 AS known_items,
  0 AS minimal_threats,
  CAST(x.n_records AS BIGINT) AS records_at_risk,
  CAST(0 AS BIGINT) AS persons_at_risk,
  'no sensitive item in the data' AS finding
FROM setanon_nothing_of_labels AS x
)
SELECT
  *
FROM setanon_fault_of_persons_found_2{%- endif %}

{% endmacro %}
