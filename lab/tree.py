"""Builds a server from Debian's packages, in a tree like the vendor's Linux archive.

The tree can be moved and does not use the machine's libraries: its programs run with their own C library.
"""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass, field
from pathlib import Path

from machine import Failure, run
from making import COMMAND

LIST = "PACKAGES"  # lists the packages in the tree; marks a directory as one of ours

# The loader has the program's name, because the kernel names a process after its executable: so ps shows mysqld.
# --inhibit-cache: the machine's libraries may have other versions. --argv0: MySQL locates its tree by it.
START = """\
#!/bin/sh
# Starts the program with the tree's own loader and libraries, wherever the tree is. Made by lab/server.
base=$(readlink -f -- "$0") || exit 1
base=${{base%/bin/*}}
export MY_BASEDIR_VERSION="$base"  # MariaDB finds its tree by it
exec "$base/lib/private/{name}" --inhibit-cache --library-path "$base/lib/private" {argv0}\\
    "$base/lib/private/{name}.bin" "$@"
"""

# Debian's scripts expect Debian's layout below the given directory.
MOVED = (
    (r"(\$basedir|\$dirname0)//?(usr/)?s?bin/", r"\1/bin/"),
    (r"\$basedir/share/(mysql|mariadb)\b", "$basedir/share"),
    (r"\$basedir/lib/mysql/plugin", "$basedir/lib/plugin"),
)


@dataclass(frozen=True)
class Kind:
    """The differences between servers: their Debian packages, and the content of the vendor's archive."""

    title: str  # the vendor's product name
    suite: str  # Debian suite to use by default
    package: str  # package with the server; its dependencies are also needed
    programs: tuple[str, ...]  # in bin, the server first
    share: tuple[str, ...]  # in share: names or patterns
    others: tuple[str, ...] = ()  # packages with further files, without their dependencies, which no server needs
    scripts: tuple[str, ...] = ()  # in scripts
    links: dict[str, str] = field(default_factory=dict)
    endings: dict[str, str] = field(default_factory=dict)  # suffix of the packages' names, by suite

    def packages(self, suite: str) -> list[str]:
        return [name + self.endings.get(suite, "") for name in (self.package, *self.others)]


KINDS = {
    "mysql": Kind(
        title="MySQL",
        suite="sid",
        package="mysql-server-core",
        programs=("mysqld",),
        share=("english", "charsets"),
    ),
    "mariadb": Kind(
        title="MariaDB",
        suite="trixie",
        package="mariadb-server-core",
        programs=("mariadbd", "my_print_defaults", "resolveip"),
        share=("english", "charsets", "*.sql"),
        others=("mariadb-server", "mariadb-client-core"),
        scripts=("mariadb-install-db",),
        links={"bin/mysqld": "mariadbd", "scripts/mysql_install_db": "mariadb-install-db"},
        endings={"bullseye": "-10.5"},
    ),
}


@dataclass(frozen=True)
class Unpacked:
    """Debian packages, each unpacked in its own directory to record where a file came from."""

    directory: Path
    suite: str
    versions: dict[str, str]  # by package name

    def only(self, pattern: str) -> Path:
        found = self.all(pattern)
        if len(found) != 1:
            raise self.strange(len(found), pattern)
        return found[0]

    def some(self, pattern: str) -> list[Path]:
        found = self.all(pattern)
        if not found:
            raise self.strange(0, pattern)
        return found

    def all(self, pattern: str) -> list[Path]:
        return sorted(self.directory.glob(pattern))

    def strange(self, number: int, pattern: str) -> Failure:
        return Failure(
            f"Debian {self.suite}'s packages have {number or 'none'} of {pattern.removeprefix('*/')}",
            f"{COMMAND} does not know their layout. Choose another suite, or adapt {COMMAND}.",
        )

    def package(self, file: Path) -> str:
        return file.relative_to(self.directory).parts[0]


