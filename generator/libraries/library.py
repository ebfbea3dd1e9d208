"""Defines the data that describes one library."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from generator.libraries.usage import Usage

Side = Literal["torch", "paddle"]
"""The key of a record under which code and APIs of a library stand: ``torch`` is replaced by ``paddle``."""

Array = Any
"""A ``numpy.ndarray``; numpy comes with the libraries, and need not be there otherwise."""


@dataclass(frozen=True, slots=True)
class TensorParts:
    """A tensor: elements of a dtype that numpy knows, its own dtype, its layout (empty for a dense one).

    ``grad`` says whether a floating tensor requires a gradient.
    """

    array: Array
    dtype: str
    layout: str = ""
    grad: bool | None = None


@dataclass(frozen=True, slots=True)
class LayerParts:
    """A layer: the name of its class, and its parameters in the layout and the order of the source side."""

    type: str
    parameters: tuple[tuple[str, TensorParts], ...]


@dataclass(frozen=True, slots=True)
class NamedParts:
    """A dtype or a device, by a name that both sides share."""

    kind: Literal["dtype", "device"]
    name: str


Parts = TensorParts | LayerParts | NamedParts


@dataclass(frozen=True, slots=True)
class Framework:
    """How code runs on a library that brings tensors of its own; each side has one such library.

    ``start`` imports it for work on one CPU. ``restore`` resets what a snippet may have changed, and seeds. ``tensor``
    makes an input from an array, a dtype, whether it requires a gradient, and its memory layout. ``gradient`` is the
    gradient of a leaf that requires one, else None. ``describe`` returns the parts of the library's own objects, and
    None for others; it uses an object's real class, not the one that the object claims and ``isinstance`` accepts.
    ``fix_weights`` makes layers start from the function's array for a shape, where their initial values are random; the
    strings are the prefixes of the modules that define layers. ``first_step`` is code with the input ``x`` that
    triggers the library's set-up on first use, ``default_dtype`` code that changes the default dtype to ``{}``,
    ``seed`` code that seeds with ``{}``,
    ``as_real`` makes a real Tensor, and none of half precision, of a Tensor ``{0}``, and can be differentiated twice,
    ``gradient_alone`` is the gradient of a number ``{loss}`` by the Tensor ``{input}`` and no other (0 where it does
    not depend on it), ``second_order`` differentiates ``{loss}`` by the Tensors ``{inputs}``, and their gradients
    again, ``reload`` loads the state of the layer ``{old}`` into ``{new}``, ``no_gradients`` is the context in which no
    gradients are kept. ``classes`` are those that all tensors and layers are made of.
    """

    start: Callable[[], None]
    restore: Callable[[int], None]
    tensor: Callable[[Array, str, bool, str], Any]
    gradient: Callable[[Any], Any]
    describe: Callable[[Any], Parts | None]
    fix_weights: Callable[[Callable[[Sequence[int]], Array], tuple[str, ...]], None]
    first_step: str
    default_dtype: str
    seed: str
    as_real: str
    gradient_alone: str
    second_order: str
    reload: str
    no_gradients: str
    classes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Drafting:
    """What drafts use of the library's description.

    Of the source side: ``classes`` says how code uses a class, by an ancestor's name, or by a package's name with a
    dot at its end; ``functions`` by a prefix of the function's name, of which the longest counts. ``device_packages``
    need a device that the machine which verifies records lacks.

    Of the target side: ``unlikely`` are packages in which no counterpart is looked for, ``compatible`` is the package
    whose APIs are made after the source side's. ``rewritten`` is how code does without a parameter, where one way fits
    nearly all functions, with ``{call}`` for the call; ``rewritten_in_layers`` is the same for layers.
    """

    classes: Mapping[str, Usage] = field(default_factory=dict)
    functions: Mapping[str, Usage] = field(default_factory=dict)
    device_packages: tuple[str, ...] = ()
    unlikely: tuple[str, ...] = ()
    compatible: str = ""
    rewritten: Mapping[str, str] = field(default_factory=dict)
    rewritten_in_layers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Understanding:
    """What understanding code that uses the library needs beside its inventory.

    ``tensors_first`` are names of parameters with which functions that take tensors begin, ``images_first`` of those
    that take an image or a tensor and return the same, whatever they are declared to. ``held`` are the classes,
    and packages of classes, whose objects code uses beside tensors: a member of theirs does not identify a tensor.
    ``held_as`` maps a class to another one of which its objects have all members.
    """

    tensors_first: frozenset[str] = frozenset()
    images_first: frozenset[str] = frozenset()
    held: tuple[str, ...] = ()
    held_as: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Library:
    """One library, by the name it is imported under.

    ``distributions`` are those that may provide it, the usual one first, ``packages`` what they install besides.
    ``becomes`` is what the name is replaced by where only the prefix of an API changes; a library of the target side
    has none. ``prepare`` runs before each import. ``preloads`` names, for a word in code, a slow module that such code
    would load when it first runs. ``layers`` are prefixes of the modules whose layers draw initial values.

    ``host`` and ``page`` describe addresses in its documentation; the first group of ``page`` is the API, with dots or
    slashes. ``documented_as`` maps a default in the signature to how the documentation writes it.

    The rest is for the inventory. ``skipped`` are packages that are no public API: compilers, launchers, generated
    code. ``imports_submodules`` says whether public modules that ``import library`` does not load are loaded too.
    ``also`` are names that documentation uses though they are private by their spelling. ``stubs`` names, for a module
    that C code claims to come from, the stub files to look in, relative to the package. ``tensors`` are the classes
    whose operators count as methods, ``tensor_copies`` the metaclass of classes that are no subclasses of these but
    hold a copy of all their members. ``preferred`` are namespaces that documentation uses for an object, the closest
    first, ``demoted`` packages that it does not use where there is another name. ``wrappers`` is the module that
    keeps, as ``_name``, a Python function with the signature of each C function.
    """

    name: str
    side: Side
    distributions: tuple[str, ...]
    packages: tuple[str, ...] = ()
    becomes: str = ""
    prepare: Callable[[], None] | None = None
    preloads: Mapping[str, str] = field(default_factory=dict)
    layers: tuple[str, ...] = ()
    framework: Framework | None = None
    drafting: Drafting = field(default_factory=Drafting)
    understanding: Understanding = field(default_factory=Understanding)
    host: str = ""
    page: re.Pattern[str] | None = None
    documented_as: Mapping[str, str] = field(default_factory=dict)
    imports_submodules: bool = False
    skipped: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    stubs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    tensors: tuple[str, ...] = ()
    tensor_copies: str = ""
    preferred: tuple[str, ...] = ()
    demoted: tuple[str, ...] = ()
    wrappers: str = ""

    def skips(self, module: str) -> bool:
        """Tells whether a module is private, or below a skipped package."""
        parts = module.split(".")
        return any(part.startswith("_") for part in parts) or any(
            module == prefix or module.startswith(f"{prefix}.") for prefix in self.skipped
        )
