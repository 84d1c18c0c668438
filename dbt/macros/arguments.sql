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

{% macro no_such_gate() %}
{{ exceptions.raise_compiler_error(
  "setanon: no test for " ~ target.type ~ ". Print it with 'setanon sql gate ... --dialect', and save it as a singular test."
) }}
{% endmacro %}
