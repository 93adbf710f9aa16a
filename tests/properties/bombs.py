"""Texts that were thought out: what would run, or take for ever, in a checker that is not bounded."""

FULL = 1_999  # characters, just below the bound

ATTACKS = (
    "__import__('os').system('id')", "eval('1')", "exec('import os')", "open('/etc/passwd').read()", "lambda: 0",
    "().__class__.__bases__[0].__subclasses__()", "{{7*7}}", "${7*7}", "#{7*7}", "{0.__class__}", "f'{1}'", "{}",
    "%s%s%s%n", "%(x)s", "{0}", "=cmd|'/c calc'!A1", '=HYPERLINK("http://x","y")', "@SUM(1+1)", "+1+cmd|' /C x'!A0",
    r"\input{/etc/passwd}", r"\write18{id}", r"\immediate\write18{id}", "<script>alert(1)</script>", "1;import os",
    "<img src=x onerror=alert(1)>", "'; DROP TABLE answers; --", "../../etc/passwd", "file:///etc/passwd", "\x00",
    "1\x00", "\ud800", "\udcff\udcfe", "\ufffe", "A\u0301" * 20, "\u202e42", "\u2067\u2068", "𝕬", "🙂", "٤٢4", "⑳",
    "Ⅻ", "㊿", "𒐕", "١/٢/٣",
)  # fmt: skip

NUMBERS = (
    "1e400", "1e401", "10^400", "10^401", "1e999999999", "1e-999999999", "9" * 60, "9" * 61, "9" * FULL,
    f"0.{'0' * 1990}1", "9**9**9", "9^9^9^9", "2**10000000", "e^(10^9)", "e^e^e^e", "exp(9999)^9", "cos(10^400)",
    "log(10^-400)", "sin(10^300)+log(10^300)", "0^0", "0^-1", "(-8)^(1/3)", "sqrt(-1)", "1/0", "inf-inf", "0*inf",
    "inf^inf", "1^inf", "2^(1/1000003)", "7^(1/64)*3^(1/63)*2^(1/61)", "(10^59+9)^(1/7)", f"sqrt({'9' * 60})",
    "sqrt(2)^sqrt(2)", "pi^pi^pi", "e^pi-pi^e", "e^(pi*sqrt(163))", "(1+sqrt(2))^999999999", "0" * FULL,
)  # fmt: skip


def summed(term, numbers, sign="+"):
    """A sum, or a product, of one term for each number."""
    return sign.join(term.format(n) for n in numbers)


CALCULATIONS = (
    f"({summed('sqrt({})', (2, 3, 5, 7, 11, 13, 17, 19, 23))})^64",
    f"1/({summed('sqrt({})', (2, 3, 5, 7, 11, 13, 17))})",
    summed("sqrt(10^58+{})", range(1, 99, 2)),
    summed("1/(1+e^(1/{}))", range(2, 25)),
    summed("(e^(1/{0})+sqrt({0}))", range(2, 40), "*"),
    summed("log({})", range(2, 150)),
    summed("sin({})", range(2, 150)),
    summed("{}^(1/7)", range(2, 200)),
    "(a+b+c+d+f+g)^60",
    "(d+f)^64",
    "(d+f)^65",
    "((d+f)^30-(T+n)^30)/((d+f)^5-(T+n)^5)",
    "(d+1)/(f+" * 20 + "e" + ")" * 20,
    "exp(d)^" * 9 + "9",
    "[" + ",".join(f"[{'1,' * 20}1]" for _ in range(40)) + "]",
    ",".join(["1" * 7] * 200),
    f"tensor([1]{', dtype=x' * 200})",
    '"' + "\\" * FULL,
    "5" + "\u0301" * FULL,
    "\u202e" * 1000 + "5",
)

NESTED = (
    ("(", ")"), ("[", "]"), ("{", "}"), ("exp(", ")"), ("log(", ")"), ("sqrt(", ")"), ("sin(", ")"), ("1/(1+", ")"),
    ("d/(1+", ")"), ("sqrt(d+", ")"), (r"\frac{1}{", "}"), (r"\sqrt{", "}"), (r"\text{", "}"), ("tensor(", ")"),
    (r"\left(", r"\right)"), (r"\begin{matrix}", r"\end{matrix}"), ("2^", ""), ("-", ""), ("√", ""), ("^", ""),
)  # fmt: skip
"""What is put around a number, as deep as the bound and far deeper."""

REPEATED = (
    "(", "[", "{", "}", "$", "_", "^", "'", '"', "`", "\\", r"\\", r"\frac", r"\begin{array}", r"\left(", "((1)", "<",
    "<s>", "<1, ", "+-", "e", "e+", "2e", "2e+1", "1/2d", "1e1", "5k", "k", "%", "a", "ab", "dfdf", "sqrt2", "logs",
    "1,", "1 ", "1;", "1&", "1\n", "1.", "1/", "1-", "1^", "2^-", "1,000,", "1'000'", "2x", "x", "×", ".", ",", ";",
    " ", "\n", "\t", "=", "≈", "*", "/", "1e400*", "1e-400*", "1e-400+", "1/3+", "e^(1/3)*", "e^(1/7919)+",
    "2^(1/7)+", "sqrt(1e400)", "[1,2],", "A, ", "A,B,", "none ", "true,", "Option ", "[1, 2], dtype=", "np.array(",
    "float('inf')", "torch.Size([", "04.03.2024 ", "1:30", "jan", "mar 4 ", "\u200b", "\ufeff", "\u0301", "\u2066",
    "¹", "⁻", "₁", "T₁", "d²", "½", "3½", "٣", "𝟗", "🙂", "\x00",
    "\t ", "• ", "* ", "- ", "- 1\n", "- 1;", "1\t", "[1]\n", "[ ]", "1;2\n", "x = ", "1) 2\n", "| 1 ", "1:",
)  # fmt: skip
"""What is written over and over until an answer is full, before a number or not."""

DEPTHS = (39, 41, 180)

BOMBS = (
    *NUMBERS,
    *CALCULATIONS,
    *(opening * depth + "2" + closing * depth for opening, closing in NESTED for depth in DEPTHS),
    *(piece * (FULL // len(piece)) for piece in REPEATED),
    *(piece * (FULL // len(piece)) + "5" for piece in REPEATED),
    *(piece * FULL for piece in ("\u200b", "\ufeff", "\\frac{")),
)
