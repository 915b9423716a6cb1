"""One host of the lab: creates its namespaces and its root file system, then acts as its PID 1.

usage: host.py NETWORK_NAMESPACE

The started process enters the network namespace, creates the others, forks and ends; the child is PID 1 of
the host. It reads its order from stdin (machine.await_order): {"name": host, "home": directory for its layers, "hide":
directory that the host must not see, "diskBytes": n or null, "addresses": {name: address} for /etc/hosts, "key": public
key that may log in, and, for a node of a Slurm cluster, "slurm": {"key": munge's key, "configuration": slurm.conf,
"controller": whether the controller runs here}}. It prints "disk" or "tmpfs", which tells where the host's writes are
stored, and "ready" when sshd is started.

SIGUSR1 to PID 1 reboots the host; see `reboot`.

All mounts are in the host's own mount namespace: they end with its last process, and are invisible to the machine.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import stat
import subprocess
import sys
import uuid
from pathlib import Path

from machine import (
    CLONE_NEWIPC,
    CLONE_NEWNS,
    CLONE_NEWPID,
    CLONE_NEWUTS,
    Failure,
    announce_ready,
    await_order,
    enter_network,
    run,
    unshare,
)

USER = "bench"
HOME = f"/home/{USER}"
DEVICES = {"null": (1, 3), "zero": (1, 5), "full": (1, 7), "random": (1, 8), "urandom": (1, 9), "tty": (5, 0)}
BOOT_ID = Path("/run/boot_id")  # the host's own boot ID, mounted over the kernel's, which is that of this machine
REBOOT = signal.SIGUSR1
SLURM = Path("/run/bench-slurm")
MUNGE_FILES = {"socket": "", "pid-file": ".pid", "log-file": ".log", "seed-file": ".seed"}
DEVICE_LINKS = {"fd": "/proc/self/fd", "stdin": "fd/0", "stdout": "fd/1", "stderr": "fd/2", "ptmx": "pts/ptmx"}

SSHD_CONFIG = """\
PermitRootLogin prohibit-password
PasswordAuthentication no
KbdInteractiveAuthentication no
UsePAM no
UseDNS no
AuthorizedKeysFile .ssh/authorized_keys
Subsystem sftp internal-sftp
"""


def main() -> None:
    enter_network(sys.argv[1])
    unshare(CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWUTS | CLONE_NEWIPC)
    told, tell = os.pipe()
    pid = os.fork()
    if pid:
        os.write(tell, b"%d" % pid)
        return
    os.close(tell)
    reset_inherited_state()
    order = await_order(int(os.read(told, 20)))
    try:
        start(order)
    except (Failure, OSError) as failure:
        sys.exit(str(failure))
    announce_ready()
    live_for_ever()


def reset_inherited_state() -> None:
    """Reset state inherited from the caller of `up`: nohup, the signals of a background job, a strict umask."""
    os.setsid()
    os.umask(0o022)
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)


def start(order: dict) -> None:
    """Create the host's root, move into it and start sshd there."""
    run("mount", "--make-rprivate", "/")
    layer, root = mount_root(Path(order["home"]), order["diskBytes"])
    print(layer, flush=True)
    mount_system_directories(root, order["hide"])
    write_accounts(root / "etc")
    authorize(root, order["key"])
    write_names(root / "etc", order["name"], order["addresses"])
    enter_root(root)
    socket.sethostname(order["name"])
    write_boot_id()
    run("mount", "--bind", str(BOOT_ID), "/proc/sys/kernel/random/boot_id")
    prepare_sshd()
    start_sshd()
    if "slurm" in order:
        start_slurm(**order["slurm"])


def mount_root(home: Path, disk_bytes: int | None) -> tuple[str, Path]:
    """Mount the machine's root file system under a layer for writes; return the kind of the layer, and the root.

    The layer is a directory on disk, a tmpfs of disk_bytes, or a tmpfs because the disk's file system cannot hold one.
    """
    disk, root = home / "disk", home / "root"
    disk.mkdir()
    root.mkdir()
    if disk_bytes is None:
        try:
            mount_overlay(disk, root)
            return "disk", root
        except Failure:
            shutil.rmtree(disk)
            disk.mkdir()
    run("mount", "-t", "tmpfs", "-o", "mode=755" + (f",size={disk_bytes}" if disk_bytes else ""), "tmpfs", str(disk))
    mount_overlay(disk, root)
    return "tmpfs", root


