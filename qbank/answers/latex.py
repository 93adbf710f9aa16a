"""LaTeX as people paste it, rewritten in the grammar's characters.

Only what an answer needs is known: fractions, roots, products, functions, Greek letters, fences, blanks, text and
matrices. `\\frac` and `\\sqrt` stay commands, since they take their arguments in braces; the grammar reads them.
"""

import re

from qbank import limits
from qbank.answers.unreadable import Unreadable

GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "varepsilon": "ε", "zeta": "ζ",
    "eta": "η", "theta": "θ", "vartheta": "θ", "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν",
    "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "upsilon": "υ", "phi": "φ", "varphi": "φ",
    "chi": "χ", "psi": "ψ", "omega": "ω", "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Xi": "Ξ",
    "Pi": "Π", "Sigma": "Σ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω",
}  # fmt: skip
COMMANDS = GREEK | {
    "cdot": "*", "ast": "*", "times": "×", "div": "/", "infty": "∞", "quad": " ", "qquad": " ", "enspace": " ",
    "approx": "≈", "sim": "~", "simeq": "≈", "cong": "≈", "ldots": "…", "dots": "…", "cdots": "…", "top": "T",
    "left": "", "right": "", "big": "", "Big": "", "bigl": "", "bigr": "", "Bigl": "", "Bigr": "", "displaystyle": "",
    "textstyle": "", "limits": "", "hline": "", "lbrack": "[", "rbrack": "]", "lbrace": "{", "rbrace": "}",
    "langle": "<", "rangle": ">", "colon": ":", "in": "∈",
    "ln": "ln ", "log": "log ", "exp": "exp ", "sin": "sin ", "cos": "cos ", "sqrt": r"\sqrt",
    "frac": r"\frac", "dfrac": r"\frac", "tfrac": r"\frac", "cfrac": r"\frac", "nicefrac": r"\frac", "sfrac": r"\frac",
    ",": " ", ";": " ", ":": " ", " ": " ", "!": "", "%": "%", "{": "{", "}": "}", "_": "_", "&": "&", "|": "|",
    "(": "", ")": "", "[": "", "]": "",
}  # fmt: skip
STYLES = (  # what only changes how their argument looks
    "text", "textrm", "textit", "textbf", "texttt", "textsf", "textnormal", "mathrm", "mathit", "mathbf", "mathsf",
    "mathtt", "mathnormal", "mathbb", "mathcal", "boldsymbol", "bm", "vec", "mbox", "hbox", "operatorname", "rm", "bf",
    "boxed", "fbox", "num", "ensuremath",
)  # fmt: skip
_STYLE = rf"\\(?:{'|'.join(STYLES)})\*?(?![A-Za-z])\s*"
_ALIGNED = r"\\(?:begin|end)\{(?:aligned|alignedat|align|equation|gathered|gather|split|multline|displaymath|math)\*?\}"
_MATRIX = (
    r"(?s)(?:\\left\s*[\[(|.])?\s*(\{\s*)?\\begin\{([pbvBV]?matrix|smallmatrix|array)\*?\}"
    r"(?:\{(?:[lcr| @]|\{\})*\}|\[[lcr]\])?(.*?)\\end\{\2\*?\}\s*(?(1)\}\s*)(?:\\right\s*[\])|.])?"
)
_LENGTH = r"-?[\d.]*\s*(?:pt|pc|ex|em|mm|cm|in|mu|bp|sp|\\[a-z]+(?:skip|height|width))"
_ROW = rf"(?:\\\\|\\cr(?![A-Za-z]))(?:\*?\s*\[\s*{_LENGTH}\s*\])?"  # with the space below it
_OVER = r"\{((?:[^{}]|\{[^{}]*\})*?)\\over(?![A-Za-z])((?:[^{}]|\{[^{}]*\})*)\}"
_BARE_OVER = r"\\over(?![A-Za-z])\s?"
_FRACTION = r"\\(?:[dtc]|nice|s)?frac(?![A-Za-z])"
_SHORT_ROOT = r"\\sqrt\s*(\d)"
_LOG_BASE = r"\\log\s*_\s*(?:(\d)|\{\s*(\d+)\s*\})"
_COMMAND = r"(?s)\\([A-Za-z]+|.)"
_SUBSCRIPT = r"_\s*\{\s*([A-Za-z0-9]+)\s*\}"


