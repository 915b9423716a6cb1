"""The data link of the lab: an Ethernet switch in user space that delays each frame by half an RTT.

One process opens the TAP `data0` of every host. A frame is stamped when it is read and waits in one queue, so closely
spaced frames keep their spacing instead of accumulating delays. All frames have the same delay, so every destination
receives them in their order of arrival.

A frame wakes the switch, except shortly before another is due: then, the switch looks for others at most every 80 µs,
because a host that is stopped for each frame sends them one by one. A frame found by such a look gets the time in the
middle between this look and the one before.

It reads its settings from stdin (machine.await_order): {"socket": path, "rttNanos": n, "ports": {host: path of its
network namespace}, "cpus": [number]}. After that, it answers requests on the datagram socket: see `Switch.answer`.
"""

from __future__ import annotations

import errno
import fcntl
import gc
import json
import os
import select
import socket
import struct
import sys
import time
from collections import deque

from machine import announce_ready, await_order, inside_network, set_timer_slack

TUNSETIFF = 0x400454CA
TUNSETOFFLOAD = 0x400454D0
IFF_TAP = 0x0002
IFF_NO_PI = 0x1000
IFF_VNET_HDR = 0x4000
TUN_F_CSUM = 0x01
TUN_F_TSO4 = 0x02
INTERFACE = "data0"

# With IFF_VNET_HDR a virtio_net_hdr precedes each frame. It is passed from TAP to TAP unchanged, and lets the kernel
# skip segmentation and checksums between two hosts that share its memory, as if a network card did them.
HEADER = 10  # bytes of virtio_net_hdr
DESTINATION = slice(HEADER, HEADER + 6)
SOURCE = slice(HEADER + 6, HEADER + 12)
FRAME_MAX = HEADER + 65536 + 64  # bytes: the largest segment left undivided, with its Ethernet header

BATCH = 64  # frames read from one port before other ports and due frames get their turn
SPIN_NANOS = 120_000  # timed sleeps ended up to this late on an idle virtual machine (60 µs was not enough at 5 ms RTT)
SLICE_NANOS = 80_000  # how long a host that has work to do may keep the CPU before the switch looks again
SOON_NANOS = 20_000  # a shorter wait is not worth a look at what the hosts do
QUEUE_MAX = 256 << 20  # bytes that may wait; more are dropped, as in any switch
DISTURBED = (errno.EIO, errno.EAGAIN, errno.ENOBUFS, errno.ENOMEM, errno.EINVAL)  # a write loses only this frame


class Port:
    """One host's end of the link: its TAP, and whether frames pass."""

    def __init__(self, name: str, namespace: str):
        self.name = name
        self.up = True
        self.fd = _open_tap(namespace)

    def fileno(self) -> int:
        return self.fd


def _open_tap(namespace: str) -> int:
    """Open the TAP in another network namespace; this process stays in its own."""
    with inside_network(namespace):
        tap = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
        fcntl.ioctl(tap, TUNSETIFF, struct.pack("16sH22x", INTERFACE.encode(), IFF_TAP | IFF_NO_PI | IFF_VNET_HDR))
        fcntl.ioctl(tap, TUNSETOFFLOAD, TUN_F_CSUM | TUN_F_TSO4)
        return tap


