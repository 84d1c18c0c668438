"""Write ``setanon_sql/api/typed.py``: what rooms of models export, for type checkers and editors; it is never imported.

tests/test_library.py holds it against the list.
"""

from pathlib import Path

from setanon_sql import registry

PAGE = Path(__file__).resolve().parent.parent / "setanon_sql" / "api" / "typed.py"

HEAD = '''"""The functions and results of all models, for type checkers and editors: nothing imports this when it runs.

Made by .ci/typed_api.py from the list of models.
"""

'''


def text() -> str:
    """Return the file."""
    names = {name: sorted(registry.part(name, "api").__all__) for name in registry.names()}
    imports = [
        f"from setanon_sql.models.{name}.api import (\n{''.join(f'    {each},{chr(10)}' for each in names[name])})\n"
        for name in sorted(names)
    ]
    functions = [each.__name__ for name in names for each in registry.functions_of_sources(name)]
    methods = [f"    {each} = method({each})\n" for each in functions]
    every = sorted(["SourceMethods", *(each for exported in names.values() for each in exported)])
    listed = "".join(f'    "{each}",\n' for each in every)
    return (
        f"{HEAD}from setanon_sql.api.opened import method\n{''.join(imports)}\n__all__ = [\n{listed}]\n\n\n"
        'class SourceMethods:\n    """The functions of models, as methods of a source that is opened once."""\n\n'
        f"{''.join(methods)}"
    )


if __name__ == "__main__":
    PAGE.write_text(text(), encoding="utf-8")
