"""The macros that LaTeX (with amsmath, amssymb), KaTeX and pandoc's texmath all know, and their Unicode."""

LETTERS = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ϵ", "varepsilon": "ε", "zeta": "ζ",
    "eta": "η", "theta": "θ", "vartheta": "ϑ", "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν",
    "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "upsilon": "υ", "phi": "ϕ", "varphi": "φ",
    "chi": "χ", "psi": "ψ", "omega": "ω", "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Xi": "Ξ",
    "Pi": "Π", "Sigma": "Σ", "Upsilon": "Υ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω", "infty": "∞",
    "partial": "∂", "nabla": "∇", "ell": "ℓ", "hbar": "ℏ", "emptyset": "∅", "top": "⊤", "bot": "⊥",
    "prime": "′", "sum": "∑", "prod": "∏", "int": "∫", "bigcup": "⋃", "bigcap": "⋂",
    "forall": "∀", "exists": "∃", "neg": "¬",
}  # fmt: skip
"""One sign each."""

OPERATORS = {
    "times": "×", "cdot": "·", "div": "÷", "pm": "±", "mp": "∓", "ast": "∗", "star": "⋆", "circ": "∘",
    "bullet": "•", "oplus": "⊕", "ominus": "⊖", "otimes": "⊗", "odot": "⊙", "cap": "∩", "cup": "∪",
    "setminus": "∖", "wedge": "∧", "vee": "∨", "le": "≤", "leq": "≤", "ge": "≥", "geq": "≥", "ne": "≠",
    "neq": "≠", "approx": "≈", "equiv": "≡", "sim": "∼", "simeq": "≃", "cong": "≅", "propto": "∝", "in": "∈",
    "notin": "∉", "ni": "∋", "subset": "⊂", "subseteq": "⊆", "supset": "⊃", "supseteq": "⊇", "mid": "∣",
    "parallel": "∥", "perp": "⊥", "ll": "≪", "gg": "≫", "to": "→", "rightarrow": "→", "leftarrow": "←",
    "leftrightarrow": "↔", "Rightarrow": "⇒", "Leftarrow": "⇐", "Leftrightarrow": "⇔", "implies": "⟹",
    "iff": "⟺", "mapsto": "↦", "uparrow": "↑", "downarrow": "↓", "bmod": "mod",
}  # fmt: skip
"""Set with a blank on either side."""

WORDS = {
    "sin": "sin", "cos": "cos", "tan": "tan", "tanh": "tanh", "log": "log", "ln": "ln", "exp": "exp",
    "max": "max",    "min": "min", "arg": "arg", "lim": "lim", "sup": "sup", "inf": "inf",
    "det": "det", "dim": "dim", "gcd": "gcd",
    "Pr": "Pr", "ldots": "…", "dots": "…", "cdots": "⋯", "vdots": "⋮", "ddots": "⋱", "colon": ":",
}  # fmt: skip
"""Set as they stand."""

BRACKETS = {
    "langle": "⟨", "rangle": "⟩", "lfloor": "⌊", "rfloor": "⌋", "lceil": "⌈", "rceil": "⌉", "lvert": "|",
    "rvert": "|", "lVert": "‖", "rVert": "‖", "lbrace": "{", "rbrace": "}", "lbrack": "[", "rbrack": "]",
    "vert": "|", "Vert": "‖", "{": "{", "}": "}", "|": "‖",
}  # fmt: skip

SPACES = {",": " ", ":": " ", ";": " ", " ": " ", "!": "", "quad": "  ", "qquad": "  "}

SIGNS = {"%": "%", "$": "$", "#": "#", "&": "&", "_": "_"}

SIZES = ("left", "right", "big", "Big", "bigl", "bigr", "Bigl", "Bigr", "bigg", "Bigg", "biggl", "biggr")
"""Stand before a bracket."""

FONTS = (
    "text", "mathrm", "mathbf", "mathit", "mathsf", "mathtt", "mathcal", "mathbb", "boldsymbol",
    "operatorname",
)  # fmt: skip
"""Take one argument and show it."""

ACCENTS = {
    "hat": "\u0302", "bar": "\u0304", "overline": "\u0304", "tilde": "\u0303", "vec": "\u20d7",
    "dot": "\u0307", "underline": "\u0332",
}  # fmt: skip
"""Take one argument and set a sign on it."""

MATRICES = {
    "matrix": "", "pmatrix": "()", "bmatrix": "[]", "vmatrix": "||", "Vmatrix": "‖‖", "cases": "{}",
    "aligned": "",
}  # fmt: skip
"""Environments with `&` and `\\\\`."""

MACROS: dict[str, str] = {
    **LETTERS, **OPERATORS, **WORDS, **BRACKETS, **SPACES, **SIGNS, **ACCENTS, "\\": "; ",
    **dict.fromkeys((*SIZES, *FONTS, "frac", "dfrac", "tfrac", "binom", "begin", "end"), ""), "sqrt": "√",
}  # fmt: skip
"""Every macro that mathematics may use, without its backslash, and the Unicode that stands for it."""

DOUBLE_STRUCK = {"R": "ℝ", "N": "ℕ", "Z": "ℤ", "Q": "ℚ", "C": "ℂ", "E": "𝔼", "P": "ℙ"}

SUPERSCRIPTS = dict(
    zip(
        "0123456789+-−=()abcdefghijklmnoprstuvwxyz⊤T′",
        "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᵀᵀ′",
        strict=True,
    )
)
SUBSCRIPTS = dict(zip("0123456789+-−=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", strict=True))