class Switch:
    """Reads, queues and delivers frames in one thread. Times are those of time.monotonic_ns()."""

    def __init__(self, ports: list[Port], rtt_nanos: int, control: socket.socket):
        self._ports = ports
        self._delay = rtt_nanos // 2
        self._control = control
        self._known: dict[bytes, Port] = {}  # MAC address to the port on which it was seen
        self._queue: deque[tuple[int, Port, bytes]] = deque()  # time of arrival, source port, header and frame
        self._queued_bytes = 0
        self._load = os.open("/proc/loadavg", os.O_RDONLY | os.O_CLOEXEC)
        self._buffer = memoryview(bytearray(FRAME_MAX))

    def serve(self) -> None:
        """Run until no port is left, because the last host is gone. Sleeps when there is no traffic."""
        while self._ports:
            wait = self._deliver_due()
            looked = time.monotonic_ns()
            unseen = wait is not None and wait <= SLICE_NANOS / 1e9
            wake_for = [self._control] if unseen else [self._control, *self._ports]
            if self._control in select.select(wake_for, [], [], wait)[0]:
                self._answer_one()
            age = (time.monotonic_ns() - looked) // 2 if unseen else 0
            for port in list(self._ports):
                self._receive(port, age)

    def answer(self, request: dict) -> dict:
        """Apply {"rttNanos": n, "ports": {host: up or not}}, both optional; return all settings in the same form."""
        self._delay = request.get("rttNanos", 2 * self._delay) // 2
        for port in self._ports:
            port.up = request.get("ports", {}).get(port.name, port.up)
        return {"rttNanos": 2 * self._delay, "ports": {port.name: port.up for port in self._ports}}

    def _deliver_due(self) -> float | None:
        """Deliver the due frames; return how long to wait, in s: None for ever, 0 to spin until the next frame."""
        while self._queue:
            wait = self._queue[0][0] + self._delay - time.monotonic_ns()
            if wait > SPIN_NANOS:
                return (wait - SPIN_NANOS) / 1e9
            if wait > 0:
                return min(wait, SLICE_NANOS) / 1e9 if wait > SOON_NANOS and self._hosts_work() else 0
            _, source, frame = self._queue.popleft()
            self._queued_bytes -= len(frame)
            self._deliver(source, frame)
        return None

    def _hosts_work(self) -> bool:
        """Whether any process but this one could run now.

        If so, the CPU is awake and a timed sleep is exact. To spin would only stop a host that sends many frames.
        """
        runnable = os.pread(self._load, 100, 0).split()[3].partition(b"/")[0]  # proc_loadavg(5)
        return int(runnable) > 1

    def _receive(self, port: Port, age: int) -> None:
        """Stamp and queue the frames that arrived, on average `age` ns ago; remove ports of hosts that are gone."""
        for _ in range(BATCH):
            try:
                length = os.readv(port.fd, [self._buffer])
            except BlockingIOError:
                return
            except OSError as gone:  # EBADFD: the interface was removed with its namespace
                self._remove(port, gone)
                return
            if port.up and self._queued_bytes < QUEUE_MAX:
                frame = bytes(self._buffer[:length])
                self._known[frame[SOURCE]] = port
                self._queue.append((time.monotonic_ns() - age, port, frame))
                self._queued_bytes += length

    def _deliver(self, source: Port, frame: bytes) -> None:
        """Write a frame to its destination's port, or to all others if the destination is a group or unknown."""
        destination = self._known.get(frame[DESTINATION])
        for port in [destination] if destination else self._ports:
            if port is not source and port.up and source.up:
                try:
                    os.write(port.fd, frame)
                except OSError as lost:
                    if lost.errno not in DISTURBED:
                        self._remove(port, lost)

    def _remove(self, port: Port, why: OSError) -> None:
        print(f"port {port.name} is gone: {why}", file=sys.stderr, flush=True)
        self._ports = [other for other in self._ports if other is not port]
        self._known = {mac: other for mac, other in self._known.items() if other is not port}
        os.close(port.fd)

    def _answer_one(self) -> None:
        request, sender = self._control.recvfrom(65536)
        try:
            self._control.sendto(json.dumps(self.answer(json.loads(request))).encode(), sender)
        except OSError:
            pass  # the client did not wait for the answer


def _take_precedence() -> None:
    """Take precedence over the hosts' processes, to keep the delay accurate while they keep every core busy.

    Measured with two cores, both busy: the 99.9th percentile of lateness is 16 µs; without this, it is milliseconds.
    """
    try:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
    except PermissionError:  # control groups can forbid it
        os.setpriority(os.PRIO_PROCESS, 0, -20)


def main() -> None:
    order = await_order(os.getpid())
    control = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    ports = [Port(name, namespace) for name, namespace in order["ports"].items()]
    os.umask(0o077)
    control.bind(order["socket"])
    set_timer_slack(1)
    if order["cpus"]:
        os.sched_setaffinity(0, order["cpus"])
    _take_precedence()
    gc.disable()  # this code creates no cycles, and a collection would cause a pause
    announce_ready()
    Switch(ports, order["rttNanos"], control).serve()


if __name__ == "__main__":
    main()
