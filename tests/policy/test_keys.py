"""The key of fingerprints: one that can be guessed is refused, and each guess at another one is slow."""

import hashlib
import hmac
import json
import secrets
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest

from setanon_sql.errors import BadDestination, BadInput, BadParameter
from setanon_sql.policy import RunOptions, run_policy
from setanon_sql.policy.fingerprints import check_strength, found_key, key_file, made_key
from setanon_sql.policy.reading import read_policy
from tests.cli.program import Program
from tests.policy.conftest import policy

LONG = "9f2c61d07be84a35"


@pytest.mark.parametrize("weak", ["k", "0123456789abcde", "aaaaaaaaaaaaaaaaaaaa", "abcabcabcabcabcabcabc"])
def test_a_key_that_can_be_guessed_is_refused_before_the_work(
    setanon: Program, shop: Path, monkeypatch: pytest.MonkeyPatch, weak: str
) -> None:
    """Before: published, with fingerprints that a list of guesses opens."""
    Path("setanon.toml").write_text(policy())
    monkeypatch.setenv("SETANON_KEY", weak)
    answer = setanon("run", "setanon.toml")
    assert answer.code == 2 and "it can be guessed" in answer.err and "openssl rand -hex 32" in answer.err
    assert weak == "k" or weak not in answer.err
    assert not Path("safe.csv").exists()


def test_a_long_key_is_taken(tmp_path: Path) -> None:
    check_strength(LONG)
    with pytest.raises(BadParameter):
        check_strength(LONG[:-1])


@pytest.mark.slow
def test_the_secret_is_what_scrypt_makes_of_the_key(shop: Path) -> None:
    """Whoever tries keys pays for each; before, a sha256 was all that it took."""
    own = f"{LONG} of no other test"  # what is derived from a key is remembered
    Path("setanon.toml").write_text(policy())
    run = run_policy("setanon.toml", RunOptions(environment={"SETANON_KEY": own}))
    assert run.release
    told = run.release.manifest["fingerprints"]
    secret = hashlib.scrypt(own.encode(), salt=b"setanon fingerprints", n=2**15, r=8, p=3, maxmem=2**26, dklen=32)
    name, plain = (hmac.new(one, b"the key of fingerprints", "sha256").hexdigest() for one in (secret, own.encode()))
    assert told["key"] == name[:16] != plain[:16]
    assert told["key_derivation"] == "scrypt n=32768 r=8 p=3"


@pytest.mark.slow
def test_a_key_file_gives_the_same_secret_as_the_variable(shop: Path) -> None:
    Path("setanon.toml").write_text(policy())
    read, text = read_policy("setanon.toml"), "0123456789abcdef" * 4
    key_file(read).write_text(f"{text}\n")
    key_file(read).chmod(0o600)
    assert found_key(read, {}) == found_key(read, {"SETANON_KEY": text}) is not None


@pytest.mark.slow
def test_first_runs_at_once_take_the_key_that_came_first(shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before: `the key … cannot be written: File exists`, or a key of which nothing was written yet."""
    Path("setanon.toml").write_text(policy())
    read, together = read_policy("setanon.toml"), Barrier(3)
    draw = secrets.token_hex

    def at_once(digits: int) -> str:
        together.wait(10)
        return draw(digits)

    monkeypatch.setattr(secrets, "token_hex", at_once)
    with ThreadPoolExecutor(3) as pool:
        keys = [*pool.map(lambda _: made_key(read, {}), range(3))]
    assert len(set(keys)) == 1 and keys[0] == found_key(read, {})
    assert stat.S_IMODE(key_file(read).stat().st_mode) == 0o600
    assert not [*shop.glob(".setanon-*")]


def test_a_key_that_cannot_be_written_says_why(shop: Path) -> None:
    Path("setanon.toml").write_text(policy())
    key_file(read_policy("setanon.toml")).symlink_to("nowhere")
    with pytest.raises(BadDestination, match="a link that leads nowhere"):
        made_key(read_policy("setanon.toml"), {})


@pytest.mark.slow
def test_an_older_manifest_is_checked_as_it_was_made(setanon: Program, shop: Path) -> None:
    """It does not tell a derivation: the key itself was the secret."""
    Path("setanon.toml").write_text(policy())
    read = read_policy("setanon.toml")
    older = found_key(read, {"SETANON_KEY": LONG}, "")
    assert older is not None and older.secret == LONG.encode()
    with pytest.raises(BadInput, match="not known"):
        found_key(read, {"SETANON_KEY": LONG}, "argon2")
    assert setanon("run", "setanon.toml").code == 0
    manifest = Path("safe.csv.manifest.json")
    fields = json.loads(manifest.read_text())
    fields["fingerprints"] |= {"key_derivation": "another"}
    manifest.write_text(json.dumps(fields))
    assert setanon("check", "setanon.toml").code == 2
