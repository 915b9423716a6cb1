"""Builds a lab: links, switch, hosts, and the files for the user."""

from __future__ import annotations

import json
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from journal import READY_FILES, STATE, Journal
from machine import Failure, Process, first_half_of_cpus, processes_in_network, run, tail
from network import (
    BRIDGE,
    SWITCH_SOCKET,
    Host,
    make_networks,
    management_reaches,
    management_state,
    measure_rtt,
    number_hosts,
)

LAB = Path(__file__).resolve().parent
READY = Path(os.environ.get("BENCH_LAB_FILES", LAB / "run"))
SWITCH = "the switch"  # its name in the journal; no host can have this name, because it contains a space
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
ENVIRONMENT = {"PATH": PATH, "HOME": "/root", "LANG": "C.UTF-8"}  # for all programs in the lab
SLURM = "/run/bench-slurm"  # on the hosts
START_SECONDS = 60  # a host starts in about a second; its RSA key may take a few on a busy machine

TOOLS = {  # program: its Debian package
    "ip": "iproute2",
    "mount": "mount",
    "umount": "mount",
    "pivot_root": "util-linux",
    "unshare": "util-linux",
    "nsenter": "util-linux",
    "sshd": "openssh-server",
    "ssh-keygen": "openssh-client",
    "ping": "iputils-ping",
}

SLURM_TOOLS = {"munged": "munge", "slurmctld": "slurm-wlm", "slurmd": "slurm-wlm", "srun": "slurm-wlm"}

# Tries every kernel feature that a lab needs, in namespaces that end with the trial.
TRIAL = """
mount --make-rprivate /
mount -t tmpfs tmpfs /tmp
mkdir /tmp/upper /tmp/work /tmp/root
mount -t overlay -o lowerdir=/,upperdir=/tmp/upper,workdir=/tmp/work overlay /tmp/root
mount -t proc proc /tmp/root/proc
ip tuntap add dev data0 mode tap
ip link add bench-lab0 type bridge
ip link add cable0 type veth peer name cable1
"""


def obstacles(slurm: bool = False) -> list[str]:
    """List everything that prevents a lab, except names and addresses in use."""
    tools = {**TOOLS, **SLURM_TOOLS} if slurm else TOOLS
    missing = [f"{tool} (package {package})" for tool, package in tools.items() if not shutil.which(tool)]
    if missing:
        return ["missing: " + ", ".join(missing)]
    found = []
    for directory in ("/etc", "/usr", "/var"):
        if os.path.ismount(directory):
            found.append(f"{directory} is a separate file system, but the hosts see only that of /")
    if not Path("/dev/net/tun").exists():
        found.append("there is no /dev/net/tun (try: modprobe tun)")
    if READY.is_symlink():
        found.append(f"{READY} is a symbolic link")
    elif READY.exists():
        strange = sorted(path.name for path in READY.iterdir() if path.name not in READY_FILES)
        if strange:
            found.append(f"{READY} contains files that the lab did not create: {', '.join(strange)}")
    return found


def trial() -> None:
    """Try the kernel features that a lab needs, leaving no trace; raise a Failure with the reason if one is missing."""
    apart = "unshare --mount --net --pid --uts --ipc --fork sh -ec".split()
    try:
        run(*apart, TRIAL)
    except Failure as failure:
        raise Failure(str(failure).splitlines()[-1].strip(" |")) from None