def mount_overlay(disk: Path, root: Path) -> None:
    upper, work = disk / "upper", disk / "work"
    for directory in (upper, work):
        directory.mkdir()
        directory.chmod(0o755)  # the mode of upper becomes that of the host's /, so override the umask
    run("mount", "-t", "overlay", "-o", f"lowerdir=/,upperdir={upper},workdir={work}", "overlay", str(root))


def mount_system_directories(root: Path, hide: str) -> None:
    """Mount the virtual file systems of a running system, and an empty directory over the lab's own state.

    /dev contains no disks and no ttys of the machine.
    """
    run("mount", "-t", "proc", "proc", f"{root}/proc")
    run("mount", "-t", "sysfs", "sysfs", f"{root}/sys")
    run("mount", "-t", "tmpfs", "-o", "mode=755", "tmpfs", f"{root}/run")
    run("mount", "-t", "tmpfs", "-o", "mode=1777", "tmpfs", f"{root}/tmp")
    hidden = Path(f"{root}{hide}")
    hidden.mkdir(parents=True, exist_ok=True)  # missing if /var/lib is a separate file system
    run("mount", "-t", "tmpfs", "-o", "mode=555,ro,size=4k", "tmpfs", str(hidden))
    run("mount", "-t", "tmpfs", "-o", "mode=755", "tmpfs", f"{root}/dev")
    for name, (major, minor) in DEVICES.items():
        device = root / "dev" / name
        os.mknod(device, stat.S_IFCHR, os.makedev(major, minor))
        device.chmod(0o666)
    for name, target in DEVICE_LINKS.items():
        (root / "dev" / name).symlink_to(target)
    for name in ("pts", "shm", "mqueue"):
        (root / "dev" / name).mkdir()
    run("mount", "-t", "devpts", "-o", "newinstance,ptmxmode=666,mode=620,gid=5", "devpts", f"{root}/dev/pts")
    run("mount", "-t", "tmpfs", "-o", "mode=1777", "tmpfs", f"{root}/dev/shm")
    run("mount", "-t", "mqueue", "mqueue", f"{root}/dev/mqueue")


def write_accounts(etc: Path) -> None:
    """Add the ordinary user, and make sure that sshd regards neither account as locked.

    Without PAM, sshd refuses an account if its password field begins with "!", as root's does on Ubuntu. "*" matches
    no password either, but does not lock the account. useradd would follow the machine's settings, so it is not used.
    """
    users, groups, secrets = (read_table(etc / name) for name in ("passwd", "group", "shadow"))
    if USER not in users:
        taken = {fields[2] for fields in [*users.values(), *groups.values()] if len(fields) > 2}
        number = next(str(number) for number in range(1000, 60000) if str(number) not in taken)
        groups.setdefault(USER, [USER, "x", number, ""])
        users[USER] = [USER, "x", number, groups[USER][2]]
    users[USER][4:] = ["", HOME, "/bin/sh"]
    for name in ("root", USER):
        secrets[name] = [name, "*", "", "", "", "", "", "", ""]
    for name, table in (("passwd", users), ("group", groups), ("shadow", secrets)):
        (etc / name).write_text("".join(":".join(fields) + "\n" for fields in table.values()))


def read_table(path: Path) -> dict[str, list[str]]:
    """The lines of a file like passwd(5), in order: lists of fields by their first field."""
    return {line.split(":")[0]: line.split(":") for line in path.read_text().splitlines()}


def authorize(root: Path, key: str) -> None:
    """Let only this key log in as root and as the ordinary user."""
    fields = read_table(root / "etc/passwd")[USER]
    for home, uid, gid in (("/root", 0, 0), (HOME, int(fields[2]), int(fields[3]))):
        directory = Path(f"{root}{home}/.ssh")
        directory.mkdir(parents=True, exist_ok=True)
        (directory / "authorized_keys").write_text(key + "\n")
        for path, mode in ((directory.parent, 0o700), (directory, 0o700), (directory / "authorized_keys", 0o600)):
            path.chmod(mode)
            os.chown(path, uid, gid)


