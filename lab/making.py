"""Shared code of the lab's commands that create something: the result is complete or absent, with no leftovers."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from machine import MACHINE, Failure

NAME = Path(sys.argv[0]).name  # name of the command
COMMAND = "lab/" + NAME


def exit_code(make: Callable[[], None]) -> int:
    """Call `make` and return the exit code; print failures to stderr."""
    os.umask(0o022)  # the result must be usable by every user
    os.environ["LC_ALL"] = "C"
    try:
        for number in (signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(number) is not signal.SIG_IGN:  # keep nohup in effect
                signal.signal(number, interrupt)
        make()
        return 0
    except Failure as failure:
        say(str(failure))
        return failure.code
    except OSError as error:
        say(str(error))
        return MACHINE
    except KeyboardInterrupt:
        say("interrupted")
        return 130  # the exit code that shells report for SIGINT


def interrupt(number: int, frame) -> None:
    raise KeyboardInterrupt


def say(text: str) -> None:
    print(f"{NAME}: {text}", file=sys.stderr)


@contextmanager
def only_maker(directory: Path) -> Iterator[Path]:
    """A work directory beside the requested one. It is removed at the end unless it was renamed."""
    part = directory.with_name(directory.name + ".part")
    try:
        part.mkdir()
    except FileExistsError:
        why = f"{part} exists: another {COMMAND} is running there, or was killed"
        raise Failure(why, f"If none is running, remove it: rm -r {shlex.quote(str(part))}") from None
    except OSError as error:
        todo = "Choose a directory whose parent exists and is writable for you, or run this as root."
        raise Failure(f"cannot make {part}: {error.strerror}", todo) from error
    try:
        yield part
    finally:
        if part.exists():
            take_away(part)


def take_away(directory: Path) -> None:
    for _ in range(50):  # the helpers of an interrupted apt-get keep writing for a moment
        shutil.rmtree(directory, ignore_errors=True)
        if not os.path.lexists(directory):
            return
        time.sleep(0.1)
    shutil.rmtree(directory)  # raises an error that names the obstacle


def show_size(path: Path) -> str:
    files = [path] if path.is_file() else [file for file in path.rglob("*") if not file.is_symlink() and file.is_file()]
    return f"{sum(file.stat().st_size for file in files) / (1 << 20):.0f} MiB"
