{#- Made from sql/gate of setanon by .ci/dbt_macros.py: change it there. -#}

{% test km_anonymous(model, record_id, item, k, m, person=none, absent=0, columns=[]) %}
{%- set k = setanon.whole('k', k, 2, 1000000000) -%}
{%- set m = setanon.whole('m', m, 1, 3) -%}
{%- set absent = setanon.whole('absent', absent, 0, 2) -%}
{%- set columns = setanon.columns('columns', columns) -%}
{%- if absent and columns -%}
{{ exceptions.raise_compiler_error("setanon: absent does not know of columns yet") }}
{%- endif -%}
{{ config(fail_calc="coalesce(sum(case when finding in ('threats', 'absent items') then minimal_threats else 1000000000 end), 0)" if person or absent or columns else "coalesce(sum(minimal_threats), 0)") }}
{{ adapter.dispatch('km_anonymous_gate', 'setanon')(model, record_id, item, k, m, person, absent, columns) }}
{% endtest %}

{% macro default__km_anonymous_gate(model, record_id, item, k, m, person, absent, columns) %}
{{ setanon.no_such_gate() }}
{% endmacro %}

{% macro duckdb__km_anonymous_gate(model, record_id, item, k, m, person, absent, columns) %}
{{ setanon.km_anonymous_select('duckdb', model, record_id, item, k, m, person, absent, columns) }}
{% endmacro %}

{% macro postgres__km_anonymous_gate(model, record_id, item, k, m, person, absent, columns) %}
{{ setanon.km_anonymous_select('postgres', model, record_id, item, k, m, person, absent, columns) }}
{% endmacro %}

{% macro spark__km_anonymous_gate(model, record_id, item, k, m, person, absent, columns) %}
{{ setanon.km_anonymous_select('spark', model, record_id, item, k, m, person, absent, columns) }}
{% endmacro %}

{% macro km_anonymous_select(dialect, model, record_id, item, k, m, person, absent, columns) %}
WITH
{%- if dialect == 'duckdb' and not person and columns | length == 0 %}
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
{%- elif (columns | length == 1 or columns | length == 2 or columns | length == 3) and dialect == 'duckdb' and not person %}
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
{%- elif dialect == 'postgres' and not person and columns | length == 0 %}
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
{%- elif (columns | length == 1 or columns | length == 2 or columns | length == 3) and dialect == 'postgres' and not person %}
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
{%- if person and (((dialect == 'duckdb' or dialect == 'postgres') and absent == 0 and columns | length == 0) or dialect == 'spark') %}
-- Whose is each record?
setanon_record_persons AS (
SELECT DISTINCT
  r.record_id,
  r.person
FROM setanon_distinct_rows AS r
),
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and (person and ((absent == 0 and (columns | length == 1 or columns | length == 2 or columns | length == 3)) or absent == 1 or absent == 2)) %}
-- Whose is each record?
setanon_record_persons AS MATERIALIZED (
SELECT DISTINCT
  r.record_id,
  r.person
FROM setanon_distinct_rows AS r
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
{%- if dialect == 'duckdb' and (columns | length == 1 or columns | length == 2 or columns | length == 3) %}
-- What has each record in a column, of several the first?
setanon_record_values AS MATERIALIZED (
SELECT
  n.record_id,
  COALESCE(MIN(n.text), '(missing)') AS text,
  CASE WHEN MAX(n.text) > MIN(n.text) THEN 1 ELSE 0 END AS several
FROM (
  SELECT
    s.record_id,
    CASE
      WHEN LENGTH(
        REPLACE(
          REPLACE(REPLACE(REPLACE(CAST(s.value AS TEXT), ' ', ''), CHR(9), ''), CHR(10), ''),
          CHR(13),
          ''
        )
      ) > 0
      THEN CAST(s.value AS TEXT)
    END AS text,
    CASE
      WHEN LENGTH(
        REPLACE(
          REPLACE(REPLACE(REPLACE(CAST(s.item AS TEXT), ' ', ''), CHR(9), ''), CHR(10), ''),
          CHR(13),
          ''
        )
      ) > 0
      THEN 1
      ELSE 0
    END AS held
  FROM (
    SELECT
      {{ adapter.quote(record_id) }} AS record_id,
      {{ adapter.quote(item) }} AS item,
      {{ setanon.column(columns, 0) }} AS value
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
) AS n
GROUP BY
  n.record_id
HAVING
  MAX(n.held) = 1
),
{%- elif dialect == 'postgres' and (columns | length == 1 or columns | length == 2 or columns | length == 3) %}
-- What has each record in a column, of several the first?
setanon_record_values AS MATERIALIZED (
SELECT
  n.record_id,
  COALESCE(MIN(n.text), '(missing)') AS text,
  CASE WHEN MAX(n.text) > MIN(n.text) THEN 1 ELSE 0 END AS several
FROM (
  SELECT
    s.record_id,
    CASE
      WHEN LENGTH(
        REPLACE(
          REPLACE(
            REPLACE(REPLACE(CAST(s.value AS TEXT) COLLATE "C", ' ', ''), CHR(  9), ''),
            CHR(  10),
            ''
          ),
          CHR(  13),
          ''
        )
      ) > 0
      THEN CAST(s.value AS TEXT)
    END AS text,
    CASE
      WHEN LENGTH(
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
      THEN 1
      ELSE 0
    END AS held
  FROM (
    SELECT
      {{ adapter.quote(record_id) }} AS record_id,
      {{ adapter.quote(item) }} AS item,
      {{ setanon.column(columns, 0) }} AS value
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
) AS n
GROUP BY
  n.record_id
HAVING
  MAX(n.held) = 1
),
{%- elif dialect == 'spark' and (columns | length == 1 or columns | length == 2 or columns | length == 3) %}
-- What has each record in a column, of several the first?
setanon_record_values AS (
SELECT
  n.record_id,
  COALESCE(MIN(n.text), '(missing)') AS text,
  CASE WHEN MAX(n.text) > MIN(n.text) THEN 1 ELSE 0 END AS several
FROM (
  SELECT
    s.record_id,
    CASE
      WHEN LENGTH(
        REPLACE(
          REPLACE(REPLACE(REPLACE(CAST(s.value AS STRING), ' ', ''), CHR(  9), ''), CHR(  10), ''),
          CHR(  13),
          ''
        )
      ) > 0
      THEN CAST(s.value AS STRING)
    END AS text,
    CASE
      WHEN LENGTH(
        REPLACE(
          REPLACE(REPLACE(REPLACE(CAST(s.item AS STRING), ' ', ''), CHR(  9), ''), CHR(  10), ''),
          CHR(  13),
          ''
        )
      ) > 0
      THEN 1
      ELSE 0
    END AS held
  FROM (
    SELECT
      {{ adapter.quote(record_id) }} AS record_id,
      {{ adapter.quote(item) }} AS item,
      {{ setanon.column(columns, 0) }} AS value
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
) AS n
GROUP BY
  n.record_id
HAVING
  MAX(n.held) = 1
),
{%- endif %}
{%- if (dialect == 'duckdb' or dialect == 'postgres') and (columns | length == 1 or columns | length == 2 or columns | length == 3) %}
-- The values, numbered from 1.
setanon_texts AS MATERIALIZED (
SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY text) AS INT) AS value,
  text
FROM (
  SELECT DISTINCT
    text
  FROM setanon_record_values AS record_values
) AS found
),
{%- elif dialect == 'spark' and (columns | length == 1 or columns | length == 2 or columns | length == 3) %}
-- The values, numbered from 1.
setanon_texts AS (
SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY text NULLS LAST) AS INT) AS value,
  text
FROM (
  SELECT DISTINCT
    text
  FROM setanon_record_values AS record_values
) AS found
),
{%- endif %}
{%- if columns | length == 1 or columns | length == 2 or columns | length == 3 %}
-- The value of each record as a number.
setanon_coded AS (
SELECT
  r.record_id,
  t.value
FROM setanon_record_values AS r
JOIN setanon_texts AS t
  ON t.text = r.text
),
{%- endif %}
{%- if (dialect == 'duckdb' or dialect == 'postgres') and (columns | length == 1 or columns | length == 2 or columns | length == 3) %}
setanon_generated AS (
SELECT
  "value" AS value,
  "value" AS code
FROM setanon_texts
),
{%- elif dialect == 'spark' and (columns | length == 1 or columns | length == 2 or columns | length == 3) %}
setanon_generated AS (
SELECT
  `value` AS value,
  `value` AS code
FROM setanon_texts
),
{%- endif %}
{%- if (dialect == 'duckdb' or dialect == 'postgres') and columns | length == 1 %}
-- The class of each record by one column.
setanon_first_column AS MATERIALIZED (
SELECT
  v.record_id,
  s.code AS class
FROM setanon_coded AS v
JOIN setanon_generated AS s
  ON s.value = v.value
),
{%- elif columns | length == 2 or columns | length == 3 or (columns | length == 1 and dialect == 'spark') %}
-- The class of each record by one column.
setanon_first_column AS (
SELECT
  v.record_id,
  s.code AS class
FROM setanon_coded AS v
JOIN setanon_generated AS s
  ON s.value = v.value
),
{%- endif %}
{%- if dialect == 'duckdb' and (columns | length == 2 or columns | length == 3) %}
-- What has each record in a column, of several the first?
setanon_record_values_2 AS MATERIALIZED (
SELECT
  n.record_id,
  COALESCE(MIN(n.text), '(missing)') AS text,
  CASE WHEN MAX(n.text) > MIN(n.text) THEN 1 ELSE 0 END AS several
FROM (
  SELECT
    s.record_id,
    CASE
      WHEN LENGTH(
        REPLACE(
          REPLACE(REPLACE(REPLACE(CAST(s.value AS TEXT), ' ', ''), CHR(9), ''), CHR(10), ''),
          CHR(13),
          ''
        )
      ) > 0
      THEN CAST(s.value AS TEXT)
    END AS text,
    CASE
      WHEN LENGTH(
        REPLACE(
          REPLACE(REPLACE(REPLACE(CAST(s.item AS TEXT), ' ', ''), CHR(9), ''), CHR(10), ''),
          CHR(13),
          ''
        )
      ) > 0
      THEN 1
      ELSE 0
    END AS held
  FROM (
    SELECT
      {{ adapter.quote(record_id) }} AS record_id,
      {{ adapter.quote(item) }} AS item,
      {{ setanon.column(columns, 1) }} AS value
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
) AS n
GROUP BY
  n.record_id
HAVING
  MAX(n.held) = 1
),
{%- elif dialect == 'postgres' and (columns | length == 2 or columns | length == 3) %}
-- What has each record in a column, of several the first?
setanon_record_values_2 AS MATERIALIZED (
SELECT
  n.record_id,
  COALESCE(MIN(n.text), '(missing)') AS text,
  CASE WHEN MAX(n.text) > MIN(n.text) THEN 1 ELSE 0 END AS several
FROM (
  SELECT
    s.record_id,
    CASE
      WHEN LENGTH(
        REPLACE(
          REPLACE(
            REPLACE(REPLACE(CAST(s.value AS TEXT) COLLATE "C", ' ', ''), CHR(  9), ''),
            CHR(  10),
            ''
          ),
          CHR(  13),
          ''
        )
      ) > 0
      THEN CAST(s.value AS TEXT)
    END AS text,
    CASE
      WHEN LENGTH(
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
      THEN 1
      ELSE 0
    END AS held
  FROM (
    SELECT
      {{ adapter.quote(record_id) }} AS record_id,
      {{ adapter.quote(item) }} AS item,
      {{ setanon.column(columns, 1) }} AS value
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
) AS n
GROUP BY
  n.record_id
HAVING
  MAX(n.held) = 1
),
{%- elif dialect == 'spark' and (columns | length == 2 or columns | length == 3) %}
-- What has each record in a column, of several the first?
setanon_record_values_2 AS (
SELECT
  n.record_id,
  COALESCE(MIN(n.text), '(missing)') AS text,
  CASE WHEN MAX(n.text) > MIN(n.text) THEN 1 ELSE 0 END AS several
FROM (
  SELECT
    s.record_id,
    CASE
      WHEN LENGTH(
        REPLACE(
          REPLACE(REPLACE(REPLACE(CAST(s.value AS STRING), ' ', ''), CHR(  9), ''), CHR(  10), ''),
          CHR(  13),
          ''
        )
      ) > 0
      THEN CAST(s.value AS STRING)
    END AS text,
    CASE
      WHEN LENGTH(
        REPLACE(
          REPLACE(REPLACE(REPLACE(CAST(s.item AS STRING), ' ', ''), CHR(  9), ''), CHR(  10), ''),
          CHR(  13),
          ''
        )
      ) > 0
      THEN 1
      ELSE 0
    END AS held
  FROM (
    SELECT
      {{ adapter.quote(record_id) }} AS record_id,
      {{ adapter.quote(item) }} AS item,
      {{ setanon.column(columns, 1) }} AS value
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
) AS n
GROUP BY
  n.record_id
HAVING
  MAX(n.held) = 1
),
{%- endif %}
{%- if (dialect == 'duckdb' or dialect == 'postgres') and (columns | length == 2 or columns | length == 3) %}
-- The values, numbered from 1.
setanon_texts_2 AS MATERIALIZED (
SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY text) AS INT) AS value,
  text
FROM (
  SELECT DISTINCT
    text
  FROM setanon_record_values_2 AS record_values
) AS found
),
{%- elif dialect == 'spark' and (columns | length == 2 or columns | length == 3) %}
-- The values, numbered from 1.
setanon_texts_2 AS (
SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY text NULLS LAST) AS INT) AS value,
  text
FROM (
  SELECT DISTINCT
    text
  FROM setanon_record_values_2 AS record_values
) AS found
),
{%- endif %}
{%- if columns | length == 2 or columns | length == 3 %}
-- The value of each record as a number.
setanon_coded_2 AS (
SELECT
  r.record_id,
  t.value
FROM setanon_record_values_2 AS r
JOIN setanon_texts_2 AS t
  ON t.text = r.text
),
{%- endif %}
{%- if (dialect == 'duckdb' or dialect == 'postgres') and (columns | length == 2 or columns | length == 3) %}
setanon_generated_2 AS (
SELECT
  "value" AS value,
  "value" AS code
FROM setanon_texts_2
),
{%- elif dialect == 'spark' and (columns | length == 2 or columns | length == 3) %}
setanon_generated_2 AS (
SELECT
  `value` AS value,
  `value` AS code
FROM setanon_texts_2
),
{%- endif %}
{%- if (dialect == 'duckdb' or dialect == 'postgres') and columns | length == 2 %}
-- The class of each record by one column more.
setanon_with_column AS MATERIALIZED (
SELECT
  c.record_id,
  CAST(DENSE_RANK() OVER (ORDER BY c.class, s.code) AS INT) AS class
FROM setanon_first_column AS c
JOIN setanon_coded_2 AS v
  ON v.record_id = c.record_id
JOIN setanon_generated_2 AS s
  ON s.value = v.value
),
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and columns | length == 3 %}
-- The class of each record by one column more.
setanon_with_column AS (
SELECT
  c.record_id,
  CAST(DENSE_RANK() OVER (ORDER BY c.class, s.code) AS INT) AS class
FROM setanon_first_column AS c
JOIN setanon_coded_2 AS v
  ON v.record_id = c.record_id
JOIN setanon_generated_2 AS s
  ON s.value = v.value
),
{%- elif dialect == 'spark' and (columns | length == 2 or columns | length == 3) %}
-- The class of each record by one column more.
setanon_with_column AS (
SELECT
  c.record_id,
  CAST(DENSE_RANK() OVER (ORDER BY c.class NULLS LAST, s.code NULLS LAST) AS INT) AS class
FROM setanon_first_column AS c
JOIN setanon_coded_2 AS v
  ON v.record_id = c.record_id
JOIN setanon_generated_2 AS s
  ON s.value = v.value
),
{%- endif %}
{%- if dialect == 'duckdb' and columns | length == 3 %}
-- What has each record in a column, of several the first?
setanon_record_values_3 AS MATERIALIZED (
SELECT
  n.record_id,
  COALESCE(MIN(n.text), '(missing)') AS text,
  CASE WHEN MAX(n.text) > MIN(n.text) THEN 1 ELSE 0 END AS several
FROM (
  SELECT
    s.record_id,
    CASE
      WHEN LENGTH(
        REPLACE(
          REPLACE(REPLACE(REPLACE(CAST(s.value AS TEXT), ' ', ''), CHR(9), ''), CHR(10), ''),
          CHR(13),
          ''
        )
      ) > 0
      THEN CAST(s.value AS TEXT)
    END AS text,
    CASE
      WHEN LENGTH(
        REPLACE(
          REPLACE(REPLACE(REPLACE(CAST(s.item AS TEXT), ' ', ''), CHR(9), ''), CHR(10), ''),
          CHR(13),
          ''
        )
      ) > 0
      THEN 1
      ELSE 0
    END AS held
  FROM (
    SELECT
      {{ adapter.quote(record_id) }} AS record_id,
      {{ adapter.quote(item) }} AS item,
      {{ setanon.column(columns, 2) }} AS value
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
) AS n
GROUP BY
  n.record_id
HAVING
  MAX(n.held) = 1
),
{%- elif dialect == 'postgres' and columns | length == 3 %}
-- What has each record in a column, of several the first?
setanon_record_values_3 AS MATERIALIZED (
SELECT
  n.record_id,
  COALESCE(MIN(n.text), '(missing)') AS text,
  CASE WHEN MAX(n.text) > MIN(n.text) THEN 1 ELSE 0 END AS several
FROM (
  SELECT
    s.record_id,
    CASE
      WHEN LENGTH(
        REPLACE(
          REPLACE(
            REPLACE(REPLACE(CAST(s.value AS TEXT) COLLATE "C", ' ', ''), CHR(  9), ''),
            CHR(  10),
            ''
          ),
          CHR(  13),
          ''
        )
      ) > 0
      THEN CAST(s.value AS TEXT)
    END AS text,
    CASE
      WHEN LENGTH(
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
      THEN 1
      ELSE 0
    END AS held
  FROM (
    SELECT
      {{ adapter.quote(record_id) }} AS record_id,
      {{ adapter.quote(item) }} AS item,
      {{ setanon.column(columns, 2) }} AS value
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
) AS n
GROUP BY
  n.record_id
HAVING
  MAX(n.held) = 1
),
{%- elif dialect == 'spark' and columns | length == 3 %}
-- What has each record in a column, of several the first?
setanon_record_values_3 AS (
SELECT
  n.record_id,
  COALESCE(MIN(n.text), '(missing)') AS text,
  CASE WHEN MAX(n.text) > MIN(n.text) THEN 1 ELSE 0 END AS several
FROM (
  SELECT
    s.record_id,
    CASE
      WHEN LENGTH(
        REPLACE(
          REPLACE(REPLACE(REPLACE(CAST(s.value AS STRING), ' ', ''), CHR(  9), ''), CHR(  10), ''),
          CHR(  13),
          ''
        )
      ) > 0
      THEN CAST(s.value AS STRING)
    END AS text,
    CASE
      WHEN LENGTH(
        REPLACE(
          REPLACE(REPLACE(REPLACE(CAST(s.item AS STRING), ' ', ''), CHR(  9), ''), CHR(  10), ''),
          CHR(  13),
          ''
        )
      ) > 0
      THEN 1
      ELSE 0
    END AS held
  FROM (
    SELECT
      {{ adapter.quote(record_id) }} AS record_id,
      {{ adapter.quote(item) }} AS item,
      {{ setanon.column(columns, 2) }} AS value
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
) AS n
GROUP BY
  n.record_id
HAVING
  MAX(n.held) = 1
),
{%- endif %}
{%- if (dialect == 'duckdb' or dialect == 'postgres') and columns | length == 3 %}
-- The values, numbered from 1.
setanon_texts_3 AS MATERIALIZED (
SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY text) AS INT) AS value,
  text
FROM (
  SELECT DISTINCT
    text
  FROM setanon_record_values_3 AS record_values
) AS found
),
{%- elif dialect == 'spark' and columns | length == 3 %}
-- The values, numbered from 1.
setanon_texts_3 AS (
SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY text NULLS LAST) AS INT) AS value,
  text
FROM (
  SELECT DISTINCT
    text
  FROM setanon_record_values_3 AS record_values
) AS found
),
{%- endif %}
{%- if columns | length == 3 %}
-- The value of each record as a number.
setanon_coded_3 AS (
SELECT
  r.record_id,
  t.value
FROM setanon_record_values_3 AS r
JOIN setanon_texts_3 AS t
  ON t.text = r.text
),
{%- endif %}
{%- if (dialect == 'duckdb' or dialect == 'postgres') and columns | length == 3 %}
setanon_generated_3 AS (
SELECT
  "value" AS value,
  "value" AS code
FROM setanon_texts_3
),
{%- elif dialect == 'spark' and columns | length == 3 %}
setanon_generated_3 AS (
SELECT
  `value` AS value,
  `value` AS code
FROM setanon_texts_3
),
{%- endif %}
{%- if (dialect == 'duckdb' or dialect == 'postgres') and columns | length == 3 %}
-- The class of each record by one column more.
setanon_with_column_2 AS MATERIALIZED (
SELECT
  c.record_id,
  CAST(DENSE_RANK() OVER (ORDER BY c.class, s.code) AS INT) AS class
FROM setanon_with_column AS c
JOIN setanon_coded_3 AS v
  ON v.record_id = c.record_id
JOIN setanon_generated_3 AS s
  ON s.value = v.value
),
{%- elif dialect == 'spark' and columns | length == 3 %}
-- The class of each record by one column more.
setanon_with_column_2 AS (
SELECT
  c.record_id,
  CAST(DENSE_RANK() OVER (ORDER BY c.class NULLS LAST, s.code NULLS LAST) AS INT) AS class
FROM setanon_with_column AS c
JOIN setanon_coded_3 AS v
  ON v.record_id = c.record_id
JOIN setanon_generated_3 AS s
  ON s.value = v.value
),
{%- endif %}
{%- if columns | length == 1 %}
-- Which records have several?
setanon_records_of_several AS (
SELECT
  v.record_id
FROM setanon_record_values AS v
WHERE
  v.several = 1
),
{%- elif columns | length == 2 %}
-- Which records have several?
setanon_records_of_several AS (
SELECT
  v.record_id
FROM setanon_record_values AS v
WHERE
  v.several = 1
UNION ALL
SELECT
  v.record_id
FROM setanon_record_values_2 AS v
WHERE
  v.several = 1
),
{%- elif columns | length == 3 %}
-- Which records have several?
setanon_records_of_several AS (
SELECT
  v.record_id
FROM setanon_record_values AS v
WHERE
  v.several = 1
UNION ALL
SELECT
  v.record_id
FROM setanon_record_values_2 AS v
WHERE
  v.several = 1
UNION ALL
SELECT
  v.record_id
FROM setanon_record_values_3 AS v
WHERE
  v.several = 1
),
{%- endif %}
{%- if columns | length == 1 or columns | length == 2 or columns | length == 3 %}
-- How many records are that, in any column?
setanon_several AS (
SELECT
  c.n_records
FROM (
  SELECT
    COUNT(DISTINCT r.record_id) AS n_records
  FROM setanon_records_of_several AS r
) AS c
WHERE
  c.n_records > 0
),
{%- endif %}
{%- if (dialect == 'duckdb' or dialect == 'postgres') and not person and columns | length == 1 %}
-- How many records are in each class?
setanon_class_sizes AS MATERIALIZED (
SELECT
  class,
  COUNT(*) AS n_records,
  COUNT(*) AS n
FROM setanon_first_column AS classes
GROUP BY
  class
),
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and not person and columns | length == 2 %}
-- How many records are in each class?
setanon_class_sizes AS MATERIALIZED (
SELECT
  class,
  COUNT(*) AS n_records,
  COUNT(*) AS n
FROM setanon_with_column AS classes
GROUP BY
  class
),
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and not person and columns | length == 3 %}
-- How many records are in each class?
setanon_class_sizes AS MATERIALIZED (
SELECT
  class,
  COUNT(*) AS n_records,
  COUNT(*) AS n
FROM setanon_with_column_2 AS classes
GROUP BY
  class
),
{%- elif dialect == 'spark' and not person and columns | length == 1 %}
-- How many records are in each class?
setanon_class_sizes AS (
SELECT
  class,
  COUNT(*) AS n_records,
  COUNT(*) AS n
FROM setanon_first_column AS classes
GROUP BY
  class
),
{%- elif dialect == 'spark' and not person and columns | length == 2 %}
-- How many records are in each class?
setanon_class_sizes AS (
SELECT
  class,
  COUNT(*) AS n_records,
  COUNT(*) AS n
FROM setanon_with_column AS classes
GROUP BY
  class
),
{%- elif dialect == 'spark' and not person and columns | length == 3 %}
-- How many records are in each class?
setanon_class_sizes AS (
SELECT
  class,
  COUNT(*) AS n_records,
  COUNT(*) AS n
FROM setanon_with_column_2 AS classes
GROUP BY
  class
),
{%- endif %}
{%- if (dialect == 'duckdb' or dialect == 'postgres') and person and columns | length == 1 %}
-- And how many persons?
setanon_class_sizes_of_persons AS MATERIALIZED (
SELECT
  c.class,
  COUNT(*) AS n_records,
  COUNT(DISTINCT p.person) AS n
FROM setanon_first_column AS c
JOIN setanon_record_persons AS p
  ON p.record_id = c.record_id
GROUP BY
  c.class
),
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and person and columns | length == 2 %}
-- And how many persons?
setanon_class_sizes_of_persons AS MATERIALIZED (
SELECT
  c.class,
  COUNT(*) AS n_records,
  COUNT(DISTINCT p.person) AS n
FROM setanon_with_column AS c
JOIN setanon_record_persons AS p
  ON p.record_id = c.record_id
GROUP BY
  c.class
),
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and person and columns | length == 3 %}
-- And how many persons?
setanon_class_sizes_of_persons AS MATERIALIZED (
SELECT
  c.class,
  COUNT(*) AS n_records,
  COUNT(DISTINCT p.person) AS n
FROM setanon_with_column_2 AS c
JOIN setanon_record_persons AS p
  ON p.record_id = c.record_id
GROUP BY
  c.class
),
{%- elif dialect == 'spark' and person and columns | length == 1 %}
-- And how many persons?
setanon_class_sizes_of_persons AS (
SELECT
  c.class,
  COUNT(*) AS n_records,
  COUNT(DISTINCT p.person) AS n
FROM setanon_first_column AS c
JOIN setanon_record_persons AS p
  ON p.record_id = c.record_id
GROUP BY
  c.class
),
{%- elif dialect == 'spark' and person and columns | length == 2 %}
-- And how many persons?
setanon_class_sizes_of_persons AS (
SELECT
  c.class,
  COUNT(*) AS n_records,
  COUNT(DISTINCT p.person) AS n
FROM setanon_with_column AS c
JOIN setanon_record_persons AS p
  ON p.record_id = c.record_id
GROUP BY
  c.class
),
{%- elif dialect == 'spark' and person and columns | length == 3 %}
-- And how many persons?
setanon_class_sizes_of_persons AS (
SELECT
  c.class,
  COUNT(*) AS n_records,
  COUNT(DISTINCT p.person) AS n
FROM setanon_with_column_2 AS c
JOIN setanon_record_persons AS p
  ON p.record_id = c.record_id
GROUP BY
  c.class
),
{%- endif %}
{%- if not person and (columns | length == 1 or columns | length == 2 or columns | length == 3) %}
-- Which classes are of fewer than k?
setanon_small AS (
SELECT
  s.class
FROM setanon_class_sizes AS s
WHERE
  s.n < {{ k }}
),
{%- elif person and (columns | length == 1 or columns | length == 2 or columns | length == 3) %}
-- Which classes are of fewer than k?
setanon_small AS (
SELECT
  s.class
FROM setanon_class_sizes_of_persons AS s
WHERE
  s.n < {{ k }}
),
{%- endif %}
{%- if not person and columns | length == 1 %}
-- Which records are in classes of fewer than k?
setanon_in_small AS (
SELECT
  c.record_id
FROM setanon_first_column AS c
JOIN setanon_class_sizes AS s
  ON s.class = c.class AND s.n < {{ k }}
),
{%- elif not person and columns | length == 2 %}
-- Which records are in classes of fewer than k?
setanon_in_small AS (
SELECT
  c.record_id
FROM setanon_with_column AS c
JOIN setanon_class_sizes AS s
  ON s.class = c.class AND s.n < {{ k }}
),
{%- elif not person and columns | length == 3 %}
-- Which records are in classes of fewer than k?
setanon_in_small AS (
SELECT
  c.record_id
FROM setanon_with_column_2 AS c
JOIN setanon_class_sizes AS s
  ON s.class = c.class AND s.n < {{ k }}
),
{%- elif person and columns | length == 1 %}
-- Which records are in classes of fewer than k?
setanon_in_small AS (
SELECT
  c.record_id
FROM setanon_first_column AS c
JOIN setanon_class_sizes_of_persons AS s
  ON s.class = c.class AND s.n < {{ k }}
),
{%- elif person and columns | length == 2 %}
-- Which records are in classes of fewer than k?
setanon_in_small AS (
SELECT
  c.record_id
FROM setanon_with_column AS c
JOIN setanon_class_sizes_of_persons AS s
  ON s.class = c.class AND s.n < {{ k }}
),
{%- elif person and columns | length == 3 %}
-- Which records are in classes of fewer than k?
setanon_in_small AS (
SELECT
  c.record_id
FROM setanon_with_column_2 AS c
JOIN setanon_class_sizes_of_persons AS s
  ON s.class = c.class AND s.n < {{ k }}
),
{%- endif %}
{%- if (dialect == 'duckdb' or dialect == 'postgres') and not person and columns | length == 1 %}
-- The rows of records in classes of k and more.
setanon_without_small AS MATERIALIZED (
SELECT
  t.record_id,
  t.item
FROM setanon_distinct_rows AS t
JOIN setanon_first_column AS c
  ON c.record_id = t.record_id
JOIN setanon_class_sizes AS s
  ON s.class = c.class AND s.n >= {{ k }}
),
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and not person and columns | length == 2 %}
-- The rows of records in classes of k and more.
setanon_without_small AS MATERIALIZED (
SELECT
  t.record_id,
  t.item
FROM setanon_distinct_rows AS t
JOIN setanon_with_column AS c
  ON c.record_id = t.record_id
JOIN setanon_class_sizes AS s
  ON s.class = c.class AND s.n >= {{ k }}
),
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and not person and columns | length == 3 %}
-- The rows of records in classes of k and more.
setanon_without_small AS MATERIALIZED (
SELECT
  t.record_id,
  t.item
FROM setanon_distinct_rows AS t
JOIN setanon_with_column_2 AS c
  ON c.record_id = t.record_id
JOIN setanon_class_sizes AS s
  ON s.class = c.class AND s.n >= {{ k }}
),
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and person and columns | length == 1 %}
-- The rows of records in classes of k and more.
setanon_without_small AS MATERIALIZED (
SELECT
  t.record_id,
  t.item
FROM setanon_distinct_rows AS t
JOIN setanon_first_column AS c
  ON c.record_id = t.record_id
JOIN setanon_class_sizes_of_persons AS s
  ON s.class = c.class AND s.n >= {{ k }}
),
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and person and columns | length == 2 %}
-- The rows of records in classes of k and more.
setanon_without_small AS MATERIALIZED (
SELECT
  t.record_id,
  t.item
FROM setanon_distinct_rows AS t
JOIN setanon_with_column AS c
  ON c.record_id = t.record_id
JOIN setanon_class_sizes_of_persons AS s
  ON s.class = c.class AND s.n >= {{ k }}
),
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and person and columns | length == 3 %}
-- The rows of records in classes of k and more.
setanon_without_small AS MATERIALIZED (
SELECT
  t.record_id,
  t.item
FROM setanon_distinct_rows AS t
JOIN setanon_with_column_2 AS c
  ON c.record_id = t.record_id
JOIN setanon_class_sizes_of_persons AS s
  ON s.class = c.class AND s.n >= {{ k }}
),
{%- elif dialect == 'spark' and not person and columns | length == 1 %}
-- The rows of records in classes of k and more.
setanon_without_small AS (
SELECT
  t.record_id,
  t.item
FROM setanon_distinct_rows AS t
JOIN setanon_first_column AS c
  ON c.record_id = t.record_id
JOIN setanon_class_sizes AS s
  ON s.class = c.class AND s.n >= {{ k }}
),
{%- elif dialect == 'spark' and not person and columns | length == 2 %}
-- The rows of records in classes of k and more.
setanon_without_small AS (
SELECT
  t.record_id,
  t.item
FROM setanon_distinct_rows AS t
JOIN setanon_with_column AS c
  ON c.record_id = t.record_id
JOIN setanon_class_sizes AS s
  ON s.class = c.class AND s.n >= {{ k }}
),
{%- elif dialect == 'spark' and not person and columns | length == 3 %}
-- The rows of records in classes of k and more.
setanon_without_small AS (
SELECT
  t.record_id,
  t.item
FROM setanon_distinct_rows AS t
JOIN setanon_with_column_2 AS c
  ON c.record_id = t.record_id
JOIN setanon_class_sizes AS s
  ON s.class = c.class AND s.n >= {{ k }}
),
{%- elif dialect == 'spark' and person and columns | length == 1 %}
-- The rows of records in classes of k and more.
setanon_without_small AS (
SELECT
  t.record_id,
  t.item
FROM setanon_distinct_rows AS t
JOIN setanon_first_column AS c
  ON c.record_id = t.record_id
JOIN setanon_class_sizes_of_persons AS s
  ON s.class = c.class AND s.n >= {{ k }}
),
{%- elif dialect == 'spark' and person and columns | length == 2 %}
-- The rows of records in classes of k and more.
setanon_without_small AS (
SELECT
  t.record_id,
  t.item
FROM setanon_distinct_rows AS t
JOIN setanon_with_column AS c
  ON c.record_id = t.record_id
JOIN setanon_class_sizes_of_persons AS s
  ON s.class = c.class AND s.n >= {{ k }}
),
{%- elif dialect == 'spark' and person and columns | length == 3 %}
-- The rows of records in classes of k and more.
setanon_without_small AS (
SELECT
  t.record_id,
  t.item
FROM setanon_distinct_rows AS t
JOIN setanon_with_column_2 AS c
  ON c.record_id = t.record_id
JOIN setanon_class_sizes_of_persons AS s
  ON s.class = c.class AND s.n >= {{ k }}
),
{%- endif %}
{%- if (dialect == 'duckdb' or dialect == 'postgres') and columns | length == 1 %}
-- A number for each item of each class.
setanon_numbers AS (
SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY class, item) AS INT) AS number,
  class,
  item
