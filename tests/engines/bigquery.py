"""A stand-in for BigQuery, from pip (bqemulator), in an environment of its own: it wants an older sqlglot.

SETANON_BQEMULATOR names the Python of that environment: pip install bqemulator numpy pandas google-cloud-bigquery.
"""

import os
import subprocess
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.engines.cluster import free_port
from tests.engines.snowflake import listens
from tests.waiting import wait_for

PROJECT = "shop"


def python() -> str:
    """The Python that has bqemulator; skips where there is none."""
    named = os.environ.get("SETANON_BQEMULATOR")
    if not named:
        assert os.environ.get("SETANON_ENGINES") != "required"
        pytest.skip("SETANON_BQEMULATOR names no Python with bqemulator")
    return named


@contextmanager
def served() -> Iterator[str]:
    """Start a server; yields the address of its project and the dataset ``scratch`` there."""
    port = free_port()
    command = [python(), "-P", "-W", "ignore", str(Path(__file__).with_name("bigquery_server.py")), str(port)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        assert wait_for(lambda: listens(port), process=process)
        address = f"bigquery://{PROJECT}/scratch?api_endpoint=http://127.0.0.1:{port}"
        client(address).create_dataset("scratch")
        yield address
    finally:
        process.kill()
        process.wait()


def client(address: str) -> Any:
    """A client of its own, which sends no credentials."""
    from google.api_core.client_options import ClientOptions
    from google.auth.credentials import AnonymousCredentials
    from google.cloud import bigquery

    options = ClientOptions(api_endpoint=address.partition("api_endpoint=")[2])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return bigquery.Client(PROJECT, AnonymousCredentials(), client_options=options)
