"""Isolates a process with Linux namespaces: no network, no other process, and no files but the libraries'.

What holds inside, also for root: a user, mount, process, network, IPC and host name namespace of its own; a read-only
root file system with ``/usr``, the linker's cache, Python's prefixes and the folders of packages, and nothing else of
the disk; of the two libraries only the one that is run; no capability for the code that is run, and none of the system
calls that reach past all that (see ``syscalls``). Each process that runs
such code has a small file system of its own at ``SCRATCH``, which is removed with it, and no ``/proc``.

All of it needs Linux 5.12 and the right to make user namespaces. Where that is missing, and on macOS,
``enter_namespaces`` raises ``IsolationError``, and ``apimap verify`` runs nothing unless it is told ``--unsafe``: then
only wall time, the size of files, and where the system knows it the address space of a process are limited.
"""

from __future__ import annotations

import contextlib
import ctypes
import importlib.util
import os
import resource
import select
import sys
from collections.abc import Iterable
from pathlib import Path

from generator.evidence.verify.syscalls import refuse_calls

SCRATCH = Path("/scratch")
"""Where the private file system stands; ``/tmp`` leads to it."""
_NEW_NAMESPACES = 0x00020000 | 0x04000000 | 0x08000000 | 0x10000000 | 0x20000000 | 0x40000000
"""CLONE_NEWNS, CLONE_NEWUTS, CLONE_NEWIPC, CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET of linux/sched.h."""
_NEW_MOUNTS_AND_IPC = 0x00020000 | 0x08000000
_MS_RDONLY, _MS_NOSUID, _MS_NODEV, _MS_NOEXEC, _MS_BIND, _MS_REC, _MS_PRIVATE = 1, 2, 4, 8, 0x1000, 0x4000, 0x40000
_MNT_DETACH = 2
_MOUNT_ATTR_RDONLY_NOSUID = 1 | 2
_AT_RECURSIVE = 0x8000
_AT_FDCWD = -100
_SYS_MOUNT_SETATTR = 442
"""The same number on every architecture (Linux 5.12)."""
_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE, _PR_SET_CHILD_SUBREAPER, _PR_SET_NO_NEW_PRIVS = 1, 4, 36, 38
_SIGKILL = 9
_CAPABILITY_VERSION = 0x20080522
_DISK_BYTES = 256 * 1024 * 1024
_DISK_FILES = 20_000
"""How many files and folders the private file system holds: empty ones take the kernel's memory too."""
_MAX_FILES = 256
_SYSTEM = (
    *("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"),
    *("/etc/ld.so.cache", "/etc/localtime", "/etc/alternatives", "/sys/devices/system/cpu"),
    *(f"/dev/{device}" for device in ("null", "zero", "full", "random", "urandom")),
)
"""What programs need of the system, where there is such a thing."""
_ASSEMBLY = "/proc"
"""Where the new root is put together: a folder that every Linux has and none of whose files go into the root."""


class IsolationError(Exception):
    """The process cannot be isolated; the message, in Chinese, says what is missing."""


def enter_namespaces(requests: int, hidden: Iterable[str]) -> None:
    """Moves this process into namespaces of its own, in which the packages ``hidden`` are on no disk.

    Must be called before threads exist, and after everything is imported that no package folder holds. The process that
    returns is a child, number 1 among its processes, and everything it started ends with it. The original only waits:
    for its end, or for that of whoever holds the other end of the pipe ``requests``, even if that was killed.

    Raises:
        IsolationError: the system does not allow it.
    """
    if not sys.platform.startswith("linux"):
        raise IsolationError("这个系统没有 Linux 的命名空间")
    libc = ctypes.CDLL(None, use_errno=True)
    user, group = os.getuid(), os.getgid()
    if libc.unshare(_NEW_NAMESPACES) != 0:
        raise IsolationError(f"系统不允许建立用户命名空间（{_last_error()}）")
    Path("/proc/self/setgroups").write_text("deny", encoding="ascii")
    Path("/proc/self/uid_map").write_text(f"{user} {user} 1", encoding="ascii")
    Path("/proc/self/gid_map").write_text(f"{group} {group} 1", encoding="ascii")
    child = os.fork()
    if child:
        libc.prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)
        _wait(child, requests)
    libc.prctl(_PR_SET_PDEATHSIG, _SIGKILL, 0, 0, 0)
    libc.sethostname(b"sandbox", 7)
    _enter_root(libc, hidden)
    try:
        refuse_calls()
    except OSError as error:
        raise IsolationError(f"系统不能限制系统调用（seccomp：{error.strerror}）") from error


def _wait(child: int, requests: int) -> None:
    """Waits for the end of the child or of the pipe's other side, and ends this process; never returns."""
    poll = select.poll()
    poll.register(requests, 0)  # nothing but its end
    poll.register(os.pidfd_open(child), select.POLLIN)
    poll.poll()
    ended, status = os.waitpid(child, os.WNOHANG)
    os._exit(os.waitstatus_to_exitcode(status) & 0xFF if ended else 1)


