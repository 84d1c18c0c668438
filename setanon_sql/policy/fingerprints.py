"""Fingerprints that tell whether something changed, and nothing to somebody who guesses.

A plain sha256 of a small table (a list of sensitive items, a policy with a name in its condition) gives it away to
whoever tries what it might hold. So fingerprints of the source, of sensitive items, constraints and policies are keyed
(HMAC-SHA-256), with a key that stays with the owner: the variable ``SETANON_KEY``, or a file beside the policy that
only its owner may read. It is not the seed of the release, which is new each time: with one key the same data have the
same fingerprint in every release. A taxonomy that is a file has a plain sha256, the one that the policy can ask for.

A key that can be guessed opens all of this: whoever has the manifest tries keys, and sees by the name of the key which
one is right. So a short one is refused, and each try costs a third of a second and 32 MB: the secret is what scrypt
makes of the key (:data:`SCRYPT`).


One more fingerprint is keyed over the whole manifest, the sha256 of the released data among it. Without it anybody
could copy what a manifest says of its origin beside other data.
"""

import hashlib
import hmac
import json
import os
import re
import secrets
import stat
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from setanon_sql.api.policies import Dataset, fingerprints
from setanon_sql.errors import BadDestination, BadInput, BadParameter
from setanon_sql.files.moving import PARTIAL, flush, holding, partial_prefix, put
from setanon_sql.files.temporary import temporary_folder
from setanon_sql.options.reading import RunFields
from setanon_sql.policy.keys import options_with_keys
from setanon_sql.policy.model import Policy

#: The variable that holds the key.
VARIABLE = "SETANON_KEY"

#: A key has so many characters or more, and so many different ones.
LEAST_CHARACTERS = 16
LEAST_DIFFERENT = 8
_MAKE = "make one, and keep it: openssl rand -hex 32, or: python -c 'import secrets; print(secrets.token_hex(32))'"

#: What a manifest says of how the secret comes from the key. Without it the key itself is the secret: so it was once.
SCRYPT = "scrypt n=32768 r=8 p=3"
_SALT = b"setanon fingerprints"

_OWN = re.compile(r"[0-9a-f]{64}")
#: The keys that say only how the work is done.
_PASSING = {f"{option.policy}.{option.key or field.name}" for field, option in options_with_keys(RunFields)}
#: What a manifest says of the release that it replaces, and what is said of the manifest itself.
_PASSING_FIELDS = {"replaces", "not_checked"}
#: The fingerprint that binds a manifest to its release.
RELEASE = "release"
#: The tables of a policy that say what a release is, with the tables in them.
_SAYING = {name: (name,) for name in ("guarantee", "limits", "taxonomy", "method")} | {
    "source": ("source", "source.columns")
}


@dataclass(frozen=True)
class SecretKey:
    """The key of fingerprints; it is in no file but its own, and in no message."""

    secret: bytes

    def of(self, text: str) -> str:
        """Return the keyed fingerprint of a text."""
        return hmac.new(self.secret, text.encode(), hashlib.sha256).hexdigest()

    @property
    def name(self) -> str:
        """Return what tells this key from another."""
        return self.of("the key of fingerprints")[:16]


def key_file(policy: Policy) -> Path:
    """Return where the key of a policy is, if no variable holds it."""
    return policy.path.with_name(f"{policy.path.name}.key")


def found_key(policy: Policy, environment: Mapping[str, str], derivation: str = SCRYPT) -> SecretKey | None:
    """Return the key of a policy, None where there is none yet.

    ``derivation``: as a manifest tells it; empty: none, as it was once. Raises BadInput where the file of the key is
    something else, and where the derivation is not known; BadParameter where the key can be guessed.
    """
    text = _key_text(policy, environment)
    return None if text is None else SecretKey(_derive(text, derivation))


def _key_text(policy: Policy, environment: Mapping[str, str]) -> str | None:
    """Return the key as it is written, None where there is none yet."""
    if written := environment.get(VARIABLE):
        check_strength(written)
        return written
    path = key_file(policy)
    try:
        _check_rights(path)
        text = path.read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"{path.name} cannot be read", f"set {VARIABLE}, or mend its rights") from error
    if not _OWN.fullmatch(text):
        raise BadInput(f"{path.name} is no key of setanon", f"move it away, or set {VARIABLE}")
    return text