def lay_out(part: Path, kind: Kind, unpacked: Unpacked) -> None:
    """Move the files that a server needs from the packages' directories to their places in the vendor's archive."""
    private, plugins, share = part / "lib/private", part / "lib/plugin", part / "share"
    for directory in (part / "bin", private, plugins, share):
        directory.mkdir(parents=True)
    loading = Loading(unpacked)

    programs = [unpacked.only(f"*/usr/*bin/{name}") for name in kind.programs]
    # Before glibc 2.34, a lookup of a user or host loads these libraries, and would otherwise load the machine's.
    asked_later = unpacked.all("libc6/**/libnss_files.so.2") + unpacked.all("libc6/**/libnss_dns.so.2")
    libraries = {file.name: file for file in asked_later}
    for file in (*programs, *asked_later):
        libraries |= loading.libraries(file)
    found = [file for file in unpacked.all("*/usr/lib/mysql/plugin/*.so") if loading.is_enough(libraries, file)]
    scripts = [unpacked.only(f"*/usr/*bin/{name}") for name in kind.scripts]
    messages = unpacked.only("*/usr/share/*/english/errmsg.sys").parent.parent
    place = messages.relative_to(unpacked.directory)
    shared = [file for pattern in kind.share for file in unpacked.some(f"{place}/{pattern}")]

    for name, library in libraries.items():
        shutil.copy2(library, private / name)  # most are links, but only this name is used
    files = (loading.loader, *libraries.values(), *programs, *found, *scripts, *shared)
    used = {unpacked.package(file) for file in files}
    for file in programs:
        loading.add(part, file)
    for file in scripts:
        add_script(part / "scripts" / file.name, file)
    for file in found:
        file.rename(plugins / file.name)
    for file in shared:
        file.rename(share / file.name)
    for name, target in kind.links.items():
        link(part / name, target)
    # The default paths of Debian's server, relative to its base directory.
    link(part / "lib/mysql/plugin", "../plugin")
    for name in ("english", "charsets"):
        link(share / messages.name / name, f"../{name}")

    lines = [f"Made by lab/server of these packages of Debian {unpacked.suite}:"]
    lines += sorted(f"{name} {unpacked.versions[name]}" for name in used)
    (part / LIST).write_text("\n".join(lines) + "\n")


class Loading:
    """Starts the packages' programs with the packages' loader and libraries."""

    def __init__(self, unpacked: Unpacked):
        self.unpacked = unpacked
        self.loader = unpacked.only("libc6/**/*-linux-gnu/ld-linux-*.so.*")
        directories = unpacked.all("*/usr/lib/*-linux-gnu") + unpacked.all("*/lib/*-linux-gnu")
        self.path = ":".join(str(directory) for directory in directories)
        self.argv0 = '--argv0 "$0" ' if b"--argv0" in self.loader.read_bytes() else ""  # available since glibc 2.33

    def libraries(self, file: Path) -> dict[str, Path]:
        """The packages' libraries that a file needs, by the names that it requests."""
        found = self.taken(file)
        for name, library in found.items():
            if str(library.parent) not in self.path.split(":"):
                suite = self.unpacked.suite
                raise Failure(
                    f"Debian {suite}'s packages lack {name}, which {file.name} needs: the loader uses {library}",
                    f"{suite} may be inconsistent for some hours: try again later.",
                )
        return found

    def is_enough(self, libraries: dict[str, Path], file: Path) -> bool:
        """Whether a file needs no other libraries than these."""
        try:
            return self.taken(file).keys() <= libraries.keys()
        except Failure:  # from the loader: a library is in neither the packages nor the machine
            return False

    def taken(self, file: Path) -> dict[str, Path]:
        """The libraries that the loader uses for a file; the machine's if the packages have none."""
        output = run(str(self.loader), "--inhibit-cache", "--library-path", self.path, "--list", str(file))
        found = re.findall(r"^\s*(\S+) => (.+) \(0x[0-9a-f]+\)$", output, re.MULTILINE)
        return {name: Path(library) for name, library in found if Path(name).name != self.loader.name}

    def add(self, part: Path, program: Path) -> None:
        """Add a program to a tree that has the libraries."""
        start, private = part / "bin" / program.name, part / "lib/private"
        shutil.copy2(self.loader, private / program.name)
        program.rename(private / f"{program.name}.bin")
        start.write_text(START.format(name=program.name, argv0=self.argv0.replace("$0", f"$base/bin/{program.name}")))
        start.chmod(0o755)


def add_script(path: Path, script: Path) -> None:
    path.parent.mkdir(exist_ok=True)
    text = script.read_text()
    for pattern, place in MOVED:
        text = re.sub(pattern, place, text)
    path.write_text(text)
    path.chmod(0o755)


def link(path: Path, target: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(target)
