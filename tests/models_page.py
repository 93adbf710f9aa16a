"""The page of published models, made from bank/models.yaml: `page()` writes docs/models.md."""

from pathlib import Path

from qbank.author.document import read_document
from qbank.author.pack import Packs
from qbank.home import MODELS

PAGE = Path(__file__).parent.parent / "docs" / "models.md"

_OPENING = """\
# Published models, counted

Written by `python -m tests.docs` from `bank/models.yaml`. Each count is reached three times: by the formula of
`parameters.model`, by a module that is built of PyTorch's own on the device "meta" and counted tensor by tensor, and,
where the `transformers` package has the class, by that class.

Count one of them, with a table of its components: `qbank solve parameters.model --config "GPT-2 small"`. A file works
as well: a `config.json` as models are published with, or the settings of your own model,

```yaml
{d: 768, L: 12, f: 3072, h: 12, V: 50257, positions: learned, P: 1024, attention_bias: all, ffn_bias: true,
 norm: layer, final_norm: true, head: tied}
```

with `--config model.yaml`, `--config -` for stdin, and single settings beside it: `L=24`. What is not named is not
there; the settings stand below.
"""


def models():
    """The lines of the table."""
    return read_document(MODELS).value


def template():
    """The template that counts them."""
    return Packs().template("parameters.model")


def page():
    """The whole page."""
    phrases = template().conventions["counted"]
    lines = [
        _OPENING,
        f"{len(models())} models.",
        "",
        "| model | said | parameters | counted | others | source |",
    ]
    lines += [
        "|---|---|---|---|---|---|",
        *(_row(model, phrases) for model in models()),
        "",
        "## Settings",
        "",
    ]
    lines += ["| setting | meaning | without it |", "|---|---|---|", *_settings()]
    lines += ["", "## What may be counted", "", "| `counted` | meaning |", "|---|---|"]
    lines += [f"| `{word}` | {phrase} |" for word, phrase in phrases.items()]
    return "\n".join([*lines, ""])


def _row(model, phrases):
    others = "; ".join(f"{number:,} {phrases[word]}" for word, number in model.get("others", {}).items())
    active = f" ({model['active']:,} active)" if "active" in model else ""
    note = f" {model['note'].strip()}" if "note" in model else ""
    cells = (model["name"], model["rounded"], f"{model['count']:,}{active}", model["convention"], others)
    return f"| {' | '.join(cells)} | {model['source']}.{note} |"


def _settings():
    for name, setting in template().space.domains["config"].settings.items():
        words = "; ".join(f"`{word}`: {phrase}" for word, phrase in (setting.words or {}).items())
        meaning = f"{setting.says} ({words})" if words else setting.says
        yield f"| `{name}` | {meaning} | {_default(setting.default)} |"


def _default(default):
    if default is None:
        return "worked out"
    if isinstance(default, bool):
        return "yes" if default else "no"
    return f"`{default}`" if isinstance(default, (int, str)) else "must be given"