def check_key(policy: Policy, environment: Mapping[str, str]) -> None:
    """Raise, before the work starts, what :func:`found_key` raises for a key that is there."""
    _key_text(policy, environment)


def check_strength(key: str) -> None:
    """Raise BadParameter for a key that a list of guesses would open."""
    if len(key) < LEAST_CHARACTERS:
        raise BadParameter(f"{VARIABLE} has fewer than {LEAST_CHARACTERS} characters: it can be guessed", _MAKE)
    if len(set(key)) < LEAST_DIFFERENT:
        raise BadParameter(
            f"{VARIABLE} has fewer than {LEAST_DIFFERENT} different characters: it can be guessed", _MAKE
        )


@lru_cache(maxsize=8)
def _derive(text: str, derivation: str) -> bytes:
    """Return the secret that comes from a key."""
    password = text.encode("utf-8", "surrogateescape")
    if not derivation:
        return password
    if derivation != SCRYPT:
        raise BadInput("the manifest derives its key in a way that is not known here", "use a newer setanon")
    return hashlib.scrypt(password, salt=_SALT, n=32768, r=8, p=3, maxmem=1 << 26, dklen=32)


def _check_rights(path: Path) -> None:
    """Raise BadInput where others than its owner may read or write the file of a key; Windows has no such bits."""
    if os.name == "posix" and stat.S_IMODE(path.stat().st_mode) & (stat.S_IRWXG | stat.S_IRWXO):
        raise BadInput(
            f"the key {path.name} may be read by others", f"say chmod 600 {path.name}; if others had it, make a new one"
        )


def made_key(policy: Policy, environment: Mapping[str, str]) -> SecretKey:
    """Return the key of a policy, which is made where there is none; raises BadDestination where it cannot be.

    Of two first runs at once both take the key that came first.
    """
    if key := found_key(policy, environment):
        return key
    path = key_file(policy)
    try:
        with suppress(FileExistsError):
            _write_whole(path, f"{secrets.token_hex(32)}\n")
    except OSError as error:
        raise _unwritable(path, str(error.strerror)) from error
    if key := found_key(policy, environment):
        return key
    raise _unwritable(path, "a link that leads nowhere has its name")


def _write_whole(path: Path, text: str) -> None:
    """Write a new file for its owner alone, which nobody sees before it is whole; FileExistsError if there is one."""
    with temporary_folder(partial_prefix(path), PARTIAL, path.parent) as private:
        staged = private / "key"
        staged.touch(mode=0o600)
        staged.write_text(text, encoding="utf-8")
        flush(staged)
        with holding(path.parent):
            put(staged, path, replace=False)


def _unwritable(path: Path, why: str) -> BadDestination:
    return BadDestination(f"the key {path.name} cannot be written: {why}", f"set {VARIABLE} to a long random text")


def of_policy(policy: Policy, key: SecretKey) -> dict[str, object]:
    """Return the fingerprints of a policy: of its file, and of what each of its tables says."""
    plain = not (policy.says("source", "where") or policy.says("source", "query"))
    whole = {"sha256": policy.sha256} if plain else {"keyed_sha256": key.of(policy.sha256)}
    return whole | {"keyed_sha256_of_tables": {name: key.of(_text_of(policy, name)) for name in _SAYING}}


def _text_of(policy: Policy, name: str) -> str:
    """Return what a table says of a release; the memory it may take, and the place of its steps, change nothing."""
    said = json.loads(policy.canonical(*_SAYING[name]))
    return json.dumps({key: value for key, value in said.items() if key not in _PASSING}, sort_keys=True)


def of_release(manifest: Mapping[str, Any], key: SecretKey) -> str:
    """Return the fingerprint of all that a manifest says of a release, the sha256 of its data among it.

    So nothing that a run wrote into a manifest can be moved to other data.
    """
    fields = {name: value for name, value in manifest.items() if name not in _PASSING_FIELDS}
    fields["fingerprints"] = {name: value for name, value in manifest["fingerprints"].items() if name != RELEASE}
    return key.of(f"a release and its manifest: {json.dumps(fields, sort_keys=True)}")


def of_data(policy: Policy, dataset: Dataset, key: SecretKey) -> dict[str, str]:
    """Return the fingerprints of what a release is made from, as it is now; the engine of ``dataset`` reads it."""
    keyed = fingerprints(dataset, policy.options, key.of, policy.inputs, policy.columns)
    return {"key": key.name, "key_derivation": SCRYPT} | keyed