def rewritten(text: str) -> str:
    """`text` without LaTeX's fences and spellings; a command that no answer needs is `Unreadable`."""
    if "{" in text:
        text = text.replace("{,}", ",").replace("{.}", ".")
    if "$" in text:
        text = text.replace("$", "")
    if "\\" in text:
        text = re.sub(_MATRIX, _bracketed, text) if "begin" in text else text
        text = _with_braces(_with_frac(_unaligned(_without_styles(text))))
        text = re.sub(_SHORT_ROOT, r"\\sqrt{\1}", text) if "sqrt" in text else text
        text = re.sub(_LOG_BASE, lambda found: f"log{found[1] or found[2]} ", text) if "log" in text else text
        text = re.sub(_COMMAND, _plain, re.sub(_ROW, ";", text).replace("~", " "))
    if "&=" in text:
        text = text.replace("&=", "=")
    return re.sub(_SUBSCRIPT, r"_\1", text) if "{" in text else text


def _bracketed(found: re.Match[str]) -> str:
    """A matrix environment between ⟦ and ⟧, which nobody types; `&` and `;` separate in it."""
    rows = (row.replace(r"\hline", "").replace("\n", " ").strip() for row in re.split(_ROW, found[3]))
    return f"⟦{';'.join(row for row in rows if row)}⟧"


def _without_styles(text: str) -> str:
    r"""`\mathrm{d}` and `\boxed{\frac{1}{2}}` without what only changes their looks."""
    while found := re.search(_STYLE, text):
        behind, end = _argument(text, found.end())
        text = text[: found.start()] + behind + text[end:]
    return text


def _unaligned(text: str) -> str:
    """One formula that an editor set over several lines, as one line."""
    plain = re.sub(_ALIGNED, "", text) if "begin" in text or "end" in text else text
    if plain != text and "⟦" not in plain:
        plain = plain.replace("&", "").replace(r"\\", " ")
    return plain.strip().removesuffix(r"\\")


def _with_frac(text: str) -> str:
    r"""`{a \over b}` as `\frac{a}{b}`."""
    if r"\over" not in text:
        return text
    text = re.sub(_OVER, r"\\frac{\1}{\2}", text)
    sides = re.split(_BARE_OVER, text)
    return rf"\frac{{{sides[0]}}}{{{sides[1]}}}" if len(sides) == 2 else text


def _with_braces(text: str) -> str:
    r"""`\frac12` and `\frac\pi4` with braces around what they take."""
    for found in reversed(list(re.finditer(_FRACTION, text))) if "frac" in text else ():
        above, at = _argument(text, found.end())
        below, end = _argument(text, at)
        text = rf"{text[: found.start()]}\frac{{{above}}}{{{below}}}{text[end:]}"
    return text


def _argument(text: str, at: int) -> tuple[str, int]:
    """What a command takes from here, a group in braces, a command or one character; and where that ends."""
    while text[at : at + 1].isspace():
        at += 1
    if text[at : at + 1] != "{":
        found = re.compile(r"\\[A-Za-z]+|.?", re.DOTALL).match(text, at)
        return (found[0], found.end()) if found else ("", at)
    depth = 0
    for brace in re.compile("[{}]").finditer(text, at):
        depth += 1 if brace[0] == "{" else -1
        if depth == 0:
            return text[at + 1 : brace.start()], brace.end()
        if depth > limits.ANSWER_DEPTH:
            raise Unreadable("bound", f"more than {limits.ANSWER_DEPTH} levels of braces")
    raise Unreadable("syntax", "a '{' that is not closed", "close it")


def _plain(found: re.Match[str]) -> str:
    command = found[1]
    if command not in COMMANDS:
        if not command.isalpha():
            raise Unreadable("syntax", "a backslash", "write / for a fraction", char="\\")
        raise Unreadable("syntax", rf"the command \{command}", "write it in plain signs")
    return COMMANDS[command]
