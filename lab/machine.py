"""The lab's access to its machine: commands, processes, namespaces and mounts."""

from __future__ import annotations

import ctypes
import json
import os
import select
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

USAGE = 2  # exit code: the command line is wrong
NOT_UP = 3  # exit code: there is no lab to work on
MACHINE = 4  # exit code: this machine, or something on it, prevents the command

CLONE_NEWNS = 0x00020000
CLONE_NEWUTS = 0x04000000
CLONE_NEWIPC = 0x08000000
CLONE_NEWPID = 0x20000000
CLONE_NEWNET = 0x40000000
PR_SET_TIMERSLACK = 29

LINES_SHOWN = 5  # of the output of a failed command: the reason is nearly always in the last lines


class Failure(Exception):
    """A problem to show to the user: what failed and why, what to do about it, and the exit code."""

    def __init__(self, what: str, todo: str = "", code: int = MACHINE):
        super().__init__("\n".join(part for part in (what, todo) if part))
        self.code = code


def tail(output: str) -> str:
    """The last lines of an output, marked as quoted."""
    return "\n".join("  | " + line for line in output.strip().splitlines()[-LINES_SHOWN:])


def run(*command: str) -> str:
    """Run a command to its end and return its stdout; any status but 0 raises a Failure with the command."""
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace")
    if done.returncode != 0:
        output = tail(done.stderr or done.stdout)
        raise Failure(f"{command[0]}: exit status {done.returncode}\n  $ {shlex.join(command)}\n{output}")
    return done.stdout


def boot_id() -> str:
    """The ID of the machine's current boot."""
    return Path("/proc/sys/kernel/random/boot_id").read_text().strip()


def mounts_below(directory: Path) -> list[str]:
    """The mount points at or below a directory, in this mount namespace, most recent mount first."""
    points = [line.split()[4] for line in Path("/proc/self/mountinfo").read_text().splitlines()]
    return [point for point in reversed(points) if Path(point) == directory or directory in Path(point).parents]


@dataclass(frozen=True)
class Process:
    """A process of this boot: its pid and, because pids are reused, its start (clock ticks since boot)."""

    pid: int
    start: int

    @staticmethod
    def of(pid: int) -> Process:
        """The running process with this pid; ProcessLookupError if there is none."""
        start = _start(pid)
        if start is None:
            raise ProcessLookupError(pid)
        return Process(pid, start)

    def is_alive(self) -> bool:
        return _start(self.pid) == self.start

    def kill(self, limit_seconds: float = 10) -> None:
        """Kill the process and wait until it is gone. Killing PID 1 of a namespace kills everything in that namespace.

        The pidfd is opened before the start is compared, so the signal cannot hit a later process with the same pid.
        """
        try:
            handle = os.pidfd_open(self.pid)
        except ProcessLookupError:
            return
        try:
            if self.is_alive():
                signal.pidfd_send_signal(handle, signal.SIGKILL)
                gone = select.poll()
                gone.register(handle, select.POLLIN)
                gone.poll(limit_seconds * 1000)
        finally:
            os.close(handle)


def _start(pid: int) -> int | None:
    """Start of a process in clock ticks since boot; None if it ended, even if it is still a zombie."""
    try:
        # The second field is the program's name in brackets; it may contain anything, including brackets.
        fields = Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return None
    return None if fields[0] in "ZX" else int(fields[19])


def processes_in_network(namespace: Path) -> list[Process]:
    """All processes whose network namespace is the one bound at this path; none if there is no such path."""
    if not namespace.exists():
        return []
    wanted = namespace.stat()
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                if os.path.samestat((entry / "ns/net").stat(), wanted):
                    found.append(Process.of(int(entry.name)))
            except OSError:
                pass  # it has just ended; or not even root may inspect it, so it is not ours
    return found


def await_order(pid: int) -> dict:
    """Called at the start of every lab process: print the pid, wait until it is recorded, and read the order.

    The parent replies with one line of JSON on stdin. If the parent dies first, there is no reply and the process
    ends. So no process of the lab ever runs without a record.
    """
    print(pid, flush=True)
    line = sys.stdin.readline()
    if not line:
        sys.exit("the parent process ended before it sent an order")
    return json.loads(line)


def announce_ready() -> None:
    """Print "ready", and close the pipes to the parent process."""
    print("ready", flush=True)
    devnull = os.open(os.devnull, os.O_RDWR)
    os.dup2(devnull, 0)
    os.dup2(devnull, 1)
    os.close(devnull)


_libc = ctypes.CDLL(None, use_errno=True)


def unshare(flags: int) -> None:
    """Call unshare(2), which Python supports only since 3.12."""
    if _libc.unshare(ctypes.c_int(flags)) != 0:
        _raise_errno("unshare")


def enter_network(namespace: str) -> None:
    """Move this thread into the network namespace at a path (setns(2), which Python supports only since 3.12)."""
    handle = os.open(namespace, os.O_RDONLY | os.O_CLOEXEC)
    try:
        if _libc.setns(ctypes.c_int(handle), ctypes.c_int(CLONE_NEWNET)) != 0:
            _raise_errno(f"setns {namespace}")
    finally:
        os.close(handle)


def first_half_of_cpus() -> list[int]:
    """The CPUs of the first half of this machine's cores, where bench puts a local database; none if there is one CPU.

    If there is only one core, its threads are divided instead.
    """
    usable = os.sched_getaffinity(0)
    cores = {tuple(sorted(_threads_of_core(cpu) & usable)) for cpu in usable}
    if len(cores) == 1:
        cores = {(cpu,) for cpu in usable}
    return sorted(cpu for core in sorted(cores)[: len(cores) // 2] for cpu in core)


def _threads_of_core(cpu: int) -> set[int]:
    """The CPUs that share a core with this one, including itself; only itself if the kernel does not tell."""
    try:
        ranges = Path(f"/sys/devices/system/cpu/cpu{cpu}/topology/thread_siblings_list").read_text().strip().split(",")
    except FileNotFoundError:
        return {cpu}
    ends = [(int(first), int(last or first)) for first, _, last in (part.partition("-") for part in ranges)]
    return {cpu, *(number for first, last in ends for number in range(first, last + 1))}


@contextmanager
def inside_network(namespace: str) -> Iterator[None]:
    """Enter the network namespace at a path for the duration of a block."""
    home = os.open("/proc/self/ns/net", os.O_RDONLY | os.O_CLOEXEC)
    try:
        enter_network(namespace)
        yield
    finally:
        enter_network(f"/proc/self/fd/{home}")
        os.close(home)


def set_timer_slack(nanos: int) -> None:
    """Set the maximum delay with which the kernel wakes this thread from a timed wait, in ns (default: 50 000)."""
    if _libc.prctl(ctypes.c_int(PR_SET_TIMERSLACK), ctypes.c_ulong(nanos)) != 0:
        _raise_errno("prctl PR_SET_TIMERSLACK")


def _raise_errno(call: str) -> NoReturn:
    error = ctypes.get_errno()
    raise OSError(error, f"{call}: {os.strerror(error)}")