def build(journal: Journal, tell: Callable[[str], None]) -> float | None:
    """Create everything in the journal's settings; return the measured RTT in ms if there are several hosts.

    `tell` is called with other information for the user. The caller undoes the journal if this fails.
    """
    settings = journal["settings"]
    hosts = number_hosts(settings["hosts"])
    key = _make_key(journal)
    secret = os.urandom(64).hex() if "slurm" in settings else ""
    make_networks(journal, hosts)
    switch = _Starting(journal, SWITCH, "switch.py")
    starting = {host: _Starting(journal, host.name, "host.py", host.namespace_path) for host in hosts}
    ports = {host.name: host.namespace_path for host in hosts}
    cpus = first_half_of_cpus()  # the other half is the client's, as if it were another machine
    switch.order({"socket": str(SWITCH_SOCKET), "rttNanos": settings["rttNanos"], "ports": ports, "cpus": cpus})
    for host, child in starting.items():
        order = _host_order(host, hosts, settings["diskBytes"], key)
        if secret:
            controller = host == hosts[0]
            order["slurm"] = {"key": secret, "configuration": slurm_conf(hosts), "controller": controller}
        child.order(order)
    switch.await_line("ready")
    for host, child in starting.items():
        if child.await_line("disk", "tmpfs") == "tmpfs" and not settings["diskBytes"]:
            tell(f"{host.name}: the file system of {STATE} cannot store its writes, so they are in memory (tmpfs)")
        child.await_line("ready")
        _await_banner(host, child.remaining_seconds, child.failure)
    processes = {host: child.process for host, child in starting.items()}
    _write_ready_files(hosts, settings.get("clients", 1), processes)
    if secret:
        # This machine reaches the controller's Unix socket through the root directory of the controller's host.
        root = f"/proc/{processes[hosts[0]].pid}/root"
        (READY / "slurm.conf").write_text(slurm_conf(hosts, root))
        _await_nodes(len(hosts))
    _give_ready_files()
    if len(hosts) == 1:
        return None
    if not management_reaches(hosts[0], hosts[1]):
        tell(
            "the hosts cannot reach each other over the management link, although this machine reaches them: a firewall"
            f" here filters bridged traffic. To allow it: iptables -I FORWARD -i {BRIDGE} -o {BRIDGE} -j ACCEPT"
        )
    return measure_rtt(hosts[0], hosts[1], settings["rttNanos"])


class _Starting:
    """A starting process of the lab; machine.await_order describes the protocol."""

    def __init__(self, journal: Journal, name: str, script: str, *arguments: str):
        self._name = name
        self._log = _home(name) / "log"
        self._log.parent.mkdir(mode=0o700, parents=True)
        self._read = b""
        self._end = time.monotonic() + START_SECONDS
        with self._log.open("wb") as log:
            child = subprocess.Popen(
                [sys.executable, "-B", str(LAB / script), *arguments],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                env=ENVIRONMENT,
                cwd="/",
                start_new_session=True,  # Ctrl-C reaches only `up`, which then ends this process
            )
        assert child.stdin and child.stdout
        self._input, self._output = child.stdin, child.stdout
        pid = int(self._line())
        try:
            self.process = Process.of(pid)
        except ProcessLookupError:
            raise self.failure("ended") from None
        journal.add("process", name=name, pid=self.process.pid, start=self.process.start)

    def order(self, order: dict) -> None:
        """Send the process its order."""
        self._input.write(json.dumps(order).encode() + b"\n")
        self._input.close()

    def await_line(self, *expected: str) -> str:
        """Wait for one of the lines and return it."""
        line = self._line()
        if line not in expected:
            raise self.failure(f"said {line!r} instead of {' or '.join(expected)}")
        return line

    def failure(self, why: str) -> Failure:
        """A Failure that quotes the end of the log, because the log will be deleted."""
        return Failure(f"cannot start {self._name}: it {why}\n{tail(self._log.read_text(errors='replace'))}")

    def remaining_seconds(self) -> float:
        return max(0.0, self._end - time.monotonic())

    def _line(self) -> str:
        while b"\n" not in self._read:
            if not select.select([self._output], [], [], self.remaining_seconds())[0]:
                raise self.failure(f"was not ready after {START_SECONDS} s")
            more = os.read(self._output.fileno(), 1024)
            if not more:
                raise self.failure("ended")
            self._read += more
        line, _, self._read = self._read.partition(b"\n")
        return line.decode()


