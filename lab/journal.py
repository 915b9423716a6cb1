"""Records everything that the lab creates on this machine, before creating it, to be able to undo it in reverse order.

The state directory contains the journal, the hosts' layers and logs, and the switch's socket. It exists from the first
step of `up` to the last step of `down`, and only root can create or change it.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from machine import Failure, Process, boot_id, mounts_below, processes_in_network, run

STATE = Path(os.environ.get("BENCH_LAB_STATE", "/var/lib/bench-lab"))  # another directory also needs other namespaces
NAMESPACES = Path("/run/netns")  # where `ip netns` binds network namespaces
LOCK_SECONDS = 60  # another command of the lab takes a few seconds

# The files for the user, in lab/run of the checkout. Nothing else there is ever removed.
READY_FILES = ("hosts.yaml", "id_ed25519", "id_ed25519.pub", "known_hosts", "ssh_config", "slurm.conf")


@contextmanager
def only_command() -> Iterator[None]:
    """Wait until no other command changes the lab. The lock is on a directory, so it leaves no file behind."""
    directory = os.open(STATE.parent, os.O_RDONLY | os.O_CLOEXEC)
    try:
        end = time.monotonic() + LOCK_SECONDS
        while True:
            try:
                fcntl.flock(directory, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() > end:
                    what = f"another command has been changing the lab for {LOCK_SECONDS} s"
                    raise Failure(what, f"To see which one: fuser -v {STATE.parent}") from None
                time.sleep(0.05)
        yield
    finally:
        os.close(directory)


class Journal:
    """The record of one lab, on disk after every change.

    Fields: `lab` (the directory of the program that created it), `user` (the calling user), `boot` (the machine's boot
    ID; the pids are valid only for this boot), `started` (UTC), `settings`, `made` (one entry per created thing),
    `complete` (whether `up` finished).
    """

    def __init__(self, entries: dict):
        self._entries = entries

    @staticmethod
    def read() -> Journal | None:
        """The journal on this machine; None if there is no lab, not even an incomplete one."""
        try:
            return Journal(json.loads((STATE / "journal.json").read_text()))
        except FileNotFoundError:
            return Journal({"lab": "unknown", "boot": "", "made": [], "complete": False}) if STATE.exists() else None

    @staticmethod
    def begin(lab: Path, settings: dict) -> Journal:
        """Create the state directory with a journal."""
        STATE.mkdir()
        STATE.chmod(0o711)
        journal = Journal(
            {
                "lab": str(lab),
                "user": os.environ.get("SUDO_USER", "root"),
                "boot": boot_id(),
                "started": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
                "settings": settings,
                "complete": False,
                "made": [],
            }
        )
        journal._write()
        return journal

    def __getitem__(self, field: str):
        return self._entries[field]

    def change(self, **fields) -> None:
        self._entries.update(fields)
        self._write()

    def add(self, kind: str, **what) -> None:
        """Record a thing that is about to be created; the kinds are the keys of UNDO."""
        assert kind in UNDO, kind
        self._entries["made"].append({"kind": kind, **what})
        self._write()

    def process(self, name: str) -> Process | None:
        """The process with this name; None if it is not running."""
        for entry in self._entries["made"]:
            if entry["kind"] == "process" and entry["name"] == name and self._entries["boot"] == boot_id():
                process = Process(entry["pid"], entry["start"])
                return process if process.is_alive() else None
        return None

    def living(self) -> list[str]:
        """The names of all running processes of the lab."""
        names = [entry["name"] for entry in self._entries["made"] if entry["kind"] == "process"]
        return [name for name in names if self.process(name)]

    def dead(self) -> list[str]:
        """The names of all processes of the lab that have ended."""
        names = [entry["name"] for entry in self._entries["made"] if entry["kind"] == "process"]
        return [name for name in names if not self.process(name)]

    def undo(self) -> list[str]:
        """Undo everything in reverse order, and check; return what remains, as text for the user.

        A full disk does not stop it: if something was undone but not recorded, the next `undo` finds it gone.
        """
        self._entries["complete"] = False
        remains = []
        for entry in reversed(list(self._entries["made"])):
            problem = self._undo_one(entry)
            if problem:
                remains.append(problem)
            else:
                self._entries["made"].remove(entry)
            with suppress(OSError):
                self._write()
        return remains or _remove_state()

    def _undo_one(self, entry: dict) -> str | None:
        if entry["kind"] == "process" and self._entries["boot"] != boot_id():
            return None  # another process has this pid now
        try:
            return UNDO[entry["kind"]](entry)
        except (Failure, OSError) as failure:
            return f"{entry['kind']} {entry.get('name', '')}: {failure}"

    def _write(self) -> None:
        """Replace the file atomically: a kill in the middle leaves either the old or the new one."""
        new = STATE / "journal.json.new"
        new.write_text(json.dumps(self._entries, indent=1))
        new.replace(STATE / "journal.json")


# Each of these removes one thing, ignores things that were never created, and returns a description of what is left.


def _end_process(entry: dict) -> str | None:
    process = Process(entry["pid"], entry["start"])
    process.kill()
    return f"process {process.pid} ({entry['name']})" if process.is_alive() else None


def _delete_link(entry: dict) -> str | None:
    link = Path("/sys/class/net") / entry["name"]
    if link.exists():
        run("ip", "link", "delete", entry["name"])
    return f"link {entry['name']}" if link.exists() else None


def _delete_route(entry: dict) -> str | None:
    show = ("ip", "route", "show", "exact", entry["network"], "type", "unreachable")
    if run(*show):
        run("ip", "route", "delete", "unreachable", entry["network"])
    return f"route {entry['network']}" if run(*show) else None


def _delete_namespace(entry: dict) -> str | None:
    """Delete a network namespace, and kill any processes left in it."""
    path = NAMESPACES / entry["name"]
    for process in processes_in_network(path):
        process.kill()
    if path.exists():
        run("ip", "netns", "delete", entry["name"])
    return f"network namespace {entry['name']}" if path.exists() else None


def _delete_namespaces_directory(entry: dict) -> str | None:
    """Remove the directory that the first `ip netns add` on a machine creates, unless something else uses it now."""
    if NAMESPACES.exists() and not any(NAMESPACES.iterdir()):
        for point in mounts_below(NAMESPACES):
            run("umount", point)
        NAMESPACES.rmdir()
    return None


def _delete_ready_files(entry: dict) -> str | None:
    directory = Path(entry["path"])
    for name in READY_FILES:
        (directory / name).unlink(missing_ok=True)
    if directory.exists():
        others = sorted(path.name for path in directory.iterdir())
        if others:
            return f"{directory}: it contains files that the lab did not create: {', '.join(others)}"
        directory.rmdir()
    return None


def _remove_state() -> list[str]:
    """Remove the state directory, but do not cross mounts, which could lead to other users' files."""
    mounts = mounts_below(STATE)
    if mounts:
        return [f"mount {point}" for point in mounts]
    try:
        shutil.rmtree(STATE)
    except OSError as error:
        return [f"{STATE}: {error}"]
    return []


UNDO: dict[str, Callable[[dict], str | None]] = {
    "process": _end_process,
    "link": _delete_link,
    "route": _delete_route,
    "namespace": _delete_namespace,
    "namespaces directory": _delete_namespaces_directory,
    "ready files": _delete_ready_files,
}
