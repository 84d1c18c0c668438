{#- Made from sql/gate of setanon by .ci/dbt_macros.py: change it there. -#}

{% test rho_uncertain(model, record_id, item, rho, m, sensitive) %}
{%- set m = setanon.whole('m', m, 1, 2) -%}
{%- set rho = setanon.share(rho) -%}
{%- set listed = setanon.labels(sensitive) -%}
{{ config(fail_calc="coalesce(sum(case when finding in ('threats', 'absent items') then minimal_threats else 1000000000 end), 0)") }}
{{ adapter.dispatch('rho_uncertain_gate', 'setanon')(model, record_id, item, rho, m, sensitive, listed) }}
{% endtest %}

{% macro default__rho_uncertain_gate(model, record_id, item, rho, m, sensitive, listed) %}
{{ setanon.no_such_gate() }}
{% endmacro %}

{% macro duckdb__rho_uncertain_gate(model, record_id, item, rho, m, sensitive, listed) %}
{{ setanon.rho_uncertain_select('duckdb', model, record_id, item, rho, m, sensitive, listed) }}
{% endmacro %}

{% macro postgres__rho_uncertain_gate(model, record_id, item, rho, m, sensitive, listed) %}
{{ setanon.rho_uncertain_select('postgres', model, record_id, item, rho, m, sensitive, listed) }}
{% endmacro %}

{% macro spark__rho_uncertain_gate(model, record_id, item, rho, m, sensitive, listed) %}
{{ setanon.rho_uncertain_select('spark', model, record_id, item, rho, m, sensitive, listed) }}
{% endmacro %}

{% macro rho_uncertain_select(dialect, model, record_id, item, rho, m, sensitive, listed) %}
WITH
{%- if dialect == 'duckdb' %}
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
{%- elif dialect == 'postgres' %}
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
{%- elif dialect == 'spark' %}
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
{%- endif %}
{%- if dialect == 'duckdb' or dialect == 'postgres' %}
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
{%- elif dialect == 'spark' %}
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
{%- endif %}
{%- if dialect == 'duckdb' or dialect == 'postgres' %}
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
{%- elif dialect == 'spark' %}
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
{%- endif %}
{%- if dialect == 'duckdb' %}
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
{%- elif dialect == 'postgres' %}
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
{%- elif dialect == 'spark' %}
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
{%- endif %}
{%- if (dialect == 'duckdb' or dialect == 'postgres') and listed %}
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
{%- elif dialect == 'spark' and listed %}
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
{%- if (dialect == 'duckdb' or dialect == 'postgres') and not listed %}
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
{%- elif dialect == 'spark' and not listed %}
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
{%- endif %}
{%- if dialect == 'duckdb' and not listed %}
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
{%- elif dialect == 'postgres' and not listed %}
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
{%- elif dialect == 'spark' and not listed %}
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
{%- endif %}
{%- if not listed and ((dialect == 'duckdb' and m == 1) or dialect == 'spark') %}
-- Which record holds which item that somebody wants hidden? (measures/association_rules: which frequent item?)
setanon_sensitive_rows AS (
SELECT
  t.record_id,
  t.item
FROM setanon_item_rows AS t
SEMI JOIN setanon_sensitive_for_all AS h
  ON h.item = t.item
),
{%- elif listed and ((dialect == 'duckdb' and m == 1) or dialect == 'spark') %}
-- Which record holds which item that somebody wants hidden? (measures/association_rules: which frequent item?)
setanon_sensitive_rows AS (
SELECT
  t.record_id,
  t.item
FROM setanon_item_rows AS t
SEMI JOIN setanon_items_of_list AS h
  ON h.item = t.item
),
{%- elif dialect == 'duckdb' and m == 2 and not listed %}
-- Which record holds which item that somebody wants hidden? (measures/association_rules: which frequent item?)
setanon_sensitive_rows AS MATERIALIZED (
SELECT
  t.record_id,
  t.item
FROM setanon_item_rows AS t
SEMI JOIN setanon_sensitive_for_all AS h
  ON h.item = t.item
),
{%- elif dialect == 'duckdb' and m == 2 and listed %}
-- Which record holds which item that somebody wants hidden? (measures/association_rules: which frequent item?)
setanon_sensitive_rows AS MATERIALIZED (
SELECT
  t.record_id,
  t.item
FROM setanon_item_rows AS t
SEMI JOIN setanon_items_of_list AS h
  ON h.item = t.item
),
{%- elif dialect == 'postgres' and m == 1 and not listed %}
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
{%- elif dialect == 'postgres' and m == 1 and listed %}
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
{%- elif dialect == 'postgres' and m == 2 and not listed %}
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
{%- elif dialect == 'postgres' and m == 2 and listed %}
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
{%- if dialect == 'duckdb' or dialect == 'postgres' %}
-- From which item does a sensitive one follow too surely: of the records that hold it, more than limit_num / limit_den
setanon_sure_items AS MATERIALIZED (
SELECT
  c.item,
  c.sensitive_item
FROM (
  SELECT
    r.item,
    h.item AS sensitive_item,
    COUNT(*) AS support_with_sensitive
  FROM setanon_sensitive_rows AS h
  JOIN setanon_item_rows AS r
    ON r.record_id = h.record_id AND r.item <> h.item
  GROUP BY
    r.item,
    h.item
) AS c
JOIN setanon_items AS i
  ON i.item = c.item
WHERE
  c.support_with_sensitive * CAST({{ rho[1] }} AS BIGINT) > i.support * CAST({{ rho[0] }} AS BIGINT)
),
{%- elif dialect == 'spark' %}
-- From which item does a sensitive one follow too surely: of the records that hold it, more than limit_num / limit_den
setanon_sure_items AS (
SELECT
  c.item,
  c.sensitive_item
FROM (
  SELECT
    r.item,
    h.item AS sensitive_item,
    COUNT(*) AS support_with_sensitive
  FROM setanon_sensitive_rows AS h
  JOIN setanon_item_rows AS r
    ON r.record_id = h.record_id AND r.item <> h.item
  GROUP BY
    r.item,
    h.item
) AS c
JOIN setanon_items AS i
  ON i.item = c.item
WHERE
  c.support_with_sensitive * CAST({{ rho[1] }} AS BIGINT) > i.support * CAST({{ rho[0] }} AS BIGINT)
),
{%- endif %}
-- Which records hold one of some items?
setanon_records_of_items AS (
SELECT DISTINCT
  r.record_id
FROM setanon_item_rows AS r
JOIN setanon_sure_items AS s
  ON s.item = r.item
),
{%- if (dialect == 'duckdb' or dialect == 'postgres') and m == 2 %}
-- Which record holds which pair of items?
setanon_pair_rows AS MATERIALIZED (
SELECT
  a.record_id,
  a.item AS left_item,
  b.item AS right_item
FROM setanon_item_rows AS a
JOIN setanon_item_rows AS b
  ON b.record_id = a.record_id AND b.item > a.item
),
{%- elif dialect == 'spark' and m == 2 %}
-- Which record holds which pair of items?
setanon_pair_rows AS (
SELECT
  a.record_id,
  a.item AS left_item,
  b.item AS right_item
FROM setanon_item_rows AS a
JOIN setanon_item_rows AS b
  ON b.record_id = a.record_id AND b.item > a.item
),
{%- endif %}
{%- if m == 2 %}
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
{%- endif %}
{%- if (dialect == 'duckdb' or dialect == 'postgres') and m == 2 %}
-- From which pair does a sensitive item follow too surely? Only pairs that fewer records hold than each of the two items.
setanon_sure_pairs AS MATERIALIZED (
SELECT
  c.left_item,
  c.right_item,
  c.sensitive_item
FROM (
  SELECT
    o.left_item,
    o.right_item,
    h.item AS sensitive_item,
    COUNT(*) AS support_with_sensitive
  FROM setanon_sensitive_rows AS h
  JOIN setanon_pair_rows AS o
    ON o.record_id = h.record_id AND o.left_item <> h.item AND o.right_item <> h.item
  GROUP BY
    o.left_item,
    o.right_item,
    h.item
) AS c
JOIN setanon_pairs AS p
  ON p.left_item = c.left_item AND p.right_item = c.right_item
JOIN setanon_items AS a
  ON a.item = c.left_item
JOIN setanon_items AS b
  ON b.item = c.right_item
WHERE
  p.support < a.support
  AND p.support < b.support
  AND c.support_with_sensitive * CAST({{ rho[1] }} AS BIGINT) > p.support * CAST({{ rho[0] }} AS BIGINT)
),
{%- elif dialect == 'spark' and m == 2 %}
-- From which pair does a sensitive item follow too surely? Only pairs that fewer records hold than each of the two items.
setanon_sure_pairs AS (
SELECT
  c.left_item,
  c.right_item,
  c.sensitive_item
FROM (
  SELECT
    o.left_item,
    o.right_item,
    h.item AS sensitive_item,
    COUNT(*) AS support_with_sensitive
  FROM setanon_sensitive_rows AS h
  JOIN setanon_pair_rows AS o
    ON o.record_id = h.record_id AND o.left_item <> h.item AND o.right_item <> h.item
  GROUP BY
    o.left_item,
    o.right_item,
    h.item
) AS c
JOIN setanon_pairs AS p
  ON p.left_item = c.left_item AND p.right_item = c.right_item
JOIN setanon_items AS a
  ON a.item = c.left_item
JOIN setanon_items AS b
  ON b.item = c.right_item
WHERE
  p.support < a.support
  AND p.support < b.support
  AND c.support_with_sensitive * CAST({{ rho[1] }} AS BIGINT) > p.support * CAST({{ rho[0] }} AS BIGINT)
),
{%- endif %}
{%- if m == 2 %}
-- Which records hold one of some pairs?
setanon_records_of_pairs AS (
SELECT DISTINCT
  o.record_id
FROM setanon_pair_rows AS o
JOIN setanon_sure_pairs AS p
  ON p.left_item = o.left_item AND p.right_item = o.right_item
),
{%- endif %}
{%- if m == 1 %}
-- How many threats have so many items?
setanon_sizes AS (
SELECT
  1 AS known_items,
  COUNT(*) AS minimal_threats
FROM setanon_sure_items AS t
),
{%- elif m == 2 %}
-- How many threats have so many items?
setanon_sizes AS (
SELECT
  1 AS known_items,
  COUNT(*) AS minimal_threats
FROM setanon_sure_items AS t
UNION ALL
SELECT
  2 AS known_items,
  COUNT(*) AS minimal_threats
FROM setanon_sure_pairs AS t
),
{%- endif %}
{%- if m == 1 %}
-- Which records hold one of them?
setanon_at_risk AS (
SELECT
  r.record_id,
  1 AS known_items
FROM setanon_records_of_items AS r
),
{%- elif m == 2 %}
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
{%- endif %}
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
-- The rows of threats, which say what they are: finding.
setanon_threats_found AS (
SELECT
  f.known_items,
  f.minimal_threats,
  f.records_at_risk,
  'threats' AS finding
FROM setanon_findings AS f
),
{%- if not listed %}
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
FROM setanon_fault_found{%- elif listed %}
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
FROM setanon_fault_found{%- endif %}

{% endmacro %}
