"""Shuts a record's code in: no network, a read-only disk, an empty folder, limits on memory and processes.

On Linux, where user namespaces may be made, the kernel guarantees all of it: the worker has a network without
interfaces, sees every file system read-only but its own small one, and sees and can signal no process outside. Where
they may not be made, and on macOS, ``Isolation.WEAK`` says so: the limits and the empty folder hold, but the network is
only closed to Python's ``socket``, and the disk can be written to.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import sys
from enum import StrEnum
from pathlib import Path

NEW_NAMESPACES = 0x00020000 | 0x08000000 | 0x10000000 | 0x20000000 | 0x40000000
"""CLONE_NEWNS, CLONE_NEWIPC, CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET of linux/sched.h."""
_MS_REC_PRIVATE = 0x4000 | 0x40000
_MS_NOSUID_NODEV_NOEXEC = 2 | 4 | 8
_MOUNT_ATTR_RDONLY = 1
_AT_RECURSIVE = 0x8000
_AT_FDCWD = -100
_SYS_MOUNT_SETATTR = 442
"""The same number on every architecture (Linux 5.12)."""
_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE, _PR_SET_CHILD_SUBREAPER, _PR_SET_NO_NEW_PRIVS = 1, 4, 36, 38
_SIGKILL = 9
_CAPABILITY_VERSION = 0x20080522
_DISK_BYTES = 256 * 1024 * 1024
_MAX_PROCESSES = 256


class Isolation(StrEnum):
    """How well a worker is shut in."""

    FULL = "full"
    WEAK = "weak"


def enter_namespaces(folder: Path) -> Isolation:
    """Moves this process into namespaces of its own, with a new file system at ``folder``.

    Must be called before threads exist. The process that returns from a full isolation is a child, number 1 among
    its processes, and everything it started ends with it; the original only waits for it.
    """
    if not sys.platform.startswith("linux"):
        return Isolation.WEAK
    libc = ctypes.CDLL(None, use_errno=True)
    user, group = os.getuid(), os.getgid()
    if libc.unshare(NEW_NAMESPACES) != 0:
        return Isolation.WEAK
    Path("/proc/self/setgroups").write_text("deny", encoding="ascii")
    Path("/proc/self/uid_map").write_text(f"{user} {user} 1", encoding="ascii")
    Path("/proc/self/gid_map").write_text(f"{group} {group} 1", encoding="ascii")
    child = os.fork()
    if child:
        libc.prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
        _, status = os.waitpid(child, 0)
        os._exit(os.waitstatus_to_exitcode(status) & 0xFF)
    libc.prctl(_PR_SET_PDEATHSIG, _SIGKILL, 0, 0, 0)
    return Isolation.FULL if _mount_private_view(libc, folder) else Isolation.WEAK


def adopt_orphans() -> None:
    """Makes this process the parent of whatever its children leave behind, so that it can find and end it. Linux only."""
    if sys.platform.startswith("linux"):
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


class _MountAttributes(ctypes.Structure):
    """``struct mount_attr`` of linux/mount.h."""

    _fields_ = (
        ("attr_set", ctypes.c_uint64),
        ("attr_clr", ctypes.c_uint64),
        ("propagation", ctypes.c_uint64),
        ("userns_fd", ctypes.c_uint64),
    )


def _mount_private_view(libc: ctypes.CDLL, folder: Path) -> bool:
    """Makes all that is mounted read-only, and mounts what the worker needs of its own; says whether all of it worked.

    Raises:
        OSError: the disk is read-only now, and there is nothing to write to.
    """
    if libc.mount(None, b"/", None, _MS_REC_PRIVATE, None) != 0:
        return False
    hides_processes = libc.mount(b"proc", b"/proc", b"proc", _MS_NOSUID_NODEV_NOEXEC, None) == 0
    read_only = _MountAttributes(_MOUNT_ATTR_RDONLY, 0, 0, 0)
    size = ctypes.sizeof(read_only)
    if libc.syscall(_SYS_MOUNT_SETATTR, _AT_FDCWD, b"/", _AT_RECURSIVE, ctypes.byref(read_only), size) != 0:
        return False
    options = f"size={_DISK_BYTES},mode=700".encode()
    for place in (folder, Path("/dev/shm")):  # noqa: S108  (data loaders share tensors through it)
        if place.is_dir() and libc.mount(b"tmpfs", bytes(place), b"tmpfs", 0, options) != 0:
            raise OSError(ctypes.get_errno(), f"tmpfs on {place}")
    return bool(hides_processes)


def confine(memory: int, isolation: Isolation) -> None:
    """Sets the limits of this process and all it starts; ``memory`` in bytes, beyond what it has now.

    The address space is limited, not the resident memory: it covers shared and anonymous memory alike, and reserving
    100 GB fails at once.
    """
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (_DISK_BYTES, _DISK_BYTES))
    if sys.platform.startswith("linux"):
        _drop_privileges()
    if isolation is Isolation.FULL:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NPROC, (_MAX_PROCESSES, _MAX_PROCESSES))
    else:
        block_sockets()
    limit = _address_space() + memory
    with contextlib.suppress(ValueError, OSError):  # macOS refuses this limit
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


def _address_space() -> int:
    """The size of this process's address space in bytes; a guess where there is no /proc."""
    try:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize()
    except OSError:
        return 4 * 1024**3


def _drop_privileges() -> None:
    """Gives up the rights over the worker's own namespaces, so that no mount can be undone."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION, 0)
    nothing = (ctypes.c_uint32 * 6)()
    if libc.capset(header, nothing) != 0:
        raise OSError(ctypes.get_errno(), "capset")


def block_sockets() -> None:
    """Closes the network to Python code; compiled code could still reach it."""
    import socket

    def refuse(*_: object, **__: object) -> None:
        raise OSError("记录的代码不能使用网络")

    for name in ("connect", "connect_ex", "bind", "sendto"):
        setattr(socket.socket, name, refuse)
    socket.getaddrinfo = refuse  # type: ignore[assignment]
