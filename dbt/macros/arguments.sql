{#- What the tests share: their arguments, checked before any of them gets into SQL. -#}

{% macro whole(name, value, least, most) %}
{%- if value is boolean or value is not integer or value < least or value > most -%}
{{ exceptions.raise_compiler_error("setanon: " ~ name ~ " has to be a whole number from " ~ least ~ " to " ~ most) }}
{%- endif -%}
{{ return(value) }}
{% endmacro %}

{#- A share such as 0.5 or "1/3" as two whole numbers: exact up to nine digits. -#}
{% macro share(value, name='rho') %}
{%- set parts = (value | string).split("/") -%}
{%- if parts | length == 2 -%}
{%- set found = [parts[0] | trim | int(-1), parts[1] | trim | int(-1)] -%}
{%- else -%}
{%- set found = [(value | float(-1) * 1000000000) | round | int, 1000000000] -%}
{%- endif -%}
{%- if found[0] <= 0 or found[0] >= found[1] or found[1] > 1000000000 -%}
{{ exceptions.raise_compiler_error("setanon: " ~ name ~ " has to be a share, between 0 and 1, such as 0.5 or '1/3'") }}
{%- endif -%}
{{ return(found) }}
{% endmacro %}

{#- A list of items as SQL; nothing where the items are in a table. -#}
{% macro labels(sensitive) %}
{%- if sensitive is string or sensitive is mapping or sensitive is not iterable -%}
{{ return("") }}
{%- endif -%}
{%- set found = [] -%}
{%- for label in sensitive -%}
{%- if label is none or not label | string | trim -%}
{{ exceptions.raise_compiler_error("setanon: sensitive has an item without a name") }}
{%- endif -%}
{%- do found.append(label if label is number else dbt.string_literal(dbt.escape_single_quotes(label))) -%}
{%- endfor -%}
{%- if not found -%}
{{ exceptions.raise_compiler_error("setanon: sensitive is an empty list") }}
{%- endif -%}
{{ return(found | join(", ")) }}
{% endmacro %}

{#- A column by its place in a list of names; nothing where the list is shorter. -#}
{% macro column(names, at) %}
{{- return(adapter.quote(names[at]) if at < names | length else "''") -}}
{% endmacro %}

{#- The name of a column by its place, as SQL, where it is among those that add up; else an empty text. -#}
{% macro adding(by, at, adding_up) %}
{{- return(setanon.word(by[at] if at < by | length and by[at] in adding_up else "")) -}}
{% endmacro %}

{#- A text as SQL. -#}
{% macro word(text) %}
{{- return(dbt.string_literal(dbt.escape_single_quotes(text | string))) -}}
{% endmacro %}

{#- Names of columns: none twice, and three at most. -#}
{% macro columns(name, value) %}
{%- if value is string or value is mapping or value is not iterable or value | length > 3 or value | unique | list | length < value | length -%}
{{ exceptions.raise_compiler_error("setanon: " ~ name ~ " has to be a list of up to three columns, each once") }}
{%- endif -%}
{{ return(value) }}
{% endmacro %}

{#- The columns of groups that add up: those that are named, else of records all, of persons none. -#}
{% macro adding_columns(by, adds_up, persons) %}
{%- for name in adds_up if name not in by -%}
{{ exceptions.raise_compiler_error("setanon: adds_up names a column that by does not name") }}
{%- endfor -%}
{{ return(adds_up or ([] if persons else by)) }}
{% endmacro %}

{% macro no_such_gate() %}
{{ exceptions.raise_compiler_error(
  "setanon: no test for " ~ target.type ~ ". Print it with 'setanon sql gate ... --dialect', and save it as a singular test."
) }}
{% endmacro %}
