"""Make the macros of the dbt package in ``dbt/macros``: the gates, with the arguments of a dbt test in their places.

python .ci/dbt_macros.py writes them.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, permutations, product
from pathlib import Path

from setanon_sql.engine.written.select import SelectEngine
from setanon_sql.errors import BadParameter
from setanon_sql.models.coherence.gate import MOST_KNOWN as MOST_KNOWN_OF_COHERENCE
from setanon_sql.models.coherence.gate import coherence_gate
from setanon_sql.models.coherence.parameters import Coherence
from setanon_sql.models.disassociation.parameters import Disassociation
from setanon_sql.models.disassociation.scripts import disassociation_gate
from setanon_sql.models.km.gate import MOST_KNOWN, km_gate
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.models.rho.gate import MOST_KNOWN as MOST_KNOWN_OF_RHO
from setanon_sql.models.rho.gate import rho_gate
from setanon_sql.models.rho.parameters import RhoUncertainty
from setanon_sql.query.templates import Table
from setanon_sql.registry.parameters import MOST_ABSENT
from setanon_sql.scripts.counts import CountsForm, counts_gate
from setanon_sql.verify.pieces import FolderTables

DIALECTS = ("duckdb", "postgres", "spark")

#: Names and values that stand nowhere else, and what a macro has in their places. A name is quoted by then.
NAMES = {
    "mark_model": "{{ model }}",
    "mark_sensitive": "{{ sensitive }}",
    "mark_groups": "{{ groups }}",
    "mark_subrecords": "{{ subrecords }}",
    "mark_terms": "{{ terms }}",
    "mark_record_id": "{{ adapter.quote(record_id) }}",
    "mark_item": "{{ adapter.quote(item) }}",
    "mark_person": "{{ adapter.quote(person) }}",
    "mark_count": "{{ adapter.quote(count) }}",
    "mark_taxonomy": "{{ taxonomy }}",
}
GROUP_MARKS = ("mark_one", "mark_two", "mark_three")
BESIDE_MARKS = ("mark_first", "mark_second", "mark_third")
ITEM_MARKS = ("mark_a", "mark_b", "mark_c")
NAMES |= {mark: f"{{{{ setanon.column(by, {at}) }}}}" for at, mark in enumerate(GROUP_MARKS)}
NAMES |= {mark: f"{{{{ setanon.column(items, {at}) }}}}" for at, mark in enumerate(ITEM_MARKS)}
NAMES |= {mark: f"{{{{ setanon.column(columns, {at}) }}}}" for at, mark in enumerate(BESIDE_MARKS)}
K, NUM, DEN, STEP, LISTED = 700_000_001, 300_000_001, 700_000_003, 700_000_007, "mark_listed"
VALUES = {str(K): "{{ k }}", str(NUM): "{{ rho[0] }}", str(DEN): "{{ rho[1] }}", f"'{LISTED}'": "{{ listed }}"}
VALUES |= {str(STEP): "{{ rounded }}"}
VALUES |= {f"'mark_{word}'": f"{{{{ setanon.word({word}) }}}}" for word in ("total", "hidden")}
VALUES |= {f"'{mark}'": f"{{{{ setanon.adding(by, {at}, adding_up) }}}}" for at, mark in enumerate(GROUP_MARKS)}
H_NUM, H_DEN = 300_000_007, 700_000_009
VALUES |= {str(H_NUM): "{{ h[0] }}", str(H_DEN): "{{ h[1] }}"}

#: How one form of a gate differs from another: values of Jinja variables by name, the dialect among them.
Value = int | bool | str
Choice = Mapping[str, Value]

#: How many columns are known besides, in Jinja.
N_COLUMNS = "columns | length"
COLUMNS = {"record_id": "mark_record_id", "item": "mark_item"}
MODEL, SENSITIVE = Table("mark_model", columns=COLUMNS), Table("mark_sensitive", columns={"item": "mark_item"})
OWNED = replace(MODEL, columns=COLUMNS | {"person": "mark_person"})
GROUPS = Table("mark_groups", columns={"item": "mark_item", "name": "group"})


def km(choice: Choice) -> SelectEngine:
    """The gate of km in one form."""
    person = bool(choice["person"])
    columns = BESIDE_MARKS[: choice[N_COLUMNS]]
    model = KmAnonymity(K, choice["m"], person, absent=choice["absent"], columns=columns)
    return km_gate(model, choice["dialect"], OWNED if person else MODEL)


def rho(choice: Choice) -> SelectEngine:
    """The gate of rho in one form."""
    model = RhoUncertainty.from_shares(f"{NUM}/{DEN}", choice["m"])
    return rho_gate(model, choice["dialect"], MODEL, (LISTED,) if choice["listed"] else SENSITIVE)


def coherence(choice: Choice) -> SelectEngine:
    """The gate of coherence in one form."""
    person = bool(choice["person"])
    model = Coherence(K, choice["m"], Fraction(H_NUM, H_DEN), person)
    listed = (LISTED,) if choice["listed"] else SENSITIVE
    groups = GROUPS if choice["groups"] else None
    return coherence_gate(model, choice["dialect"], OWNED if person else MODEL, listed, groups)


def disassociation(choice: Choice) -> SelectEngine:
    """The gate of a disassociated release in one form."""
    model = Disassociation(K, choice["m"], K + 1, safe=bool(choice["safe"]))
    return disassociation_gate(
        model, choice["dialect"], FolderTables(*(Table(f"mark_{one}") for one in ("model", "subrecords", "terms")))
    )


def counts(choice: Choice) -> SelectEngine:
    """The gate of tables of counts in one form."""
    form = CountsForm("mark_count", GROUP_MARKS, ITEM_MARKS, "mark_total", "mark_hidden", STEP, GROUP_MARKS)
    tree = Table("mark_taxonomy", columns={"child": "child", "parent": "parent"}) if choice["taxonomy"] else None
    return counts_gate(K, str(choice["dialect"]), Table("mark_model"), form, tree)


HEAD = """{{#- Made from sql/gate of setanon by .ci/dbt_macros.py: change it there. -#}}

{{% test {name}({arguments}) %}}
{checks}{{{{ config(fail_calc={fail_calc}) }}}}
{{{{ adapter.dispatch('{name}_gate', 'setanon')({given}) }}}}
{{% endtest %}}
"""

K_CHECK = "{%- set k = setanon.whole('k', k, 2, 1000000000) -%}\n"
M_CHECK = "{%- set m = setanon.whole('m', m, 1, MOST) -%}\n"
ABSENT_CHECK = f"{{%- set absent = setanon.whole('absent', absent, 0, {MOST_ABSENT}) -%}}\n"
BESIDE_CHECK = """{%- set columns = setanon.columns('columns', columns) -%}
{%- if absent and columns -%}
{{ exceptions.raise_compiler_error("setanon: absent does not know of columns yet") }}
{%- endif -%}
"""
COUNTS_CHECKS = """{%- set rounded = setanon.whole('rounded', rounded, 1, 1000000000) -%}
{%- set by = setanon.columns('by', by) -%}
{%- set items = setanon.columns('items', items) -%}
{%- if not by and not items -%}
{{ exceptions.raise_compiler_error("setanon: name the columns of the table: items, by") }}
{%- endif -%}
{%- set adding_up = setanon.adding_columns(by, setanon.columns('adds_up', adds_up), persons) -%}
"""
RHO_CHECKS = """{%- set rho = setanon.share(rho) -%}
{%- set listed = setanon.labels(sensitive) -%}
"""

COHERENCE_CHECKS = RHO_CHECKS.replace("set rho = setanon.share(rho)", "set h = setanon.share(h, 'h')")

#: What dbt counts: threats, or faults; what keeps a gate from counting is so many that no threshold lets it pass.
THREATS = "coalesce(sum(minimal_threats), 0)"
COUNTS = "coalesce(sum(case when finding in ('small', 'difference', 'line') then counts else 1000000000 end), 0)"
OR_FAULT = "coalesce(sum(case when finding in ('threats', 'absent items') then minimal_threats else 1000000000 end), 0)"

#: Of each test: its gate, the forms it has, its arguments, those handed to the gate, what it checks besides, and (in
#: Jinja) what dbt counts.
TESTS: dict[str, tuple[Callable[[Choice], SelectEngine], dict[str, tuple[Value, ...]], str, str, str, str]] = {
    "km_anonymous": (
        km,
        {
            "m": tuple(range(1, MOST_KNOWN + 1)),
            "person": (False, True),
            "absent": tuple(range(MOST_ABSENT + 1)),
            N_COLUMNS: tuple(range(len(BESIDE_MARKS) + 1)),
        },
        "model, record_id, item, k, m, person=none, absent=0, columns=[]",
        "model, record_id, item, k, m, person, absent, columns",
        K_CHECK + M_CHECK + ABSENT_CHECK + BESIDE_CHECK,
        f'"{OR_FAULT}" if person or absent or columns else "{THREATS}"',
    ),
    "rho_uncertain": (
        rho,
        {"m": tuple(range(1, MOST_KNOWN_OF_RHO + 1)), "listed": (False, True)},
        "model, record_id, item, rho, m, sensitive",
        "model, record_id, item, rho, m, sensitive, listed",
        M_CHECK + RHO_CHECKS,
        f'"{OR_FAULT}"',
    ),
    "coherent": (
        coherence,
        {
            "m": tuple(range(1, MOST_KNOWN_OF_COHERENCE + 1)),
            "person": (False, True),
            "listed": (False, True),
            "groups": (False, True),
        },
        "model, record_id, item, k, m, h, sensitive, groups=none, person=none",
        "model, record_id, item, k, m, h, sensitive, groups, person, listed",
        K_CHECK + M_CHECK + COHERENCE_CHECKS,
        f'"{OR_FAULT}"',
    ),
    "disassociated": (
        disassociation,
        {"m": tuple(range(1, MOST_KNOWN + 1)), "safe": (False, True)},
        "model, subrecords, terms, k, m, safe=false",
        "model, subrecords, terms, k, m, safe",
        K_CHECK + M_CHECK,
        '"coalesce(sum(faults), 0)"',
    ),
    "counts_hold": (
        counts,
        {"taxonomy": (False, True)},
        "model, k, by=[], items=[], count='count', total='', hidden='', rounded=1, persons=false, adds_up=[], "
        "taxonomy=none",
        "model, k, by, items, count, total, hidden, rounded, adding_up, taxonomy",
        K_CHECK + COUNTS_CHECKS,
        f'"{COUNTS}"',
    ),
}


def pages() -> dict[str, str]:
    """Return the text of each file of ``dbt/macros`` that is made."""
    return {f"{name}.sql": page(name) for name in TESTS}


def page(name: str) -> str:
    """Return the file of one test."""
    gate, forms, arguments, given, checks, fail_calc = TESTS[name]
    checks = checks.replace("MOST", str(max(forms.get("m", (0,)))))
    head = HEAD.format(name=name, arguments=arguments, given=given, checks=checks, fail_calc=fail_calc)
    calls = [
        macro(f"{dialect}__{name}_gate", given, f"{{{{ setanon.{name}_select('{dialect}', {given}) }}}}")
        for dialect in DIALECTS
    ]
    refused = macro(f"default__{name}_gate", given, "{{ setanon.no_such_gate() }}")
    text = body(gate, {"dialect": DIALECTS} | forms)
    return "\n".join([head, refused, *calls, macro(f"{name}_select", f"dialect, {given}", text)])


def macro(name: str, arguments: str, text: str) -> str:
    """Return a macro."""
    return f"{{% macro {name}({arguments}) %}}\n{text}\n{{% endmacro %}}\n"


def body(gate: Callable[[Choice], SelectEngine], forms: Mapping[str, tuple[Value, ...]]) -> str:
    """Return all forms of a gate as one text, with conditions around what not all of them have."""
    choices, engines = [], []
    for values in product(*forms.values()):
        choice = dict(zip(forms, values, strict=True))
        with suppress(BadParameter):
            engines.append(gate(choice))
            choices.append(choice)
    parts = [engine.parts() for engine in engines]
    before = [dict(list(one.items())[:-1]) for one in parts]
    last = [list(one.values())[-1] for one in parts]
    names = merged([list(one) for one in parts])
    texts = [chosen(choices, [f"{one[name]},\n" if name in one else "" for one in before]) for name in names]
    results = chosen(choices, [f"{one}\n{engine.result()}" for one, engine in zip(last, engines, strict=True)])
    return marked("WITH\n" + "".join(texts) + results)


def merged(orders: list[list[str]]) -> list[str]:
    """Return all names in an order that agrees with each of several: each after all that stand before it somewhere."""
    before = {name: dict[str, None]() for order in orders for name in order}
    for order in orders:
        for one, other in pairwise(order):
            before[other][one] = None
    found: dict[str, None] = {}

    def put(name: str) -> None:
        for one in before[name]:
            if one not in found:
                put(one)
        found[name] = None

    for name in orders[-1] + list(before):
        if name not in found:
            put(name)
    names = list(found)
    assert all(sorted(order, key=names.index) == order for order in orders)
    return names


def chosen(choices: list[dict[str, Value]], texts: list[str]) -> str:
    """Return texts as one, with the conditions under which each is right."""
    if len(set(texts)) == 1:
        return texts[0]
    found = ""
    for text in filter(None, dict.fromkeys(texts)):
        where = condition(choices, [choice for choice, one in zip(choices, texts, strict=True) if one == text])
        found += f"{{%- {'elif' if found else 'if'} {where} %}}\n{text}"
    return found + "{%- endif %}\n"


def condition(every: list[dict[str, Value]], some: list[dict[str, Value]]) -> str:
    """Return what some choices have and the others have not, in Jinja: the shortest of the orders of the variables."""
    return min((nested(names, every, some) for names in permutations(every[0])), key=len)


def nested(names: Sequence[str], every: list[dict[str, Value]], some: list[dict[str, Value]]) -> str:
    """Return the same, variable by variable; nothing where all choices have it."""
    if len(some) == len(every):
        return ""
    name, *others = names
    by_rest: dict[str, list[Value]] = {}
    for value in dict.fromkeys(choice[name] for choice in some):
        rest = nested(others, *([one for one in choices if one[name] == value] for choices in (every, some)))
        by_rest.setdefault(rest, []).append(value)
    n_values = len({choice[name] for choice in every})
    parts = []
    for rest, values in by_rest.items():
        here = "" if len(values) == n_values else " or ".join(spelled(name, value) for value in values)
        both = [part for part in (here, rest) if part]
        parts.append(" and ".join(f"({part})" if " or " in part and len(both) > 1 else part for part in both))
    return " or ".join(f"({part})" if " and " in part and len(parts) > 1 else part for part in parts)


def spelled(name: str, value: Value) -> str:
    """Return a condition on one variable."""
    return (name if value else f"not {name}") if isinstance(value, bool) else f"{name} == {value!r}"


def marked(text: str) -> str:
    """Put the arguments of the macro where the marks are."""
    for mark, jinja in NAMES.items():
        text = text.replace(f'"{mark}"', jinja).replace(f"`{mark}`", jinja)
    for mark, jinja in VALUES.items():
        text = re.sub(rf"(?<!\d){re.escape(mark)}(?!\d)", jinja, text)
    assert "mark_" not in text
    return text


if __name__ == "__main__":
    folder = Path(__file__).parent.parent / "dbt" / "macros"
    for name, text in pages().items():
        (folder / name).write_text(text, encoding="utf-8")