def write_names(etc: Path, name: str, addresses: dict[str, str]) -> None:
    (etc / "hostname").write_text(name + "\n")
    lines = ["127.0.0.1 localhost", "::1 localhost ip6-localhost", *(f"{ip} {host}" for host, ip in addresses.items())]
    (etc / "hosts").write_text("\n".join(lines) + "\n")


def enter_root(root: Path) -> None:
    """Make this the root of the mount namespace, and unmount the machine's root."""
    os.chdir(root)
    old = root / "run/old-root"
    old.mkdir()
    run("pivot_root", str(root), str(old))
    os.chdir("/")
    run("umount", "--lazy", "/run/old-root")
    os.rmdir("/run/old-root")


def write_boot_id() -> None:
    """Write a new boot ID, which identifies this boot of the host. Overwrites the file, because it is mounted."""
    BOOT_ID.write_text(f"{uuid.uuid4()}\n")


def prepare_sshd() -> None:
    """Give sshd this host's own keys and settings; it listens on port 22 of all the host's addresses."""
    settings = Path("/etc/ssh")
    for inherited in settings.glob("ssh_host_*"):
        inherited.unlink()
    run("ssh-keygen", "-A")
    config = settings / "sshd_config"
    config.write_text(SSHD_CONFIG)
    make_run_directories()
    if "persourcepenalties" in run(sshd_program(), "-T"):
        # OpenSSH 9.8 and later block an address after failed logins, and all tests of failed logins use one address.
        config.write_text(SSHD_CONFIG + "PerSourcePenalties no\n")


def sshd_program() -> str:
    program = shutil.which("sshd")
    assert program, "`lab up` checks that sshd is installed"
    return program


def make_run_directories() -> None:
    """Create the directories that programs expect in /run, which is empty after a boot."""
    for name, mode in (("lock", 0o1777), ("sshd", 0o755)):
        directory = Path("/run", name)
        directory.mkdir(exist_ok=True)
        directory.chmod(mode)


def start_sshd() -> None:
    subprocess.Popen([sshd_program(), "-D", "-e"], stdin=subprocess.DEVNULL)


def start_slurm(key: str, configuration: str, controller: bool) -> None:
    """Start munge and slurmd, and on one host slurmctld. All files are in one directory, which a reboot empties."""
    SLURM.mkdir(mode=0o755)
    (SLURM / "state").mkdir()
    secret = SLURM / "key"
    secret.touch(mode=0o600)
    secret.write_bytes(bytes.fromhex(key))
    (SLURM / "slurm.conf").write_text(configuration)
    (SLURM / "cgroup.conf").write_text("CgroupPlugin=cgroup/v1\n")  # explicit: hosts have none to detect
    files = [f"--{option}={SLURM}/munge{suffix}" for option, suffix in MUNGE_FILES.items()]
    run("munged", "--force", f"--key-file={secret}", *files)
    if controller:
        run("slurmctld", "-f", f"{SLURM}/slurm.conf")
    if os.system(f"slurmd -f {SLURM}/slurm.conf"):
        sys.exit((SLURM / "slurmd.log").read_text())


def live_for_ever() -> None:
    """Act as PID 1: reap processes, and reboot on request. As on a real machine, the host survives its sshd."""
    awaited = [signal.SIGCHLD, REBOOT]
    signal.pthread_sigmask(signal.SIG_BLOCK, awaited)
    while True:
        reap()
        if signal.sigwait(awaited) == REBOOT:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, awaited)  # children would inherit blocked signals
            reboot()
            signal.pthread_sigmask(signal.SIG_BLOCK, awaited)


def reap() -> None:
    try:
        while os.waitpid(-1, os.WNOHANG) != (0, 0):
            pass
    except ChildProcessError:
        pass


def reboot() -> None:
    """Simulate a reboot: kill all processes, delete files in memory, restart sshd.

    The disk, the addresses and manual mounts are kept.
    """
    os.kill(-1, signal.SIGKILL)  # every process of this PID namespace except this one
    for directory in map(Path, ("/tmp", "/run", "/dev/shm")):
        for path in directory.iterdir():
            if path != BOOT_ID:
                remove(path)
    write_boot_id()
    make_run_directories()
    start_sshd()


def remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)  # a mount point inside cannot be removed
    else:
        path.unlink()


if __name__ == "__main__":
    main()
