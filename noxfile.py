"""The single checks: nox -s NAME. With --no-venv they run in the environment of nox, as .ci/run calls them."""

import nox

nox.options.sessions = ["format", "lint", "types", "layers", "tests"]


def prepare(session: nox.Session, extras: str = "dev") -> None:
    """Install setanon with some extras, unless the environment is one that is there already."""
    if session.virtualenv.venv_backend != "none":
        session.install(f".[{extras}]")


@nox.session
def format(session: nox.Session) -> None:
    """Is the code formatted?"""
    prepare(session)
    session.run("ruff", "format", "--check", ".")


@nox.session
def lint(session: nox.Session) -> None:
    """Find mistakes that ruff can see, and words that the project does not use."""
    prepare(session)
    session.run("ruff", "check", ".")


@nox.session
def types(session: nox.Session) -> None:
    """Check the types."""
    prepare(session, "dev,plots")
    session.run("mypy")


@nox.session
def layers(session: nox.Session) -> None:
    """Do arrows go down only?"""
    prepare(session)
    session.run("lint-imports", "--no-logo")


@nox.session
def tests(session: nox.Session) -> None:
    """Run the quick tests."""
    prepare(session)
    session.run("pytest", "-n", "auto", *session.posargs)


@nox.session(python="3.11", venv_backend="uv")
def lowest(session: nox.Session) -> None:
    """Run quick tests with the lowest versions that are allowed (needs uv)."""
    session.install("--resolution", "lowest-direct", ".[test]")
    folders = [f"tests/{name}" for name in ("sources", "cli", "query")]
    session.run("pytest", "-n", "2", "-m", "not slow and not newest_sqlglot", *folders, *session.posargs)


@nox.session
def slow(session: nox.Session) -> None:
    """Run all tests that need neither PostgreSQL nor Spark."""
    prepare(session)
    session.run("pytest", "-m", "", "--ignore", "tests/engines", "-n", "auto", *session.posargs)


@nox.session
def engines(session: nox.Session) -> None:
    """Run the tests on PostgreSQL and Spark (needs Java)."""
    prepare(session, "engines,dev")
    session.run("pytest", "tests/engines", "-m", "", "-n", "2", "--dist", "loadgroup", *session.posargs)


@nox.session
def docs(session: nox.Session) -> None:
    """Build the site of the documentation."""
    prepare(session, "docs")
    session.run("python", ".ci/site.py")
    session.run("zensical", "build", "--strict")
