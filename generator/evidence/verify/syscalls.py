"""Refuses the system calls that reach past the namespaces, or take memory that belongs to no process.

Namespaces leave some of the kernel shared: sockets of a virtual machine to its host, key rings, new user namespaces,
whose mounts have no limit. A filter (seccomp) on the worker holds for every process that a record's code starts.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import struct
from dataclasses import dataclass

_PR_SET_NO_NEW_PRIVS, _PR_SET_SECCOMP, _FILTER = 38, 22, 2
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
"""BPF_LD|W|ABS, BPF_JMP|JEQ|K, |JGE|K, |JSET|K and BPF_RET|K of linux/bpf_common.h."""
_NUMBER, _ARCHITECTURE, _FIRST_ARGUMENT = 0, 4, 16
"""Where these stand in struct seccomp_data of linux/seccomp.h."""
_ALLOW, _ERROR = 0x7FFF0000, 0x00050000
_NEW_USER_NAMESPACE = 0x10000000
_SOCKETS = (1, 2, 10)
"""AF_UNIX, AF_INET and AF_INET6, which belong to a network namespace."""
_OTHER_ABI = 0x40000000
"""Where the numbers of x32 start, a second set of calls on x86-64."""


@dataclass(frozen=True, slots=True)
class _Machine:
    """The numbers of an architecture's system calls; ``audit`` is its own of linux/audit.h."""

    audit: int
    socket: int
    clone: int
    unshare: int
    refused: tuple[int, ...]


_CLONE3 = 435
_REFUSED_EVERYWHERE = (425, 447)
"""io_uring_setup, whose requests no filter sees, and memfd_secret."""
_MACHINES = {
    # setns; add_key, request_key, keyctl; memfd_create; shmget, semget, msgget, mq_open; bpf, perf_event_open,
    # userfaultfd; ptrace, process_vm_readv, process_vm_writev; open_by_handle_at
    "x86_64": _Machine(
        0xC000003E,
        *(41, 56, 272),
        (308, 248, 249, 250, 319, 29, 64, 68, 240, 321, 298, 323, 101, 310, 311, 304),
    ),
    "aarch64": _Machine(
        0xC00000B7,
        *(198, 220, 97),
        (268, 217, 218, 219, 279, 194, 190, 186, 180, 280, 241, 282, 117, 270, 271, 265),
    ),
}


class _Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p)]


def refuse_calls() -> None:
    """Refuses these calls to this process and all that it starts, permanently.

    Raises:
        OSError: the kernel has no such filters, or the numbers of this architecture are not known here.
    """
    machine = _MACHINES.get(platform.machine())
    if machine is None:
        raise OSError(errno.ENOSYS, platform.machine())
    program = _program(machine)
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    given = _Program(len(program) // 8, program)
    if libc.prctl(_PR_SET_SECCOMP, _FILTER, ctypes.byref(given), 0, 0) != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def _program(machine: _Machine) -> bytes:
    refused = _returning(_ERROR | errno.EPERM)
    lines = [
        _line(_LOAD, _ARCHITECTURE),
        _line(_EQUAL, machine.audit, no=0, yes=1),
        refused,
        _line(_LOAD, _NUMBER),
        _line(_AT_LEAST, _OTHER_ABI, no=1),
        refused,
        *_when(_CLONE3, [_returning(_ERROR | errno.ENOSYS)]),  # the C library then uses clone, whose flags can be read
    ]
    for number in (*machine.refused, *_REFUSED_EVERYWHERE):
        lines += _when(number, [refused])
    flags = [_line(_LOAD, _FIRST_ARGUMENT), _line(_ANY_BIT, _NEW_USER_NAMESPACE, no=1), refused, _returning(_ALLOW)]
    for number in (machine.clone, machine.unshare):
        lines += _when(number, flags)
    families = [line for family in _SOCKETS for line in _when(family, [_returning(_ALLOW)])]
    other = _returning(_ERROR | errno.EAFNOSUPPORT)
    lines += _when(machine.socket, [_line(_LOAD, _FIRST_ARGUMENT), *families, other])
    return b"".join([*lines, _returning(_ALLOW)])


def _when(number: int, then: list[bytes]) -> list[bytes]:
    """Returns the lines of a test whether what was loaded is ``number``, and those to go through where it is."""
    return [_line(_EQUAL, number, no=len(then)), *then]


def _line(code: int, value: int, *, no: int = 0, yes: int = 0) -> bytes:
    """Returns a struct sock_filter; ``yes`` and ``no`` are how many lines a test skips."""
    return struct.pack("=HBBI", code, yes, no, value)


def _returning(value: int) -> bytes:
    return _line(_RETURN, value)
