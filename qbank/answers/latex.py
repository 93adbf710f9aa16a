"""LaTeX as people paste it, rewritten in the grammar's characters.

Only what an answer needs is known: fractions, roots, products, functions, Greek letters, fences, blanks, text and
matrices. `\\frac` and `\\sqrt` stay commands, since they take their arguments in braces; the grammar reads them.
"""

import re

from qbank.answers.unreadable import Unreadable

GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "varepsilon": "ε", "zeta": "ζ",
    "eta": "η", "theta": "θ", "vartheta": "θ", "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν",
    "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "upsilon": "υ", "phi": "φ", "varphi": "φ",
    "chi": "χ", "psi": "ψ", "omega": "ω", "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Xi": "Ξ",
    "Pi": "Π", "Sigma": "Σ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω",
}  # fmt: skip
COMMANDS = GREEK | {
    "cdot": "*", "ast": "*", "times": "×", "div": "/", "infty": "∞", "approx": "≈", "quad": " ", "qquad": " ",
    "left": "", "right": "", "big": "", "Big": "", "bigl": "", "bigr": "", "Bigl": "", "Bigr": "", "displaystyle": "",
    "textstyle": "", "lbrack": "[", "rbrack": "]", "lbrace": "{", "rbrace": "}", "langle": "<", "rangle": ">",
    "ln": "ln ", "log": "log ", "exp": "exp ", "sin": "sin ", "cos": "cos ", "sqrt": r"\sqrt",
    "frac": r"\frac", "dfrac": r"\frac", "tfrac": r"\frac", "cfrac": r"\frac",
    ",": " ", ";": " ", ":": " ", " ": " ", "!": "", "%": "%", "{": "{", "}": "}", "_": "_", "&": "&",
    "(": "", ")": "", "[": "", "]": "",
}  # fmt: skip
_TEXT = r"\\(?:text|textrm|textit|textbf|texttt|mathrm|mathit|mathbf|mathsf|mbox|operatorname)\s*\{([^{}]*)\}"
_MATRIX = (
    r"(?s)(?:\\left\s*[\[(|.])?\s*\\begin\{([pbvBV]?matrix|smallmatrix|array)\}(?:\{[lcr| ]*\})?"
    r"(.*?)\\end\{\1\}\s*(?:\\right\s*[\])|.])?"
)
_ROW = r"\\\\(?:\s*\[[^\]]*\])?"
_SHORT_FRACTION = r"\\[dtc]?frac\s*(?:(\d)|(\{[^{}]*\}))\s*(?:(\d)|(?=\{))"
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
        text = re.sub(_TEXT, r"\1", text)
        text = re.sub(_MATRIX, _bracketed, text)
        text = re.sub(_SHORT_FRACTION, _with_braces, text)
        text = re.sub(_SHORT_ROOT, r"\\sqrt{\1}", text)
        text = re.sub(_LOG_BASE, lambda found: f"log{found[1] or found[2]} ", text)
        text = re.sub(_COMMAND, _plain, re.sub(_ROW, ";", text).replace("~", " "))
    return re.sub(_SUBSCRIPT, r"_\1", text) if "{" in text else text


def _bracketed(found: re.Match[str]) -> str:
    """A matrix environment between ⟦ and ⟧, which nobody types; `&` and `;` separate in it."""
    return f"⟦{';'.join(row.strip() for row in re.split(_ROW, found[2]) if row.strip())}⟧"


def _with_braces(found: re.Match[str]) -> str:
    above = f"{{{found[1]}}}" if found[1] else found[2]
    return rf"\frac{above}" + (f"{{{found[3]}}}" if found[3] else "")


def _plain(found: re.Match[str]) -> str:
    command = found[1]
    if command not in COMMANDS:
        raise Unreadable("syntax", rf"the command \{command}", "write it in plain signs")
    return COMMANDS[command]
