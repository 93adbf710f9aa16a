"""A pack: a folder with `pack.yaml`, `templates/` and `solvers/`, of which each topic is one file a side.

A pack runs code. It is loaded by an explicit path only, under a made-up package name that is on no `sys.path`, so
that neither `import solvers` nor a second pack's modules can meet it.
"""

import hashlib
import importlib
import sys
import traceback
import types
from collections.abc import Iterator, Sequence
from pathlib import Path

from qbank.author.document import read_document
from qbank.author.join import join_topic
from qbank.author.schema import read_topic
from qbank.author.template import Template, Topic
from qbank.errors import QbankError, did_you_mean
from qbank.home import BUILTIN


class Pack:
    """One folder of topics, loaded when they are asked for."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        settings = read_document(
            _existing(folder / "pack.yaml", "a pack needs a pack.yaml with its name")
        ).value
        if (
            not isinstance(settings, dict)
            or not isinstance(settings.get("name"), str)
            or not settings["name"]
        ):
            raise QbankError(
                "the pack has no name", where=str(folder / "pack.yaml"), hint="write `name: my-course`"
            )
        self.name: str = settings["name"]
        self.topics = tuple(sorted(path.stem for path in (folder / "templates").glob("*.yaml")))
        if not self.topics:
            raise QbankError("an empty pack: there is no templates/*.yaml", where=str(folder))

    def load(self, topic: str) -> Topic:
        """Read a topic's two files and join them."""
        template_file = self.folder / "templates" / f"{topic}.yaml"
        solver_file = _existing(
            self.folder / "solvers" / f"{topic}.py", f"it holds the solvers of {template_file}"
        )
        document = read_document(template_file)
        return join_topic(self.name, topic, document, read_topic(document), self._module(topic, solver_file))

    def _module(self, topic: str, file: Path) -> types.ModuleType:
        package = (
            f"qbank_pack_{hashlib.blake2b(str(self.folder.resolve()).encode(), digest_size=8).hexdigest()}"
        )
        if package not in sys.modules:
            sys.modules[package] = types.ModuleType(package)
            sys.modules[package].__path__ = [str(self.folder / "solvers")]
        try:
            return importlib.import_module(f"{package}.{topic}")
        except QbankError:
            raise
        except Exception as error:
            frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename == str(file)]
            line = getattr(error, "lineno", None) or (frames[-1].lineno if frames else 1)
            raise QbankError(f"{type(error).__name__}: {error}", where=f"{file}:{line}") from error


class Packs:
    """All packs of a call: the built-in one, then those that `--pack` names."""

    def __init__(self, folders: Sequence[str | Path] = ()) -> None:
        self.packs = [Pack(BUILTIN), *(Pack(Path(folder)) for folder in folders)]
        self._owner: dict[str, Pack] = {}
        self._loaded: dict[str, Topic] = {}
        for pack in self.packs:
            for topic in pack.topics:
                other = self._owner.setdefault(topic, pack)
                if other is not pack:
                    raise QbankError(f"two packs have the topic {topic!r}: {other.folder} and {pack.folder}")

    @property
    def names(self) -> tuple[str, ...]:
        """The topics' names, the built-in ones first."""
        return tuple(self._owner)

    def topic(self, name: str) -> Topic:
        """A topic by name. Raises QbankError for one that does not exist."""
        if name not in self._owner:
            raise QbankError(f"no topic {name!r}", hint=did_you_mean(name, self.names))
        if name not in self._loaded:
            self._loaded[name] = self._owner[name].load(name)
        return self._loaded[name]

    def template(self, title: str) -> Template:
        """A template by `topic.name`. Raises QbankError for one that does not exist."""
        topic, _, name = title.partition(".")
        templates = self.topic(topic).templates
        if name not in templates:
            near = did_you_mean(title, [f"{topic}.{known}" for known in templates])
            hint = near if near.endswith("?") else f"qbank topics {topic} lists them"
            raise QbankError(f"no template {title!r}", hint=hint)
        return templates[name]

    def select(self, topics: Sequence[str] = ()) -> Iterator[Topic]:
        """The named topics, or all."""
        return (self.topic(name) for name in topics or self.names)


def _existing(file: Path, why: str) -> Path:
    if not file.is_file():
        raise QbankError("there is no such file", where=str(file), hint=why)
    return file