FROM (
  SELECT DISTINCT
    c.class,
    h.item
  FROM setanon_without_small AS h
  JOIN setanon_first_column AS c
    ON c.record_id = h.record_id
) AS found
),
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and columns | length == 2 %}
-- A number for each item of each class.
setanon_numbers AS (
SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY class, item) AS INT) AS number,
  class,
  item
FROM (
  SELECT DISTINCT
    c.class,
    h.item
  FROM setanon_without_small AS h
  JOIN setanon_with_column AS c
    ON c.record_id = h.record_id
) AS found
),
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and columns | length == 3 %}
-- A number for each item of each class.
setanon_numbers AS (
SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY class, item) AS INT) AS number,
  class,
  item
FROM (
  SELECT DISTINCT
    c.class,
    h.item
  FROM setanon_without_small AS h
  JOIN setanon_with_column_2 AS c
    ON c.record_id = h.record_id
) AS found
),
{%- elif dialect == 'spark' and columns | length == 1 %}
-- A number for each item of each class.
setanon_numbers AS (
SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY class NULLS LAST, item NULLS LAST) AS INT) AS number,
  class,
  item
FROM (
  SELECT DISTINCT
    c.class,
    h.item
  FROM setanon_without_small AS h
  JOIN setanon_first_column AS c
    ON c.record_id = h.record_id
) AS found
),
{%- elif dialect == 'spark' and columns | length == 2 %}
-- A number for each item of each class.
setanon_numbers AS (
SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY class NULLS LAST, item NULLS LAST) AS INT) AS number,
  class,
  item
