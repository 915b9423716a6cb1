"""The two networks of the lab.

Management: a bridge in the machine's own network namespace, with a cable to each host, for SSH from this machine and
between the hosts. Data: the switch of switch.py, for the measured traffic; this machine is not connected to it. The
hosts have no default route, so they reach no other network.
"""

from __future__ import annotations

import ipaddress
import json
import re
import socket
import statistics
from dataclasses import dataclass
from pathlib import Path

from journal import NAMESPACES, STATE, Journal
from machine import Failure, inside_network, run

MANAGEMENT = ipaddress.IPv4Network("10.213.77.0/24")
DATA = ipaddress.IPv4Network("10.213.78.0/24")
FIRST_NUMBER = 11  # last byte of the first host's addresses
HOSTS_MAX = 254 - FIRST_NUMBER + 1
BRIDGE = "bench-lab0"
BRIDGE_ADDRESS = MANAGEMENT[1]
BRIDGE_MAC = "02:6c:61:62:00:01"  # fixed, because a bridge otherwise changes its address with its ports
SWITCH_SOCKET = STATE / "switch"
ANSWER_SECONDS = 5  # the switch answers within one round of its loop
IFF_UP = 0x1
# Every kernel has Reno. Some default to BBR, which paces a large result by what it learnt from small ones: at 0.5 Gbit/s.
CONGESTION_CONTROL = Path("/proc/sys/net/ipv4/tcp_congestion_control")
PINGS = 20


@dataclass(frozen=True)
class Host:
    """One host of the lab: its name, and the last byte of its addresses."""

    name: str
    number: int

    @property
    def management(self) -> str:
        return str(MANAGEMENT[self.number])

    @property
    def data(self) -> str:
        return str(DATA[self.number])

    @property
    def namespace(self) -> str:
        """The name of its network namespace for `ip netns`."""
        return f"bench-lab-{self.name}"

    @property
    def namespace_path(self) -> str:
        return str(NAMESPACES / self.namespace)

    @property
    def cable(self) -> str:
        """This machine's end of its management link."""
        return f"bench-lab{self.number}"


def number_hosts(names: list[str]) -> list[Host]:
    return [Host(name, FIRST_NUMBER + index) for index, name in enumerate(names)]


def taken(hosts: list[Host]) -> list[str]:
    """List everything that already uses an address or a name that the lab needs.

    A route to a larger network that contains the lab's, like that of a VPN, is not an obstacle: the lab's is more
    specific.
    """
    ours = (MANAGEMENT, DATA)
    found = []
    for link in json.loads(run("ip", "-json", "-4", "address")):
        for address in link["addr_info"]:
            if any(ipaddress.IPv4Address(address["local"]) in network for network in ours):
                found.append(f"{link['ifname']} has the address {address['local']}")
    for route in json.loads(run("ip", "-json", "-4", "route", "show", "table", "main")):
        target = ipaddress.IPv4Network("0.0.0.0/0" if route["dst"] == "default" else route["dst"])
        if any(target.subnet_of(network) for network in ours):
            found.append(f"there is a route to {route['dst']}")
    for name in [BRIDGE, *(host.cable for host in hosts)]:
        if Path("/sys/class/net", name).exists():
            found.append(f"there is a link {name}")
    for host in hosts:
        if Path(host.namespace_path).exists():
            found.append(f"there is a network namespace {host.namespace}")
    return found


def make_networks(journal: Journal, hosts: list[Host]) -> None:
    """Create the bridge, and for each host its network namespace with both links. The data link has no traffic yet."""
    # Without this route, packets from this machine to a data address would leave by the default route.
    journal.add("route", network=str(DATA))
    run("ip", "route", "add", "unreachable", str(DATA))
    journal.add("link", name=BRIDGE)
    run("ip", "link", "add", BRIDGE, "address", BRIDGE_MAC, "type", "bridge", "mcast_snooping", "0")
    _disable_ipv6(BRIDGE)
    run("ip", "address", "add", f"{BRIDGE_ADDRESS}/{MANAGEMENT.prefixlen}", "dev", BRIDGE)
    run("ip", "link", "set", BRIDGE, "up")
    if not NAMESPACES.exists():
        journal.add("namespaces directory")
    for host in hosts:
        _make_host_network(journal, host)


def _make_host_network(journal: Journal, host: Host) -> None:
    journal.add("namespace", name=host.namespace)
    run("ip", "netns", "add", host.namespace)
    with inside_network(host.namespace_path):
        _disable_ipv6("default")  # inherited by all links created here from now on
        CONGESTION_CONTROL.write_text("reno")
    journal.add("link", name=host.cable)
    run("ip", "link", "add", host.cable, "type", "veth", "peer", "name", "mgmt0", "netns", host.namespace)
    _disable_ipv6(host.cable)
    run("ip", "link", "set", host.cable, "master", BRIDGE, "up")
    inside = ("ip", "-netns", host.namespace)
    run(*inside, "tuntap", "add", "dev", "data0", "mode", "tap")
    run(*inside, "address", "add", f"{host.management}/{MANAGEMENT.prefixlen}", "dev", "mgmt0")
    run(*inside, "address", "add", f"{host.data}/{DATA.prefixlen}", "dev", "data0")
    for link in ("lo", "mgmt0", "data0"):
        run(*inside, "link", "set", link, "up")


def _disable_ipv6(link: str) -> None:
    """Disable IPv6 on a link of the current namespace, to avoid its neighbour and router messages."""
    setting = Path("/proc/sys/net/ipv6/conf", link, "disable_ipv6")
    if setting.exists():  # missing if the kernel has no IPv6
        setting.write_text("1")


def ask_switch(**request) -> dict:
    """Send a request to the switch (see Switch.answer) and return the resulting settings."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as asker:
        asker.settimeout(ANSWER_SECONDS)
        try:
            asker.bind("")  # the kernel chooses a name for the reply
            asker.connect(str(SWITCH_SOCKET))
            asker.send(json.dumps(request).encode())
            return json.loads(asker.recv(65536))
        except OSError as error:
            what = f"the switch of the data link does not answer: {error}"
            raise Failure(what, "Recreate the lab: lab/lab down, lab/lab up") from None


def management_state(host: Host) -> str:
    """The state of this machine's end of the management link: up, down, or dead if it no longer exists."""
    try:
        flags = int(Path("/sys/class/net", host.cable, "flags").read_text(), 16)
    except FileNotFoundError:
        return "dead"
    return "up" if flags & IFF_UP else "down"


def set_management(host: Host, up: bool) -> None:
    run("ip", "link", "set", host.cable, "up" if up else "down")


def measure_rtt(source: Host, target: Host, rtt_nanos: int) -> float:
    """The median RTT of the data link in ms, by ICMP. Discards the first echo, because it also waits for ARP."""
    patience = str(2 + rtt_nanos // 10**9)
    with inside_network(source.namespace_path):
        output = run("ping", "-n", "-c", str(PINGS + 1), "-i", "0.01", "-W", patience, target.data)
    times = [float(time) for time in re.findall(r" time=([0-9.]+) ms", output)]
    if len(times) <= PINGS // 2:
        raise Failure(f"{target.name} answers too few pings from {source.name} over the data link\n{output}")
    return statistics.median(times[1:])


def management_reaches(source: Host, target: Host) -> bool:
    """Whether the hosts reach each other over the management link; a firewall on this machine can prevent it."""
    with inside_network(source.namespace_path):
        try:
            run("ping", "-n", "-c", "1", "-W", "1", target.management)
            return True
        except Failure:
            return False