def _enter_root(libc: ctypes.CDLL, hidden: Iterable[str]) -> None:
    """Puts a root file system together from what may be seen, read-only, and makes it this process's root."""
    flags = _MS_NOSUID | _MS_NODEV
    _mount(libc, None, "/", None, _MS_REC | _MS_PRIVATE)
    packages = {path for name in hidden for folder in _package_folders(name) for path in (folder, folder.resolve())}
    _mount(libc, "tmpfs", _ASSEMBLY, "tmpfs", flags, "size=4m,mode=755")
    for path in _visible():
        _show(libc, path)
    for package in packages:
        if (folder := Path(f"{_ASSEMBLY}{package}")).is_dir() and any(folder.iterdir()):
            _mount(libc, "tmpfs", str(folder), "tmpfs", flags, "size=4k,mode=000")
    for name in ("proc", "dev", SCRATCH.name):
        Path(_ASSEMBLY, name).mkdir(exist_ok=True)
    Path(_ASSEMBLY, "dev/shm").symlink_to(SCRATCH / "shm")
    with contextlib.suppress(FileExistsError):  # a prefix lies below /tmp
        Path(_ASSEMBLY, "tmp").symlink_to(SCRATCH / "home")
    _mount(libc, "proc", f"{_ASSEMBLY}/proc", "proc", flags | _MS_NOEXEC)
    attributes = (ctypes.c_uint64 * 4)(_MOUNT_ATTR_RDONLY_NOSUID, 0, 0, 0)  # struct mount_attr of linux/mount.h
    place, size = _ASSEMBLY.encode(), ctypes.sizeof(attributes)
    if libc.syscall(_SYS_MOUNT_SETATTR, _AT_FDCWD, place, _AT_RECURSIVE, ctypes.byref(attributes), size) != 0:
        raise IsolationError(f"系统不能把文件系统设为只读（{_last_error()}）")
    os.chdir(_ASSEMBLY)
    if libc.pivot_root(b".", b".") != 0 or libc.umount2(b".", _MNT_DETACH) != 0:
        raise IsolationError(f"系统不能更换根文件系统（{_last_error()}）")
    os.chdir("/")
    _mount_scratch(libc)


def _visible() -> list[Path]:
    """Returns the paths of the new root: parts of the system, Python's prefixes, and package folders outside them."""
    python = (sys.prefix, sys.base_prefix, sys.exec_prefix, *(path for path in sys.path if path.endswith("-packages")))
    paths = sorted({Path(path) for path in (*_SYSTEM, *python) if os.path.lexists(path)} - {Path("/")})
    return [path for path in paths if not any(other in path.parents for other in paths)]


def _show(libc: ctypes.CDLL, path: Path) -> None:
    """Makes a file or folder of the old root part of the new one, under the same name."""
    place = Path(f"{_ASSEMBLY}{path}")
    place.parent.mkdir(parents=True, exist_ok=True)
    if path.is_symlink() and path.parent == Path("/"):  # /lib, on most systems
        place.symlink_to(path.readlink())
        return
    if path.is_dir():
        place.mkdir()
    else:
        place.touch()
    _mount(libc, str(path.resolve()), str(place), None, _MS_BIND | _MS_REC)


def _package_folders(name: str) -> Iterable[Path]:
    """Returns where a package is installed, for this Python or for another one below a prefix."""
    spec = importlib.util.find_spec(name)
    if spec is not None and spec.origin is not None:
        yield Path(spec.origin).parent
    for prefix in {sys.prefix, sys.base_prefix, "/usr", "/usr/local"}:
        for kind in ("site", "dist"):
            yield from Path(prefix).glob(f"lib*/python3*/{kind}-packages/{name}")


def _mount(  # noqa: PLR0913, PLR0917  (the arguments are those of mount(2), in its order)
    libc: ctypes.CDLL, source: str | None, place: str, kind: str | None, flags: int, options: str | None = None
) -> None:
    words = (text if text is None else text.encode() for text in (source, place, kind))
    if libc.mount(*words, ctypes.c_ulong(flags), options if options is None else options.encode()) != 0:
        raise IsolationError(f"系统不允许挂载 {place.removeprefix(_ASSEMBLY) or '/'}（{_last_error()}）")


def _last_error() -> str:
    return os.strerror(ctypes.get_errno())


def _mount_scratch(libc: ctypes.CDLL) -> Path:
    """Mounts an empty file system at ``SCRATCH``; the folder in it to work in."""
    _mount(
        libc,
        "tmpfs",
        str(SCRATCH),
        "tmpfs",
        _MS_NOSUID | _MS_NODEV,
        f"size={_DISK_BYTES},nr_inodes={_DISK_FILES},mode=700",
    )
    for name in ("home", "shm"):
        (SCRATCH / name).mkdir()
    return SCRATCH / "home"


def enter_private_mounts() -> Path:
    """Gives this process, which ``enter_namespaces`` isolated, an empty folder that goes with it, and takes ``/proc``.

    Raises:
        IsolationError: the system does not allow it.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(_NEW_MOUNTS_AND_IPC) != 0 or libc.umount2(b"/proc", _MNT_DETACH) != 0:
        raise IsolationError(f"系统不允许建立挂载命名空间（{_last_error()}）")
    return _mount_scratch(libc)


def adopt_orphans() -> None:
    """Makes this process the parent of its children's orphans, so that it can find and end them. Linux only."""
    if sys.platform.startswith("linux"):
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def confine(address_space: int) -> None:
    """Takes this process's capabilities, and limits its files and its ``address_space``, in bytes.

    A limit on the address space makes a request for 100 GB fail at once. It holds for each process by itself: what
    several use together is counted by ``generator.evidence.verify.resource_limits``.
    """
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (_DISK_BYTES, _DISK_BYTES))
    resource.setrlimit(resource.RLIMIT_NOFILE, (_MAX_FILES, _MAX_FILES))
    if sys.platform.startswith("linux"):
        _drop_privileges()
    with contextlib.suppress(ValueError, OSError):  # macOS refuses this limit
        resource.setrlimit(resource.RLIMIT_AS, (address_space, address_space))


def _drop_privileges() -> None:
    """Gives up the rights over the worker's own namespaces, so that no mount can be undone."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION, 0)
    nothing = (ctypes.c_uint32 * 6)()
    if libc.capset(header, nothing) != 0:
        raise OSError(ctypes.get_errno(), "capset")
