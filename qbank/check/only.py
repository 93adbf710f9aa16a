"""Some of a sheet's or a bank's questions, as if nothing else had been asked."""

from collections.abc import Callable, Sequence

from qbank.check.lookup import Asked, Several, Unnamed


class Only:
    """Of what `find` finds it gives what some names mean; a sheet is then worth what these are worth."""

    def __init__(
        self, find: Callable[[str, str], Asked], names: Sequence[str], versions: Sequence[str] = ("",)
    ) -> None:
        """Raises Unnamed for a name that means nothing on any of the versions."""
        self._find, self._names = find, names
        self._chosen: dict[str, dict[str, Asked]] = {}
        for name in names:
            self._demand(name, versions)

    def asked(self, question: str, version: str = "") -> Asked | None:
        """What the question asks on that version, None where it is not one of these."""
        asked = self._find(question, version)
        if version not in self._chosen:
            self._chosen[version] = self._on(version)
        return self._chosen[version].get(asked.name)

    def _on(self, version: str) -> dict[str, Asked]:
        """What the names mean on that version. Some may stand on another one only."""
        found: dict[str, Asked] = {}
        for name in self._names:
            try:
                found |= {asked.name: asked for asked in self._meant(name, version)}
            except Unnamed:
                continue
        total = sum(asked.points for asked in found.values())
        return {
            name: asked if asked.total is None else asked._replace(total=total)
            for name, asked in found.items()
        }

    def _meant(self, name: str, version: str) -> list[Asked]:
        """One part, or all where a name means several."""
        try:
            return [self._find(name, version)]
        except Several as several:
            return [self._find(part, version) for part in several.names]

    def _demand(self, name: str, versions: Sequence[str]) -> None:
        faults = []
        for version in versions:
            try:
                self._meant(name, version)
            except Unnamed as fault:
                faults.append(fault)
            else:
                return
        raise faults[-1]