def _home(name: str) -> Path:
    """The directory with the log of a lab process and, if it is a host, its layers."""
    return STATE / "processes" / name


def _host_order(host: Host, hosts: list[Host], disk_bytes: int | None, key: str) -> dict:
    addresses = {other.name: other.management for other in hosts}
    addresses.update({f"{other.name}-data": other.data for other in hosts})
    return {
        "name": host.name,
        "home": str(_home(host.name)),
        "hide": str(STATE),
        "diskBytes": disk_bytes,
        "addresses": addresses,
        "key": key,
    }


def _await_banner(host: Host, remaining_seconds: Callable[[], float], failure: Callable[[str], Failure]) -> None:
    """Wait until sshd sends its banner on the management address."""
    last: object = "no answer"
    while remaining_seconds():
        try:
            with socket.create_connection((host.management, 22), timeout=1) as connection:
                greeting = connection.recv(64)
            if greeting.startswith(b"SSH-2.0"):
                return
            last = greeting
        except OSError as error:
            last = error
        time.sleep(0.02)
    raise failure(f"does not answer SSH on {host.management}: {last}")


def reboot(host: Host, first: Process) -> None:
    """Make a host's first process reboot it; wait until all others have ended and, if the link is up, sshd answers."""
    end = time.monotonic() + START_SECONDS

    def remaining_seconds() -> float:
        return max(0.0, end - time.monotonic())

    def failure(why: str) -> Failure:
        log = (_home(host.name) / "log").read_text(errors="replace")
        return Failure(f"cannot reboot {host.name}: it {why}\n{tail(log)}")

    others = [process for process in processes_in_network(Path(host.namespace_path)) if process != first]
    os.kill(first.pid, signal.SIGUSR1)
    while any(process.is_alive() for process in others):
        if not remaining_seconds():
            raise failure("still has processes from before the reboot")
        time.sleep(0.02)
    if management_state(host) == "up":
        _await_banner(host, remaining_seconds, failure)


def _make_key(journal: Journal) -> str:
    """Create the directory of the ready files with a new key pair; return the public key."""
    journal.add("ready files", path=str(READY))
    READY.mkdir(exist_ok=True)
    READY.chmod(0o755)
    for name in READY_FILES:
        (READY / name).unlink(missing_ok=True)
    private = READY / "id_ed25519"
    run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "bench-lab", "-f", str(private))
    return private.with_suffix(".pub").read_text().strip()


def _write_ready_files(hosts: list[Host], clients: int, processes: dict[Host, Process]) -> None:
    known, fingerprints = [], {}
    for host in hosts:
        keys = sorted(Path(f"/proc/{processes[host].pid}/root/etc/ssh").glob("ssh_host_*_key.pub"))
        known += [" ".join([host.management, *key.read_text().split()[:2]]) for key in keys]
        ed25519 = next(str(key) for key in keys if "ed25519" in key.name)
        fingerprints[host] = run("ssh-keygen", "-lf", ed25519).split()[1]
    (READY / "known_hosts").write_text("".join(line + "\n" for line in known))
    cpus = first_half_of_cpus() if clients == 1 else []  # several clients are not pinned
    (READY / "hosts.yaml").write_text(hosts_yaml(hosts, clients, fingerprints, cpus))
    (READY / "ssh_config").write_text(ssh_config(hosts))


def hosts_yaml(hosts: list[Host], clients: int, fingerprints: dict[Host, str], cpus: list[int]) -> str:
    """The hosts file for bench: the first hosts are the clients, and the next one is the database host.

    `cpus` are those of the database, because it shares this machine's CPUs with the client; with none it gets all.
    """
    lines = ["# Generated by lab/lab up, removed by lab/lab down.", "hosts:"]
    for host in hosts:
        lines += [
            f"  {host.name}:",
            f"    address: {host.management}",
            "    user: bench",
            "    identity: id_ed25519        # relative to this file",
            f"    hostKey: {fingerprints[host]}",
            f"    dataAddress: {host.data}",
        ]
        if cpus and host in hosts[clients : clients + 1]:
            lines.append(f"    cpus: {{ database: \"{','.join(map(str, cpus))}\" }}  # the client has the other half")
    names = ", ".join(host.name for host in hosts[:clients])
    roles = [f"client: {names}" if clients == 1 else f"clients: [{names}]"]
    roles += [f"database: {host.name}" for host in hosts[clients : clients + 1]]
    return "\n".join([*lines, *roles]) + "\n"