FROM (
  SELECT DISTINCT
    c.class,
    h.item
  FROM setanon_without_small AS h
  JOIN setanon_with_column AS c
    ON c.record_id = h.record_id
) AS found
),
{%- elif dialect == 'spark' and columns | length == 3 %}
-- A number for each item of each class.
setanon_numbers AS (
SELECT
  CAST(ROW_NUMBER() OVER (ORDER BY class NULLS LAST, item NULLS LAST) AS INT) AS number,
  class,
  item
FROM (
  SELECT DISTINCT
    c.class,
    h.item
  FROM setanon_without_small AS h
  JOIN setanon_with_column_2 AS c
    ON c.record_id = h.record_id
) AS found
),
{%- endif %}
{%- if (dialect == 'duckdb' or dialect == 'postgres') and not person and columns | length == 1 %}
-- The rows with these numbers.
setanon_numbered AS MATERIALIZED (
SELECT
  h.record_id,
  n.number AS item
FROM setanon_without_small AS h
JOIN setanon_first_column AS c
  ON c.record_id = h.record_id
JOIN setanon_numbers AS n
  ON n.class = c.class AND n.item = h.item
),
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and not person and columns | length == 2 %}
-- The rows with these numbers.
setanon_numbered AS MATERIALIZED (
SELECT
  h.record_id,
  n.number AS item
FROM setanon_without_small AS h
JOIN setanon_with_column AS c
  ON c.record_id = h.record_id
JOIN setanon_numbers AS n
  ON n.class = c.class AND n.item = h.item
),
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and not person and columns | length == 3 %}
-- The rows with these numbers.
setanon_numbered AS MATERIALIZED (
SELECT
  h.record_id,
  n.number AS item
FROM setanon_without_small AS h
JOIN setanon_with_column_2 AS c
  ON c.record_id = h.record_id
JOIN setanon_numbers AS n
  ON n.class = c.class AND n.item = h.item
),
{%- elif columns | length == 1 and (person or (not person and dialect == 'spark')) %}
-- The rows with these numbers.
setanon_numbered AS (
SELECT
  h.record_id,
  n.number AS item
FROM setanon_without_small AS h
JOIN setanon_first_column AS c
  ON c.record_id = h.record_id
JOIN setanon_numbers AS n
  ON n.class = c.class AND n.item = h.item
),
{%- elif columns | length == 2 and (person or (not person and dialect == 'spark')) %}
-- The rows with these numbers.
setanon_numbered AS (
SELECT
  h.record_id,
  n.number AS item
FROM setanon_without_small AS h
JOIN setanon_with_column AS c
  ON c.record_id = h.record_id
JOIN setanon_numbers AS n
  ON n.class = c.class AND n.item = h.item
),
{%- elif columns | length == 3 and (person or (not person and dialect == 'spark')) %}
-- The rows with these numbers.
setanon_numbered AS (
SELECT
  h.record_id,
  n.number AS item
FROM setanon_without_small AS h
JOIN setanon_with_column_2 AS c
  ON c.record_id = h.record_id
JOIN setanon_numbers AS n
  ON n.class = c.class AND n.item = h.item
),
{%- endif %}
{%- if (dialect == 'duckdb' or dialect == 'postgres') and (person and (columns | length == 1 or columns | length == 2 or columns | length == 3)) %}
-- Which person's record holds which item?
setanon_rows AS MATERIALIZED (
SELECT
  t.record_id,
  t.item,
  p.person
FROM setanon_numbered AS t
JOIN setanon_record_persons AS p
  ON p.record_id = t.record_id
),
{%- elif (columns | length == 1 or columns | length == 2 or columns | length == 3) and dialect == 'spark' and person %}
-- Which person's record holds which item?
setanon_rows AS (
SELECT
  t.record_id,
  t.item,
  p.person
FROM setanon_numbered AS t
JOIN setanon_record_persons AS p
  ON p.record_id = t.record_id
),
{%- endif %}
{%- if (dialect == 'duckdb' or dialect == 'postgres') and not person and columns | length == 0 %}
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
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and (not person and (columns | length == 1 or columns | length == 2 or columns | length == 3)) %}
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
  FROM setanon_numbered AS r
  GROUP BY
    r.item
) AS c
),
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and person and columns | length == 0 %}
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
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and (person and (columns | length == 1 or columns | length == 2 or columns | length == 3)) %}
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
  FROM setanon_rows AS r
  GROUP BY
    r.item
) AS c
),
{%- elif dialect == 'spark' and not person and columns | length == 0 %}
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
{%- elif (columns | length == 1 or columns | length == 2 or columns | length == 3) and dialect == 'spark' and not person %}
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
  FROM setanon_numbered AS r
  GROUP BY
    r.item
) AS c
),
{%- elif dialect == 'spark' and person and columns | length == 0 %}
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
{%- elif (columns | length == 1 or columns | length == 2 or columns | length == 3) and dialect == 'spark' and person %}
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
  FROM setanon_rows AS r
  GROUP BY
    r.item
) AS c
),
{%- endif %}
{%- if not person and (columns | length == 0 and (((dialect == 'duckdb' or dialect == 'postgres') and m == 1 and absent == 0) or dialect == 'spark')) %}
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
{%- elif not person and ((columns | length == 1 or columns | length == 2 or columns | length == 3) and (m == 1 or ((m == 2 or m == 3) and dialect == 'spark'))) %}
-- The rows of a source with the numbers and supports of items.
setanon_item_rows AS (
SELECT
  r.record_id,
  i.item,
  i.support
FROM setanon_numbered AS r
JOIN setanon_items AS i
  ON i.label = r.item
),
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and (not person and (columns | length == 0 and ((m == 1 and (absent == 1 or absent == 2)) or m == 2 or m == 3))) %}
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
{%- elif person and (columns | length == 0 and (((dialect == 'duckdb' or dialect == 'postgres') and m == 1 and absent == 0) or dialect == 'spark')) %}
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
{%- elif person and ((columns | length == 1 or columns | length == 2 or columns | length == 3) and (m == 1 or ((m == 2 or m == 3) and dialect == 'spark'))) %}
-- The rows of a source with the numbers and supports of items.
setanon_item_rows AS (
SELECT
  r.record_id,
  i.item,
  r.person,
  i.support
FROM setanon_rows AS r
JOIN setanon_items AS i
  ON i.label = r.item
),
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and (person and (columns | length == 0 and ((m == 1 and (absent == 1 or absent == 2)) or m == 2 or m == 3))) %}
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
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and ((m == 2 or m == 3) and (not person and (columns | length == 1 or columns | length == 2 or columns | length == 3))) %}
-- The rows of a source with the numbers and supports of items.
setanon_item_rows AS MATERIALIZED (
SELECT
  r.record_id,
  i.item,
  i.support
FROM setanon_numbered AS r
JOIN setanon_items AS i
  ON i.label = r.item
),
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and ((m == 2 or m == 3) and (person and (columns | length == 1 or columns | length == 2 or columns | length == 3))) %}
-- The rows of a source with the numbers and supports of items.
setanon_item_rows AS MATERIALIZED (
SELECT
  r.record_id,
  i.item,
  r.person,
  i.support
FROM setanon_rows AS r
JOIN setanon_items AS i
  ON i.label = r.item
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
{%- if not person and ((m == 1 and (absent == 1 or absent == 2)) or ((m == 2 or m == 3) and dialect == 'spark')) %}
-- The rows of the other items.
setanon_frequent_rows AS (
SELECT
  r.record_id,
  r.item
FROM setanon_item_rows AS r
WHERE
  r.support >= {{ k }}
),
{%- elif person and ((m == 1 and (absent == 1 or absent == 2)) or ((m == 2 or m == 3) and dialect == 'spark')) %}
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
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and ((m == 2 or m == 3) and not person) %}
-- The rows of the other items.
setanon_frequent_rows AS MATERIALIZED (
SELECT
  r.record_id,
  r.item
FROM setanon_item_rows AS r
WHERE
  r.support >= {{ k }}
),
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and ((m == 2 or m == 3) and person) %}
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
{%- endif %}
{%- if (dialect == 'duckdb' or dialect == 'postgres') and ((m == 2 or m == 3) and not person) %}
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
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and ((m == 2 or m == 3) and person) %}
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
{%- elif (m == 2 or m == 3) and dialect == 'spark' and not person %}
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
{%- elif (m == 2 or m == 3) and dialect == 'spark' and person %}
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
{%- if not person and ((m == 2 and (absent == 0 or ((absent == 1 or absent == 2) and dialect == 'spark'))) or (m == 3 and dialect == 'spark')) %}
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
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and (not person and ((m == 2 and (absent == 1 or absent == 2)) or m == 3)) %}
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
{%- elif person and ((m == 2 and (absent == 0 or ((absent == 1 or absent == 2) and dialect == 'spark'))) or (m == 3 and dialect == 'spark')) %}
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
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and (person and ((m == 2 and (absent == 1 or absent == 2)) or m == 3)) %}
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
{%- if not person and ((m == 2 and (absent == 1 or absent == 2)) or (m == 3 and dialect == 'spark')) %}
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
{%- elif person and ((m == 2 and (absent == 1 or absent == 2)) or (m == 3 and dialect == 'spark')) %}
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
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and m == 3 and not person %}
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
{%- endif %}
{%- if not person and ((m == 2 and ((dialect == 'duckdb' or dialect == 'spark') and (absent == 1 or absent == 2))) or (m == 3 and dialect == 'spark')) %}
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
{%- elif person and ((m == 2 and ((dialect == 'duckdb' or dialect == 'spark') and (absent == 1 or absent == 2))) or (m == 3 and dialect == 'spark')) %}
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
{%- elif dialect == 'duckdb' and m == 3 and not person %}
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
{%- elif (absent == 1 or absent == 2) and dialect == 'postgres' and m == 2 and not person %}
-- Which record holds which of them?
setanon_generator_rows AS (
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
{%- elif (absent == 1 or absent == 2) and dialect == 'postgres' and m == 2 and person %}
-- Which person's record holds which of them?
setanon_generator_rows AS (
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
{%- if m == 1 and columns | length == 0 %}
-- How many threats have so many items?
setanon_sizes AS (
SELECT
  1 AS known_items,
  COUNT(*) AS minimal_threats
FROM setanon_rare_items AS t
),
{%- elif m == 1 and (columns | length == 1 or columns | length == 2 or columns | length == 3) %}
-- How many threats have so many items?
setanon_sizes AS (
SELECT
  0 AS known_items,
  COUNT(*) AS minimal_threats
FROM setanon_small AS t
UNION ALL
SELECT
  1 AS known_items,
  COUNT(*) AS minimal_threats
FROM setanon_rare_items AS t
),
{%- elif m == 2 and columns | length == 0 %}
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
{%- elif m == 2 and (columns | length == 1 or columns | length == 2 or columns | length == 3) %}
-- How many threats have so many items?
setanon_sizes AS (
SELECT
  0 AS known_items,
  COUNT(*) AS minimal_threats
FROM setanon_small AS t
UNION ALL
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
{%- elif m == 3 and columns | length == 0 %}
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
{%- elif m == 3 and (columns | length == 1 or columns | length == 2 or columns | length == 3) %}
-- How many threats have so many items?
setanon_sizes AS (
SELECT
  0 AS known_items,
  COUNT(*) AS minimal_threats
FROM setanon_small AS t
UNION ALL
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
{%- if m == 1 and ((columns | length == 1 or columns | length == 2 or columns | length == 3) and (not person or (person and dialect == 'spark'))) %}
-- Which records hold one of them?
setanon_at_risk AS (
SELECT
  r.record_id,
  0 AS known_items
FROM setanon_in_small AS r
UNION ALL
SELECT
  r.record_id,
  1 AS known_items
FROM setanon_records_of_rare_items AS r
),
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and (m == 1 and (absent == 1 or absent == 2 or (absent == 0 and person and columns | length == 0))) %}
-- Which records hold one of them?
setanon_at_risk AS MATERIALIZED (
SELECT
  r.record_id,
  1 AS known_items
FROM setanon_records_of_rare_items AS r
),
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and ((columns | length == 1 or columns | length == 2 or columns | length == 3) and m == 1 and person) %}
-- Which records hold one of them?
setanon_at_risk AS MATERIALIZED (
SELECT
  r.record_id,
  0 AS known_items
FROM setanon_in_small AS r
UNION ALL
SELECT
  r.record_id,
  1 AS known_items
FROM setanon_records_of_rare_items AS r
),
{%- elif m == 2 and ((columns | length == 1 or columns | length == 2 or columns | length == 3) and (not person or (person and dialect == 'spark'))) %}
-- Which records hold one of them?
setanon_at_risk AS (
SELECT
  r.record_id,
  0 AS known_items
FROM setanon_in_small AS r
UNION ALL
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
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and (m == 2 and (absent == 1 or absent == 2 or (absent == 0 and person and columns | length == 0))) %}
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
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and ((columns | length == 1 or columns | length == 2 or columns | length == 3) and m == 2 and person) %}
-- Which records hold one of them?
setanon_at_risk AS MATERIALIZED (
SELECT
  r.record_id,
  0 AS known_items
FROM setanon_in_small AS r
UNION ALL
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
{%- elif m == 3 and ((columns | length == 1 or columns | length == 2 or columns | length == 3) and (not person or (person and dialect == 'spark'))) %}
-- Which records hold one of them?
setanon_at_risk AS (
SELECT
  r.record_id,
  0 AS known_items
FROM setanon_in_small AS r
UNION ALL
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
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and (m == 3 and (absent == 1 or absent == 2 or (absent == 0 and person and columns | length == 0))) %}
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
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and ((columns | length == 1 or columns | length == 2 or columns | length == 3) and m == 3 and person) %}
-- Which records hold one of them?
setanon_at_risk AS MATERIALIZED (
SELECT
  r.record_id,
  0 AS known_items
FROM setanon_in_small AS r
UNION ALL
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
{%- elif dialect == 'spark' and (m == 1 and (absent == 1 or absent == 2 or (absent == 0 and person and columns | length == 0))) %}
-- Which records hold one of them?
setanon_at_risk AS (
SELECT
  r.record_id,
  1 AS known_items
FROM setanon_records_of_rare_items AS r
),
{%- elif dialect == 'spark' and (m == 2 and (absent == 1 or absent == 2 or (absent == 0 and person and columns | length == 0))) %}
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
{%- elif dialect == 'spark' and (m == 3 and (absent == 1 or absent == 2 or (absent == 0 and person and columns | length == 0))) %}
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
{%- if not person and (absent == 1 or absent == 2) %}
-- All records hold the set of no items.
setanon_no_items AS (
SELECT DISTINCT
  r.record_id,
  r.holder,
  0 AS left_item,
  0 AS right_item,
  0 AS third_item
FROM (
  SELECT
    record_id AS record_id,
    record_id AS holder
  FROM setanon_item_rows
) AS r
),
{%- elif person and (absent == 1 or absent == 2) %}
-- All records hold the set of no items.
setanon_no_items AS (
SELECT DISTINCT
  r.record_id,
  r.holder,
  0 AS left_item,
  0 AS right_item,
  0 AS third_item
FROM (
  SELECT
    record_id AS record_id,
    person AS holder
  FROM setanon_item_rows
) AS r
),
{%- endif %}
{%- if (dialect == 'duckdb' or dialect == 'postgres') and ((absent == 1 or absent == 2) and m == 1 and not person) %}
-- Which record holds which item that is no threat?
setanon_one_item AS MATERIALIZED (
SELECT
  *
FROM setanon_no_items
UNION ALL
SELECT
  r.record_id,
  r.holder,
  r.item AS left_item,
  0 AS right_item,
  0 AS third_item
FROM (
  SELECT
    record_id AS record_id,
    record_id AS holder,
    item AS item
  FROM setanon_frequent_rows
) AS r
),
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and ((absent == 1 or absent == 2) and m == 1 and person) %}
-- Which record holds which item that is no threat?
setanon_one_item AS MATERIALIZED (
SELECT
  *
FROM setanon_no_items
UNION ALL
SELECT
  r.record_id,
  r.holder,
  r.item AS left_item,
  0 AS right_item,
  0 AS third_item
FROM (
  SELECT
    record_id AS record_id,
    person AS holder,
    item AS item
  FROM setanon_frequent_rows
) AS r
),
{%- elif not person and ((absent == 1 or absent == 2) and (m == 2 or m == 3 or (m == 1 and dialect == 'spark'))) %}
-- Which record holds which item that is no threat?
setanon_one_item AS (
SELECT
  *
FROM setanon_no_items
UNION ALL
SELECT
  r.record_id,
  r.holder,
  r.item AS left_item,
  0 AS right_item,
  0 AS third_item
FROM (
  SELECT
    record_id AS record_id,
    record_id AS holder,
    item AS item
  FROM setanon_frequent_rows
) AS r
),
{%- elif person and ((absent == 1 or absent == 2) and (m == 2 or m == 3 or (m == 1 and dialect == 'spark'))) %}
-- Which record holds which item that is no threat?
setanon_one_item AS (
SELECT
  *
FROM setanon_no_items
UNION ALL
SELECT
  r.record_id,
  r.holder,
  r.item AS left_item,
  0 AS right_item,
  0 AS third_item
FROM (
  SELECT
    record_id AS record_id,
    person AS holder,
    item AS item
  FROM setanon_frequent_rows
) AS r
),
{%- endif %}
{%- if (dialect == 'duckdb' or dialect == 'postgres') and ((absent == 1 or absent == 2) and m == 2 and not person) %}
-- Which record holds which two?
setanon_two_items AS MATERIALIZED (
SELECT
  *
FROM setanon_one_item
UNION ALL
SELECT
  o.record_id,
  o.holder,
  o.left_item,
  o.right_item,
  0 AS third_item
FROM (
  SELECT
    record_id AS record_id,
    record_id AS holder,
    left_item AS left_item,
    right_item AS right_item
  FROM setanon_generator_rows
) AS o
),
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and ((absent == 1 or absent == 2) and m == 2 and person) %}
-- Which record holds which two?
setanon_two_items AS MATERIALIZED (
SELECT
  *
FROM setanon_one_item
UNION ALL
SELECT
  o.record_id,
  o.holder,
  o.left_item,
  o.right_item,
  0 AS third_item
FROM (
  SELECT
    record_id AS record_id,
    person AS holder,
    left_item AS left_item,
    right_item AS right_item
  FROM setanon_generator_rows
) AS o
),
{%- elif not person and ((absent == 1 or absent == 2) and (m == 3 or (m == 2 and dialect == 'spark'))) %}
-- Which record holds which two?
setanon_two_items AS (
SELECT
  *
FROM setanon_one_item
UNION ALL
SELECT
  o.record_id,
  o.holder,
  o.left_item,
  o.right_item,
  0 AS third_item
FROM (
  SELECT
    record_id AS record_id,
    record_id AS holder,
    left_item AS left_item,
    right_item AS right_item
  FROM setanon_generator_rows
) AS o
),
{%- elif person and ((absent == 1 or absent == 2) and (m == 3 or (m == 2 and dialect == 'spark'))) %}
-- Which record holds which two?
setanon_two_items AS (
SELECT
  *
FROM setanon_one_item
UNION ALL
SELECT
  o.record_id,
  o.holder,
  o.left_item,
  o.right_item,
  0 AS third_item
FROM (
  SELECT
    record_id AS record_id,
    person AS holder,
    left_item AS left_item,
    right_item AS right_item
  FROM setanon_generator_rows
) AS o
),
{%- endif %}
{%- if (dialect == 'duckdb' or dialect == 'postgres') and ((absent == 1 or absent == 2) and m == 3 and not person) %}
setanon_no_items_2 AS MATERIALIZED (
SELECT
  *
FROM setanon_two_items
UNION ALL
SELECT
  *
FROM (
  SELECT
    record_id AS record_id,
    record_id AS holder,
    left_item AS left_item,
    right_item AS right_item,
    third_item AS third_item
  FROM setanon_triple_rows
) AS renamed
),
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and ((absent == 1 or absent == 2) and m == 3 and person) %}
setanon_no_items_2 AS MATERIALIZED (
SELECT
  *
FROM setanon_two_items
UNION ALL
SELECT
  *
FROM (
  SELECT
    record_id AS record_id,
    person AS holder,
    left_item AS left_item,
    right_item AS right_item,
    third_item AS third_item
  FROM setanon_triple_rows
) AS renamed
),
{%- elif (absent == 1 or absent == 2) and dialect == 'spark' and m == 3 and not person %}
setanon_no_items_2 AS (
SELECT
  *
FROM setanon_two_items
UNION ALL
SELECT
  *
FROM (
  SELECT
    record_id AS record_id,
    record_id AS holder,
    left_item AS left_item,
    right_item AS right_item,
    third_item AS third_item
  FROM setanon_triple_rows
) AS renamed
),
{%- elif (absent == 1 or absent == 2) and dialect == 'spark' and m == 3 and person %}
setanon_no_items_2 AS (
SELECT
  *
FROM setanon_two_items
UNION ALL
SELECT
  *
FROM (
  SELECT
    record_id AS record_id,
    person AS holder,
    left_item AS left_item,
    right_item AS right_item,
    third_item AS third_item
  FROM setanon_triple_rows
) AS renamed
),
{%- endif %}
{%- if (dialect == 'duckdb' or dialect == 'postgres') and (m == 1 and (absent == 1 or absent == 2)) %}
-- Which item does a holder of a set hold in some record that holds the set?
setanon_beside AS MATERIALIZED (
SELECT DISTINCT
  h.left_item,
  h.right_item,
  h.third_item,
  r.item,
  h.holder
FROM setanon_one_item AS h
JOIN setanon_item_rows AS r
  ON r.record_id = h.record_id
),
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and (m == 2 and (absent == 1 or absent == 2)) %}
-- Which item does a holder of a set hold in some record that holds the set?
setanon_beside AS MATERIALIZED (
SELECT DISTINCT
  h.left_item,
  h.right_item,
  h.third_item,
  r.item,
  h.holder
FROM setanon_two_items AS h
JOIN setanon_item_rows AS r
  ON r.record_id = h.record_id
),
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and (m == 3 and (absent == 1 or absent == 2)) %}
-- Which item does a holder of a set hold in some record that holds the set?
setanon_beside AS MATERIALIZED (
SELECT DISTINCT
  h.left_item,
  h.right_item,
  h.third_item,
  r.item,
  h.holder
FROM setanon_no_items_2 AS h
JOIN setanon_item_rows AS r
  ON r.record_id = h.record_id
),
{%- elif (absent == 1 or absent == 2) and dialect == 'spark' and m == 1 %}
-- Which item does a holder of a set hold in some record that holds the set?
setanon_beside AS (
SELECT DISTINCT
  h.left_item,
  h.right_item,
  h.third_item,
  r.item,
  h.holder
FROM setanon_one_item AS h
JOIN setanon_item_rows AS r
  ON r.record_id = h.record_id
),
{%- elif (absent == 1 or absent == 2) and dialect == 'spark' and m == 2 %}
-- Which item does a holder of a set hold in some record that holds the set?
setanon_beside AS (
SELECT DISTINCT
  h.left_item,
  h.right_item,
  h.third_item,
  r.item,
  h.holder
FROM setanon_two_items AS h
JOIN setanon_item_rows AS r
  ON r.record_id = h.record_id
),
{%- elif (absent == 1 or absent == 2) and dialect == 'spark' and m == 3 %}
-- Which item does a holder of a set hold in some record that holds the set?
setanon_beside AS (
SELECT DISTINCT
  h.left_item,
  h.right_item,
  h.third_item,
  r.item,
  h.holder
FROM setanon_no_items_2 AS h
JOIN setanon_item_rows AS r
  ON r.record_id = h.record_id
),
{%- endif %}
{%- if m == 1 and (absent == 1 or absent == 2) %}
-- How many hold each set, if these are k, or all there are?
setanon_supports AS (
SELECT
  h.left_item,
  h.right_item,
  h.third_item,
  COUNT(DISTINCT h.holder) AS support
FROM setanon_one_item AS h
GROUP BY
  h.left_item,
  h.right_item,
  h.third_item
HAVING
  h.left_item = 0 OR COUNT(DISTINCT h.holder) >= {{ k }}
),
{%- elif m == 2 and (absent == 1 or absent == 2) %}
-- How many hold each set, if these are k, or all there are?
setanon_supports AS (
SELECT
  h.left_item,
  h.right_item,
  h.third_item,
  COUNT(DISTINCT h.holder) AS support
FROM setanon_two_items AS h
GROUP BY
  h.left_item,
  h.right_item,
  h.third_item
HAVING
  h.left_item = 0 OR COUNT(DISTINCT h.holder) >= {{ k }}
),
{%- elif m == 3 and (absent == 1 or absent == 2) %}
-- How many hold each set, if these are k, or all there are?
setanon_supports AS (
SELECT
  h.left_item,
  h.right_item,
  h.third_item,
  COUNT(DISTINCT h.holder) AS support
FROM setanon_no_items_2 AS h
GROUP BY
  h.left_item,
  h.right_item,
  h.third_item
HAVING
  h.left_item = 0 OR COUNT(DISTINCT h.holder) >= {{ k }}
),
{%- endif %}
{%- if absent == 1 or (absent == 2 and dialect == 'spark') %}
-- How many holders hold which item beside a set, and how many lack it?
setanon_beside_counts AS (
SELECT
  b.left_item,
  b.right_item,
  b.third_item,
  b.item,
  b.n,
  s.support - b.n AS n_lacking
FROM (
  SELECT
    x.left_item,
    x.right_item,
    x.third_item,
    x.item,
    COUNT(x.holder) AS n
  FROM setanon_beside AS x
  GROUP BY
    x.left_item,
    x.right_item,
    x.third_item,
    x.item
) AS b
JOIN setanon_supports AS s
  ON s.left_item = b.left_item
  AND s.right_item = b.right_item
  AND s.third_item = b.third_item
),
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and absent == 2 %}
-- How many holders hold which item beside a set, and how many lack it?
setanon_beside_counts AS MATERIALIZED (
SELECT
  b.left_item,
  b.right_item,
  b.third_item,
  b.item,
  b.n,
  s.support - b.n AS n_lacking
FROM (
  SELECT
    x.left_item,
    x.right_item,
    x.third_item,
    x.item,
    COUNT(x.holder) AS n
  FROM setanon_beside AS x
  GROUP BY
    x.left_item,
    x.right_item,
    x.third_item,
    x.item
) AS b
JOIN setanon_supports AS s
  ON s.left_item = b.left_item
  AND s.right_item = b.right_item
  AND s.third_item = b.third_item
),
{%- endif %}
{%- if (dialect == 'duckdb' or dialect == 'postgres') and absent == 1 %}
-- Which item do some holders of a set lack, but fewer than k?
setanon_cells AS MATERIALIZED (
SELECT
  b.left_item,
  b.right_item,
  b.third_item,
  b.item,
  0 AS second
FROM setanon_beside_counts AS b
WHERE
  b.n_lacking BETWEEN 1 AND {{ k }} - 1
),
{%- elif absent == 2 or (absent == 1 and dialect == 'spark') %}
-- Which item do some holders of a set lack, but fewer than k?
setanon_cells AS (
SELECT
  b.left_item,
  b.right_item,
  b.third_item,
  b.item,
  0 AS second
FROM setanon_beside_counts AS b
WHERE
  b.n_lacking BETWEEN 1 AND {{ k }} - 1
),
{%- endif %}
{%- if (dialect == 'duckdb' or dialect == 'postgres') and absent == 2 %}
-- Which two items, each of which k holders of a set lack, may so many hold one of that fewer lack both? How many lack both
setanon_twos AS MATERIALIZED (
SELECT
  a.left_item,
  a.right_item,
  a.third_item,
  a.item,
  b.item AS second,
  a.n_lacking - b.n AS remainder
FROM setanon_beside_counts AS a
JOIN setanon_beside_counts AS b
  ON b.left_item = a.left_item
  AND b.right_item = a.right_item
  AND b.third_item = a.third_item
  AND b.item > a.item
WHERE
  a.n_lacking >= {{ k }}
  AND b.n_lacking >= {{ k }}
  AND a.n_lacking - b.n < {{ k }}
),
{%- elif dialect == 'spark' and absent == 2 %}
-- Which two items, each of which k holders of a set lack, may so many hold one of that fewer lack both? How many lack both
setanon_twos AS (
SELECT
  a.left_item,
  a.right_item,
  a.third_item,
  a.item,
  b.item AS second,
  a.n_lacking - b.n AS remainder
FROM setanon_beside_counts AS a
JOIN setanon_beside_counts AS b
  ON b.left_item = a.left_item
  AND b.right_item = a.right_item
  AND b.third_item = a.third_item
  AND b.item > a.item
WHERE
  a.n_lacking >= {{ k }}
  AND b.n_lacking >= {{ k }}
  AND a.n_lacking - b.n < {{ k }}
),
{%- endif %}
{%- if absent == 2 %}
-- How many hold both?
setanon_both AS (
SELECT
  t.left_item,
  t.right_item,
  t.third_item,
  t.item,
  t.second,
  COUNT(x.holder) AS n
FROM setanon_twos AS t
JOIN setanon_beside AS x
  ON x.left_item = t.left_item
  AND x.right_item = t.right_item
  AND x.third_item = t.third_item
  AND x.item = t.item
JOIN setanon_beside AS y
  ON y.left_item = t.left_item
  AND y.right_item = t.right_item
  AND y.third_item = t.third_item
  AND y.item = t.second
  AND y.holder = x.holder
GROUP BY
  t.left_item,
  t.right_item,
  t.third_item,
  t.item,
  t.second
),
{%- endif %}
{%- if (dialect == 'duckdb' or dialect == 'postgres') and absent == 2 %}
-- Which two items do some holders of a set lack, but fewer than k?
setanon_cells_of_two AS MATERIALIZED (
SELECT
  *
FROM setanon_cells
UNION ALL
SELECT
  t.left_item,
  t.right_item,
  t.third_item,
  t.item,
  t.second
FROM setanon_twos AS t
LEFT JOIN setanon_both AS b
  ON b.left_item = t.left_item
  AND b.right_item = t.right_item
  AND b.third_item = t.third_item
  AND b.item = t.item
  AND b.second = t.second
WHERE
  t.remainder + COALESCE(b.n, 0) BETWEEN 1 AND {{ k }} - 1
),
{%- elif dialect == 'spark' and absent == 2 %}
-- Which two items do some holders of a set lack, but fewer than k?
setanon_cells_of_two AS (
SELECT
  *
FROM setanon_cells
UNION ALL
SELECT
  t.left_item,
  t.right_item,
  t.third_item,
  t.item,
  t.second
FROM setanon_twos AS t
LEFT JOIN setanon_both AS b
  ON b.left_item = t.left_item
  AND b.right_item = t.right_item
  AND b.third_item = t.third_item
  AND b.item = t.item
  AND b.second = t.second
WHERE
  t.remainder + COALESCE(b.n, 0) BETWEEN 1 AND {{ k }} - 1
),
{%- endif %}
{%- if absent == 1 %}
-- What of the items that are lacked may a smaller cell lack?
setanon_lacked_parts AS (
SELECT
  c.left_item,
  c.right_item,
  c.third_item,
  c.item,
  c.second,
  c.item AS part_item,
  c.second AS part_second
FROM setanon_cells AS c
UNION ALL
SELECT
  c.left_item,
  c.right_item,
  c.third_item,
  c.item,
  c.second,
  c.item AS part_item,
  0 AS part_second
FROM setanon_cells AS c
WHERE
  c.second > 0
UNION ALL
SELECT
  c.left_item,
  c.right_item,
  c.third_item,
  c.item,
  c.second,
  c.second AS part_item,
  0 AS part_second
FROM setanon_cells AS c
WHERE
  c.second > 0
),
{%- elif absent == 2 %}
-- What of the items that are lacked may a smaller cell lack?
setanon_lacked_parts AS (
SELECT
  c.left_item,
  c.right_item,
  c.third_item,
  c.item,
  c.second,
  c.item AS part_item,
  c.second AS part_second
FROM setanon_cells_of_two AS c
UNION ALL
SELECT
  c.left_item,
  c.right_item,
  c.third_item,
  c.item,
  c.second,
  c.item AS part_item,
  0 AS part_second
FROM setanon_cells_of_two AS c
WHERE
  c.second > 0
UNION ALL
SELECT
  c.left_item,
  c.right_item,
  c.third_item,
  c.item,
  c.second,
  c.second AS part_item,
  0 AS part_second
FROM setanon_cells_of_two AS c
WHERE
  c.second > 0
),
{%- endif %}
{%- if dialect == 'duckdb' and absent == 1 %}
-- Which cells have no smaller one in them? How many items are held.
setanon_minimal AS MATERIALIZED (
SELECT
  CASE
    WHEN c.third_item > 0
    THEN 3
    WHEN c.right_item > 0
    THEN 2
    WHEN c.left_item > 0
    THEN 1
    ELSE 0
  END AS known_items
FROM setanon_cells AS c
ANTI JOIN (
  SELECT
    l.left_item,
    l.right_item,
    l.third_item,
    l.item,
    l.second
  FROM setanon_lacked_parts AS l
  JOIN setanon_cells AS p
    ON p.item = l.part_item
    AND p.second = l.part_second
    AND p.left_item IN (0, l.left_item, l.right_item, l.third_item)
    AND p.right_item IN (0, l.left_item, l.right_item, l.third_item)
    AND p.third_item IN (0, l.left_item, l.right_item, l.third_item)
  WHERE
    p.left_item <> l.left_item
    OR p.right_item <> l.right_item
    OR p.third_item <> l.third_item
    OR p.second <> l.second
) AS s
  ON s.left_item = c.left_item
  AND s.right_item = c.right_item
  AND s.third_item = c.third_item
  AND s.item = c.item
  AND s.second = c.second
),
{%- elif dialect == 'duckdb' and absent == 2 %}
-- Which cells have no smaller one in them? How many items are held.
setanon_minimal AS MATERIALIZED (
SELECT
  CASE
    WHEN c.third_item > 0
    THEN 3
    WHEN c.right_item > 0
    THEN 2
    WHEN c.left_item > 0
    THEN 1
    ELSE 0
  END AS known_items
FROM setanon_cells_of_two AS c
ANTI JOIN (
  SELECT
    l.left_item,
    l.right_item,
    l.third_item,
    l.item,
    l.second
  FROM setanon_lacked_parts AS l
  JOIN setanon_cells_of_two AS p
    ON p.item = l.part_item
    AND p.second = l.part_second
    AND p.left_item IN (0, l.left_item, l.right_item, l.third_item)
    AND p.right_item IN (0, l.left_item, l.right_item, l.third_item)
    AND p.third_item IN (0, l.left_item, l.right_item, l.third_item)
  WHERE
    p.left_item <> l.left_item
    OR p.right_item <> l.right_item
    OR p.third_item <> l.third_item
    OR p.second <> l.second
) AS s
  ON s.left_item = c.left_item
  AND s.right_item = c.right_item
  AND s.third_item = c.third_item
  AND s.item = c.item
  AND s.second = c.second
),
{%- elif dialect == 'postgres' and absent == 1 %}
-- Which cells have no smaller one in them? How many items are held.
setanon_minimal AS MATERIALIZED (
SELECT
  CASE
    WHEN c.third_item > 0
    THEN 3
    WHEN c.right_item > 0
    THEN 2
    WHEN c.left_item > 0
    THEN 1
    ELSE 0
  END AS known_items
FROM setanon_cells AS c
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM (
      SELECT
        l.left_item,
        l.right_item,
        l.third_item,
        l.item,
        l.second
      FROM setanon_lacked_parts AS l
      JOIN setanon_cells AS p
        ON p.item = l.part_item
        AND p.second = l.part_second
        AND p.left_item IN (0, l.left_item, l.right_item, l.third_item)
        AND p.right_item IN (0, l.left_item, l.right_item, l.third_item)
        AND p.third_item IN (0, l.left_item, l.right_item, l.third_item)
      WHERE
        p.left_item <> l.left_item
        OR p.right_item <> l.right_item
        OR p.third_item <> l.third_item
        OR p.second <> l.second
    ) AS s
    WHERE
      s.left_item = c.left_item
      AND s.right_item = c.right_item
      AND s.third_item = c.third_item
      AND s.item = c.item
      AND s.second = c.second
  )
),
{%- elif dialect == 'postgres' and absent == 2 %}
-- Which cells have no smaller one in them? How many items are held.
setanon_minimal AS MATERIALIZED (
SELECT
  CASE
    WHEN c.third_item > 0
    THEN 3
    WHEN c.right_item > 0
    THEN 2
    WHEN c.left_item > 0
    THEN 1
    ELSE 0
  END AS known_items
FROM setanon_cells_of_two AS c
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM (
      SELECT
        l.left_item,
        l.right_item,
        l.third_item,
        l.item,
        l.second
      FROM setanon_lacked_parts AS l
      JOIN setanon_cells_of_two AS p
        ON p.item = l.part_item
        AND p.second = l.part_second
        AND p.left_item IN (0, l.left_item, l.right_item, l.third_item)
        AND p.right_item IN (0, l.left_item, l.right_item, l.third_item)
        AND p.third_item IN (0, l.left_item, l.right_item, l.third_item)
      WHERE
        p.left_item <> l.left_item
        OR p.right_item <> l.right_item
        OR p.third_item <> l.third_item
        OR p.second <> l.second
    ) AS s
    WHERE
      s.left_item = c.left_item
      AND s.right_item = c.right_item
      AND s.third_item = c.third_item
      AND s.item = c.item
      AND s.second = c.second
  )
),
{%- elif dialect == 'spark' and absent == 1 %}
-- Which cells have no smaller one in them? How many items are held.
setanon_minimal AS (
SELECT
  CASE
    WHEN c.third_item > 0
    THEN 3
    WHEN c.right_item > 0
    THEN 2
    WHEN c.left_item > 0
    THEN 1
    ELSE 0
  END AS known_items
FROM setanon_cells AS c
ANTI JOIN (
  SELECT
    l.left_item,
    l.right_item,
    l.third_item,
    l.item,
    l.second
  FROM setanon_lacked_parts AS l
  JOIN setanon_cells AS p
    ON p.item = l.part_item
    AND p.second = l.part_second
    AND p.left_item IN (0, l.left_item, l.right_item, l.third_item)
    AND p.right_item IN (0, l.left_item, l.right_item, l.third_item)
    AND p.third_item IN (0, l.left_item, l.right_item, l.third_item)
  WHERE
    p.left_item <> l.left_item
    OR p.right_item <> l.right_item
    OR p.third_item <> l.third_item
    OR p.second <> l.second
) AS s
  ON s.left_item = c.left_item
  AND s.right_item = c.right_item
  AND s.third_item = c.third_item
  AND s.item = c.item
  AND s.second = c.second
),
{%- elif dialect == 'spark' and absent == 2 %}
-- Which cells have no smaller one in them? How many items are held.
setanon_minimal AS (
SELECT
  CASE
    WHEN c.third_item > 0
    THEN 3
    WHEN c.right_item > 0
    THEN 2
    WHEN c.left_item > 0
    THEN 1
    ELSE 0
  END AS known_items
FROM setanon_cells_of_two AS c
ANTI JOIN (
  SELECT
    l.left_item,
    l.right_item,
    l.third_item,
    l.item,
    l.second
  FROM setanon_lacked_parts AS l
  JOIN setanon_cells_of_two AS p
    ON p.item = l.part_item
    AND p.second = l.part_second
    AND p.left_item IN (0, l.left_item, l.right_item, l.third_item)
    AND p.right_item IN (0, l.left_item, l.right_item, l.third_item)
    AND p.third_item IN (0, l.left_item, l.right_item, l.third_item)
  WHERE
    p.left_item <> l.left_item
    OR p.right_item <> l.right_item
    OR p.third_item <> l.third_item
    OR p.second <> l.second
) AS s
  ON s.left_item = c.left_item
  AND s.right_item = c.right_item
  AND s.third_item = c.third_item
  AND s.item = c.item
  AND s.second = c.second
),
{%- endif %}
{%- if m == 1 and (absent == 1 or absent == 2) %}
-- How many of these have so many items that are held?
setanon_sizes_2 AS (
SELECT
  0 AS known_items,
  COUNT(*) AS minimal_threats
FROM setanon_minimal AS m
WHERE
  m.known_items = 0
UNION ALL
SELECT
  1 AS known_items,
  COUNT(*) AS minimal_threats
FROM setanon_minimal AS m
WHERE
  m.known_items = 1
),
{%- elif m == 2 and (absent == 1 or absent == 2) %}
-- How many of these have so many items that are held?
setanon_sizes_2 AS (
SELECT
  0 AS known_items,
  COUNT(*) AS minimal_threats
FROM setanon_minimal AS m
WHERE
  m.known_items = 0
UNION ALL
SELECT
  1 AS known_items,
  COUNT(*) AS minimal_threats
FROM setanon_minimal AS m
WHERE
  m.known_items = 1
UNION ALL
SELECT
  2 AS known_items,
  COUNT(*) AS minimal_threats
FROM setanon_minimal AS m
WHERE
  m.known_items = 2
),
{%- elif m == 3 and (absent == 1 or absent == 2) %}
-- How many of these have so many items that are held?
setanon_sizes_2 AS (
SELECT
  0 AS known_items,
  COUNT(*) AS minimal_threats
FROM setanon_minimal AS m
WHERE
  m.known_items = 0
UNION ALL
SELECT
  1 AS known_items,
  COUNT(*) AS minimal_threats
FROM setanon_minimal AS m
WHERE
  m.known_items = 1
UNION ALL
SELECT
  2 AS known_items,
  COUNT(*) AS minimal_threats
FROM setanon_minimal AS m
WHERE
  m.known_items = 2
UNION ALL
SELECT
  3 AS known_items,
  COUNT(*) AS minimal_threats
FROM setanon_minimal AS m
WHERE
  m.known_items = 3
),
{%- endif %}
{%- if (dialect == 'duckdb' or dialect == 'spark') and m == 1 and absent == 1 %}
-- Which records are of the few who lack an item, or two? From how many items on that are held.
setanon_lacking AS (
SELECT
  h.record_id,
  CASE
    WHEN c.third_item > 0
    THEN 3
    WHEN c.right_item > 0
    THEN 2
    WHEN c.left_item > 0
    THEN 1
    ELSE 0
  END AS known_items
FROM setanon_cells AS c
JOIN setanon_one_item AS h
  ON h.left_item = c.left_item
  AND h.right_item = c.right_item
  AND h.third_item = c.third_item
  AND NOT h.holder IS NULL
ANTI JOIN setanon_beside AS b
  ON b.left_item = c.left_item
  AND b.right_item = c.right_item
  AND b.third_item = c.third_item
  AND b.holder = h.holder
  AND b.item IN (c.item, c.second)
),
{%- elif (dialect == 'duckdb' or dialect == 'spark') and m == 1 and absent == 2 %}
-- Which records are of the few who lack an item, or two? From how many items on that are held.
setanon_lacking AS (
SELECT
  h.record_id,
  CASE
    WHEN c.third_item > 0
    THEN 3
    WHEN c.right_item > 0
    THEN 2
    WHEN c.left_item > 0
    THEN 1
    ELSE 0
  END AS known_items
FROM setanon_cells_of_two AS c
JOIN setanon_one_item AS h
  ON h.left_item = c.left_item
  AND h.right_item = c.right_item
  AND h.third_item = c.third_item
  AND NOT h.holder IS NULL
ANTI JOIN setanon_beside AS b
  ON b.left_item = c.left_item
  AND b.right_item = c.right_item
  AND b.third_item = c.third_item
  AND b.holder = h.holder
  AND b.item IN (c.item, c.second)
),
{%- elif (dialect == 'duckdb' or dialect == 'spark') and m == 2 and absent == 1 %}
-- Which records are of the few who lack an item, or two? From how many items on that are held.
setanon_lacking AS (
SELECT
  h.record_id,
  CASE
    WHEN c.third_item > 0
    THEN 3
    WHEN c.right_item > 0
    THEN 2
    WHEN c.left_item > 0
    THEN 1
    ELSE 0
  END AS known_items
FROM setanon_cells AS c
JOIN setanon_two_items AS h
  ON h.left_item = c.left_item
  AND h.right_item = c.right_item
  AND h.third_item = c.third_item
  AND NOT h.holder IS NULL
ANTI JOIN setanon_beside AS b
  ON b.left_item = c.left_item
  AND b.right_item = c.right_item
  AND b.third_item = c.third_item
  AND b.holder = h.holder
  AND b.item IN (c.item, c.second)
),
{%- elif (dialect == 'duckdb' or dialect == 'spark') and m == 2 and absent == 2 %}
-- Which records are of the few who lack an item, or two? From how many items on that are held.
setanon_lacking AS (
SELECT
  h.record_id,
  CASE
    WHEN c.third_item > 0
    THEN 3
    WHEN c.right_item > 0
    THEN 2
    WHEN c.left_item > 0
    THEN 1
    ELSE 0
  END AS known_items
FROM setanon_cells_of_two AS c
JOIN setanon_two_items AS h
  ON h.left_item = c.left_item
  AND h.right_item = c.right_item
  AND h.third_item = c.third_item
  AND NOT h.holder IS NULL
ANTI JOIN setanon_beside AS b
  ON b.left_item = c.left_item
  AND b.right_item = c.right_item
  AND b.third_item = c.third_item
  AND b.holder = h.holder
  AND b.item IN (c.item, c.second)
),
{%- elif (dialect == 'duckdb' or dialect == 'spark') and m == 3 and absent == 1 %}
-- Which records are of the few who lack an item, or two? From how many items on that are held.
setanon_lacking AS (
SELECT
  h.record_id,
  CASE
    WHEN c.third_item > 0
    THEN 3
    WHEN c.right_item > 0
    THEN 2
    WHEN c.left_item > 0
    THEN 1
    ELSE 0
  END AS known_items
FROM setanon_cells AS c
JOIN setanon_no_items_2 AS h
  ON h.left_item = c.left_item
  AND h.right_item = c.right_item
  AND h.third_item = c.third_item
  AND NOT h.holder IS NULL
ANTI JOIN setanon_beside AS b
  ON b.left_item = c.left_item
  AND b.right_item = c.right_item
  AND b.third_item = c.third_item
  AND b.holder = h.holder
  AND b.item IN (c.item, c.second)
),
{%- elif (dialect == 'duckdb' or dialect == 'spark') and m == 3 and absent == 2 %}
-- Which records are of the few who lack an item, or two? From how many items on that are held.
setanon_lacking AS (
SELECT
  h.record_id,
  CASE
    WHEN c.third_item > 0
    THEN 3
    WHEN c.right_item > 0
    THEN 2
    WHEN c.left_item > 0
    THEN 1
    ELSE 0
  END AS known_items
FROM setanon_cells_of_two AS c
JOIN setanon_no_items_2 AS h
  ON h.left_item = c.left_item
  AND h.right_item = c.right_item
  AND h.third_item = c.third_item
  AND NOT h.holder IS NULL
ANTI JOIN setanon_beside AS b
  ON b.left_item = c.left_item
  AND b.right_item = c.right_item
  AND b.third_item = c.third_item
  AND b.holder = h.holder
  AND b.item IN (c.item, c.second)
),
{%- elif dialect == 'postgres' and m == 1 and absent == 1 %}
-- Which records are of the few who lack an item, or two? From how many items on that are held.
setanon_lacking AS (
SELECT
  h.record_id,
  CASE
    WHEN c.third_item > 0
    THEN 3
    WHEN c.right_item > 0
    THEN 2
    WHEN c.left_item > 0
    THEN 1
    ELSE 0
  END AS known_items
FROM setanon_cells AS c
JOIN setanon_one_item AS h
  ON h.left_item = c.left_item
  AND h.right_item = c.right_item
  AND h.third_item = c.third_item
  AND NOT h.holder IS NULL
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM setanon_beside AS b
    WHERE
      b.left_item = c.left_item
      AND b.right_item = c.right_item
      AND b.third_item = c.third_item
      AND b.holder = h.holder
      AND b.item IN (c.item, c.second)
  )
),
{%- elif dialect == 'postgres' and m == 1 and absent == 2 %}
-- Which records are of the few who lack an item, or two? From how many items on that are held.
setanon_lacking AS (
SELECT
  h.record_id,
  CASE
    WHEN c.third_item > 0
    THEN 3
    WHEN c.right_item > 0
    THEN 2
    WHEN c.left_item > 0
    THEN 1
    ELSE 0
  END AS known_items
FROM setanon_cells_of_two AS c
JOIN setanon_one_item AS h
  ON h.left_item = c.left_item
  AND h.right_item = c.right_item
  AND h.third_item = c.third_item
  AND NOT h.holder IS NULL
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM setanon_beside AS b
    WHERE
      b.left_item = c.left_item
      AND b.right_item = c.right_item
      AND b.third_item = c.third_item
      AND b.holder = h.holder
      AND b.item IN (c.item, c.second)
  )
),
{%- elif dialect == 'postgres' and m == 2 and absent == 1 %}
-- Which records are of the few who lack an item, or two? From how many items on that are held.
setanon_lacking AS (
SELECT
  h.record_id,
  CASE
    WHEN c.third_item > 0
    THEN 3
    WHEN c.right_item > 0
    THEN 2
    WHEN c.left_item > 0
    THEN 1
    ELSE 0
  END AS known_items
FROM setanon_cells AS c
JOIN setanon_two_items AS h
  ON h.left_item = c.left_item
  AND h.right_item = c.right_item
  AND h.third_item = c.third_item
  AND NOT h.holder IS NULL
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM setanon_beside AS b
    WHERE
      b.left_item = c.left_item
      AND b.right_item = c.right_item
      AND b.third_item = c.third_item
      AND b.holder = h.holder
      AND b.item IN (c.item, c.second)
  )
),
{%- elif dialect == 'postgres' and m == 2 and absent == 2 %}
-- Which records are of the few who lack an item, or two? From how many items on that are held.
setanon_lacking AS (
SELECT
  h.record_id,
  CASE
    WHEN c.third_item > 0
    THEN 3
    WHEN c.right_item > 0
    THEN 2
    WHEN c.left_item > 0
    THEN 1
    ELSE 0
  END AS known_items
FROM setanon_cells_of_two AS c
JOIN setanon_two_items AS h
  ON h.left_item = c.left_item
  AND h.right_item = c.right_item
  AND h.third_item = c.third_item
  AND NOT h.holder IS NULL
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM setanon_beside AS b
    WHERE
      b.left_item = c.left_item
      AND b.right_item = c.right_item
      AND b.third_item = c.third_item
      AND b.holder = h.holder
      AND b.item IN (c.item, c.second)
  )
),
{%- elif dialect == 'postgres' and m == 3 and absent == 1 %}
-- Which records are of the few who lack an item, or two? From how many items on that are held.
setanon_lacking AS (
SELECT
  h.record_id,
  CASE
    WHEN c.third_item > 0
    THEN 3
    WHEN c.right_item > 0
    THEN 2
    WHEN c.left_item > 0
    THEN 1
    ELSE 0
  END AS known_items
FROM setanon_cells AS c
JOIN setanon_no_items_2 AS h
  ON h.left_item = c.left_item
  AND h.right_item = c.right_item
  AND h.third_item = c.third_item
  AND NOT h.holder IS NULL
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM setanon_beside AS b
    WHERE
      b.left_item = c.left_item
      AND b.right_item = c.right_item
      AND b.third_item = c.third_item
      AND b.holder = h.holder
      AND b.item IN (c.item, c.second)
  )
),
{%- elif dialect == 'postgres' and m == 3 and absent == 2 %}
-- Which records are of the few who lack an item, or two? From how many items on that are held.
setanon_lacking AS (
SELECT
  h.record_id,
  CASE
    WHEN c.third_item > 0
    THEN 3
    WHEN c.right_item > 0
    THEN 2
    WHEN c.left_item > 0
    THEN 1
    ELSE 0
  END AS known_items
FROM setanon_cells_of_two AS c
JOIN setanon_no_items_2 AS h
  ON h.left_item = c.left_item
  AND h.right_item = c.right_item
  AND h.third_item = c.third_item
  AND NOT h.holder IS NULL
WHERE
  NOT EXISTS(
    SELECT
      1
    FROM setanon_beside AS b
    WHERE
      b.left_item = c.left_item
      AND b.right_item = c.right_item
      AND b.third_item = c.third_item
      AND b.holder = h.holder
      AND b.item IN (c.item, c.second)
  )
),
{%- endif %}
{%- if (absent == 1 or absent == 2) and (not person or (person and dialect == 'spark')) %}
setanon_lacking_2 AS (
SELECT
  *
FROM setanon_lacking
UNION ALL
SELECT
  *
FROM setanon_at_risk
),
{%- elif (dialect == 'duckdb' or dialect == 'postgres') and (person and (absent == 1 or absent == 2)) %}
setanon_lacking_2 AS MATERIALIZED (
SELECT
  *
FROM setanon_lacking
UNION ALL
SELECT
  *
FROM setanon_at_risk
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
{%- if person and (absent == 1 or absent == 2) %}
-- From how many known items on are how many records, and how many persons, at risk?
setanon_first_sizes_2 AS (
SELECT
  p.known_items,
  1 AS every,
  COUNT(*) AS n_records,
  0 AS n_persons
FROM (
  SELECT
    x.record_id,
    MIN(x.known_items) AS known_items
  FROM setanon_lacking_2 AS x
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
  FROM setanon_lacking_2 AS y
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
{%- if not person and ((absent == 0 and (columns | length == 1 or columns | length == 2 or columns | length == 3)) or absent == 1 or absent == 2) %}
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
{%- if not person and (absent == 1 or absent == 2) %}
-- The result: where there is a threat of any size, how many there are of each, and how many records hold one of at most
setanon_findings_2 AS (
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
      FROM setanon_sizes_2 AS z
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
        FROM setanon_lacking_2 AS x
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
{%- elif person and (absent == 1 or absent == 2) %}
-- The result: as that of the step findings, with the persons who have a record at risk.
setanon_findings_2 AS (
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
      FROM setanon_sizes_2 AS z
    ) AS s
    LEFT JOIN setanon_first_sizes_2 AS r
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
{%- if person and absent == 0 %}
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
{%- elif person and (absent == 1 or absent == 2) %}
-- The rows of threats where persons count.
setanon_threats_of_persons_found AS (
SELECT
  f.known_items,
  f.minimal_threats,
  f.records_at_risk,
  f.persons_at_risk,
  'threats' AS finding
FROM setanon_findings AS f
UNION ALL
SELECT
  f.known_items,
  f.minimal_threats,
  f.records_at_risk,
  f.persons_at_risk,
  'absent items' AS finding
FROM setanon_findings_2 AS f
),
{%- endif %}
{%- if person and (columns | length == 1 or columns | length == 2 or columns | length == 3) %}
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
{%- if not person and (columns | length == 1 or columns | length == 2 or columns | length == 3) %}
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
{%- if m == 1 and not person and absent == 0 and columns | length == 0 %}
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
  f.all_threats > 0{%- elif not person and (columns | length == 1 or columns | length == 2 or columns | length == 3) %}
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
  'records with several values of a column' AS finding
FROM setanon_several AS x
)
SELECT
  *
FROM setanon_fault_found{%- elif not person and (absent == 1 or absent == 2) %}
-- The rows of threats, which say what they are: finding.
setanon_threats_found AS (
SELECT
  f.known_items,
  f.minimal_threats,
  f.records_at_risk,
  'threats' AS finding
FROM setanon_findings AS f
UNION ALL
SELECT
  f.known_items,
  f.minimal_threats,
  f.records_at_risk,
  'absent items' AS finding
FROM setanon_findings_2 AS f
)
SELECT
  *
FROM setanon_threats_found{%- elif person and columns | length == 0 %}
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
FROM setanon_fault_of_persons_found{%- elif person and (columns | length == 1 or columns | length == 2 or columns | length == 3) %}
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
  'records with several values of a column' AS finding
FROM setanon_several AS x
)
SELECT
  *
FROM setanon_fault_of_persons_found_2{%- elif m == 2 and not person and absent == 0 and columns | length == 0 %}
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
  f.all_threats > 0{%- elif m == 3 and not person and absent == 0 and columns | length == 0 %}
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
