"""Fetches Debian packages with the machine's apt, without changing the apt and dpkg state of the machine."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

from machine import Failure, run

COMMANDS = {"apt-get": "apt", "apt-cache": "apt", "apt-config": "apt", "dpkg": "dpkg", "dpkg-deb": "dpkg"}


def require(commands: dict[str, str]) -> None:
    """Fail if one of these commands is missing; each is mapped to the package that contains it."""
    missing = {package for command, package in commands.items() if not shutil.which(command)}
    if missing:
        raise Failure("commands are missing", "Install the packages " + " ".join(sorted(missing)) + ".")


def prepare(work: Path) -> None:
    """Create a directory for apt. From now on, apt works there as if no packages were installed."""
    for name in ("state/lists/partial", "cache/archives/partial", "tmp"):
        (work / name).mkdir(parents=True)
    (work / "tmp").chmod(0o1777)  # when root runs apt, it downloads as another user
    os.environ["TMPDIR"] = str(work / "tmp")  # an interrupted dpkg-deb leaves files there
    (work / "status").touch()
    configure(work)


def configure(work: Path) -> None:
    """Make apt read only our configuration file from now on, because the machine's files may contain hooks."""
    kept = re.compile(
        r"(Acquire::(https?(::.*)?|ftp(::.*)?|Retries|ForceIPv[46]|Check-Date|Check-Valid-Until)"
        r"|Dir::Etc::(sourcelist|sourceparts|preferences|preferencesparts|trusted|trustedparts)) "
    )
    lines = [line for line in run("apt-config", "dump").splitlines() if kept.match(line)]
    lines += ['Dir::Etc::parts "/dev/null";', 'Dir::Etc::main "/dev/null";']
    path = work / "apt.conf"
    path.touch(mode=0o600)  # proxy settings may contain passwords
    path.write_text("\n".join(lines) + "\n")
    os.environ["APT_CONFIG"] = str(path)


def apt(work: Path, *words: str, sources: Path | None = None) -> list[str]:
    """An apt command that uses the machine's proxies and passwords but no other settings, and changes nothing there.

    Without `sources` it also uses the machine's sources and preferences.
    """
    settings = {
        "Dir::State": work / "state",
        "Dir::State::status": work / "status",
        "Dir::Cache": work / "cache",
        "Debug::NoLocking": "true",  # locks are needed only for shared directories
        "Acquire::Languages": "none",
        # A mirror may be a snapshot. Its signatures are still checked, and tests do not need the latest packages.
        "Acquire::Check-Valid-Until": "false",
        "APT::Update::Error-Mode": "any",  # otherwise a failed download is only a warning
        "APT::Install-Recommends": "false",
    }
    if sources:
        settings |= {
            "Dir::Etc::sourcelist": sources,
            "Dir::Etc::sourceparts": "/dev/null",
            "Dir::Etc::preferences": "/dev/null",
            "Dir::Etc::preferencesparts": "/dev/null",
        }
    options = (word for name, value in settings.items() for word in ("-o", f"{name}={value}"))
    return [words[0], "--quiet", *options, *words[1:]]


def archives(work: Path) -> list[Path]:
    """The fetched packages."""
    return sorted((work / "cache/archives").glob("*.deb"))


def architecture() -> str:
    return run("dpkg", "--print-architecture").strip()


def field(package: Path, name: str) -> str:
    return run("dpkg-deb", "--field", str(package), name).strip()


def stand_in(**fields: str) -> str:
    """A status entry that makes apt treat a package as installed and on hold."""
    given = {key.replace("_", "-"): value for key, value in fields.items()}
    common = {"Status": "hold ok installed", "Maintainer": "nobody", "Description": "stands in"}
    return "".join(f"{name}: {value}\n" for name, value in {**given, **common}.items()) + "\n"


def hide_password(uri: str) -> str:
    return re.sub(r"//[^/@]*@", "//", uri)