def slurm_conf(hosts: list[Host], root: str = "") -> str:
    """The Slurm configuration for the hosts or, with the root directory of the first host, for this machine."""
    nodes = [f"NodeName={host.name} NodeAddr={host.management} CPUs={os.cpu_count()}" for host in hosts]
    lines = [
        "# Generated by lab/lab up, removed by lab/lab down.",
        "ClusterName=lab",
        f"SlurmctldHost={hosts[0].name}({hosts[0].management})",
        "SlurmUser=root",
        "SlurmdUser=root",
        f"AuthInfo=socket={root}{SLURM}/munge",
        f"StateSaveLocation={SLURM}/state",
        f"SlurmdSpoolDir={SLURM}/spool",
        f"SlurmctldPidFile={SLURM}/slurmctld.pid",
        f"SlurmdPidFile={SLURM}/slurmd.pid",
        f"SlurmctldLogFile={SLURM}/slurmctld.log",
        f"SlurmdLogFile={SLURM}/slurmd.log",
        "DebugFlags=NO_CONF_HASH",  # the socket has a different path on this machine
        "ProctrackType=proctrack/linuxproc",  # the hosts share this machine's control groups
        "TaskPlugin=task/affinity",
        "SelectType=select/cons_tres",
        "SlurmdParameters=config_overrides",
        "SchedulerParameters=batch_sched_delay=0,sched_interval=1",
        "ReturnToService=2",
        "MailProg=/bin/true",
        *nodes,
        "PartitionName=lab Nodes=ALL Default=YES MaxTime=INFINITE State=UP",
    ]
    return "\n".join(lines) + "\n"


def _await_nodes(number: int) -> None:
    """Wait until the controller can use all nodes."""
    environment = {**ENVIRONMENT, "SLURM_CONF": str(READY / "slurm.conf")}
    end = time.monotonic() + START_SECONDS
    while True:
        sinfo = ["sinfo", "--noheader", "--Node", "--states=idle", "--format=%N"]
        asked = subprocess.run(sinfo, env=environment, capture_output=True, text=True, timeout=START_SECONDS)
        if len(asked.stdout.split()) == number:
            return
        if time.monotonic() > end:
            raise Failure(f"Slurm does not have {number} idle nodes:\n{tail(asked.stdout + asked.stderr)}")
        time.sleep(0.1)


def ssh_config(hosts: list[Host]) -> str:
    """The configuration for `ssh -F lab/run/ssh_config HOST`, which works from every directory."""
    directory = str(READY).replace("%", "%%")
    lines = ["# Generated by lab/lab up, removed by lab/lab down."]
    for host in hosts:
        lines += [f"Host {host.name}", f"  HostName {host.management}"]
    lines += [
        "Host " + " ".join(host.name for host in hosts),
        "  User bench",
        f'  IdentityFile "{directory}/id_ed25519"',
        "  IdentitiesOnly yes",
        "  IdentityAgent none",
        f'  UserKnownHostsFile "{directory}/known_hosts"',
        "  GlobalKnownHostsFile /dev/null",
        "  StrictHostKeyChecking yes",
    ]
    return "\n".join(lines) + "\n"


def _give_ready_files() -> None:
    """Give the ready files to the user who called sudo."""
    user, group = int(os.environ.get("SUDO_UID", os.getuid())), int(os.environ.get("SUDO_GID", os.getgid()))
    for path in (READY, *READY.iterdir()):
        os.chown(path, user, group, follow_symlinks=False)
