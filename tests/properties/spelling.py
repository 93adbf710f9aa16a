"""The same answer written in another way: order, signs, brackets, LaTeX, powers, blanks, scripts.

A key is read by Python's parser and written anew, so that nothing here knows how qbank reads.
"""

import ast
import re

SUM, PRODUCT, SIGNED, POWER, ATOM = range(5)  # how tightly a text holds together
SUPERSCRIPTS = str.maketrans("0123456789-/", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻ᐟ")
SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
ZEROS = "0٠۰०০੦૦୦௦౦೦൦๐໐༠၀០０𝟎𝟘𝟢𝟬𝟶"
DASHES = "-‐‑‒–—−﹣－"
BLANKS = "\u00a0\u2002\u2003\u2007\u2009\u200a\u202f\u3000"
LONGEST, MOST = 1_500, 300  # characters and signs of what is written, well below the bounds on answers
INVISIBLE = "\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u00ad\u202a\u202c"


def spelled(node, pen):
    """The text of a key's tree, with an order and signs that the pen chooses."""
    return written(node, pen)[0]


def written(node, pen):
    """A text, and how tightly it holds together."""
    match node:
        case ast.Constant(number):
            return str(number), ATOM
        case ast.Name(name):
            return named(name, pen), ATOM
        case ast.UnaryOp(ast.USub(), operand):
            return "-" + bound(operand, PRODUCT, pen), SIGNED
        case ast.Call(ast.Name(function), [argument]):
            return called(function, argument, pen), ATOM
        case ast.BinOp(_, ast.Add() | ast.Sub(), _):
            return summed(node, pen), SUM
        case ast.BinOp(_, ast.Mult() | ast.Div(), _):
            return multiplied(node, pen)
        case ast.BinOp(base, ast.Pow(), exponent):
            return raised(base, exponent, pen), POWER
    raise ValueError(ast.dump(node))


def bound(node, strength, pen):
    """The text in brackets where it holds less tightly than asked, and at times where it need not."""
    text, holds = written(node, pen)
    return bracketed(text, pen) if holds < strength or pen.chance(12) else text


def bracketed(text, pen):
    return pen.one(("({})", r"\left({}\right)", "( {} )", "({})")).format(text)


def named(name, pen):
    if name in ("e", "pi", "inf"):
        return pen.one({"e": ("e",), "pi": ("π", "pi", r"\pi "), "inf": ("inf", "∞", r"\infty ")}[name])
    if name in ("sigma", "eps"):
        return pen.one({"sigma": ("sigma", "σ", r"\sigma "), "eps": ("eps", "ε", r"\epsilon ")}[name])
    head, _, tail = name.partition("_")
    if tail:
        return pen.one((name, f"{head}_{{{tail}}}", rf"{head}_{{\text{{{tail}}}}}"))
    if name[-1].isdigit():
        return pen.one(
            (name, f"{name[:-1]}_{name[-1]}", name.translate(SUBSCRIPTS), f"{name[:-1]}_{{{name[-1]}}}")
        )
    return name


def called(function, argument, pen):
    inside = written(argument, pen)[0]
    if function == "sqrt":
        return pen.one((rf"\sqrt{{{inside}}}", f"√({inside})", f"sqrt({inside})", f"({inside})^(1/2)"))
    if function == "log":
        return pen.one((rf"\ln({inside})", f"ln({inside})", f"log({inside})", rf"\log\left({inside}\right)"))
    return pen.one((rf"\{function}({inside})", f"{function}({inside})"))


def raised(base, exponent, pen):
    below, above = bound(base, ATOM, pen), written(exponent, pen)[0]
    ways = [f"{below}^({above})", f"{below}**({above})", f"{below}^{{{above}}}"]
    if above.isdigit():
        ways += [below + above.translate(SUPERSCRIPTS), f"{below}^{above}"]
    if below == "e":
        ways += [f"exp({above})", rf"\exp({above})"]
    return pen.one(ways)


def summed(node, pen):
    """The summands in another order."""
    text = ""
    for sign, summand in pen.shuffled(list(summands(node, 1))):
        mark = ("+" if text else "") if sign > 0 else "-"
        text += pen.one(("{}", " {} ")).format(mark) if text else mark
        text += bound(summand, POWER if text == "-" else PRODUCT, pen)
    return text


def summands(node, sign):
    match node:
        case ast.BinOp(left, ast.Add(), right):
            yield from summands(left, sign)
            yield from summands(right, sign)
        case ast.BinOp(left, ast.Sub(), right):
            yield from summands(left, sign)
            yield from summands(right, -sign)
        case ast.UnaryOp(ast.USub(), operand):
            yield -sign, operand
        case _:
            yield sign, node


def multiplied(node, pen):
    """The factors in another order; what is divided by stands below a fraction line or behind a sign."""
    above, below = [], []
    for side, factor in factors(node, True):
        (above if side else below).append(factor)
    over = product(pen.shuffled(above), pen)
    if not below:
        return over, PRODUCT
    under = product(pen.shuffled(below), pen)
    ways = [
        (rf"\frac{{{over}}}{{{under}}}", ATOM),
        (f"({over})/({under})", PRODUCT),
        (f"({over}) ÷ ({under})", PRODUCT),
    ]
    if len(below) == 1 and under.isdigit():
        ways += [(rf"\dfrac{{{over}}}{{{under}}}", ATOM), (f"{over}/{under}", PRODUCT)]
    return pen.one(ways)


def factors(node, above):
    match node:
        case ast.BinOp(left, ast.Mult(), right):
            yield from factors(left, above)
            yield from factors(right, above)
        case ast.BinOp(left, ast.Div(), right):
            yield from factors(left, above)
            yield from factors(right, not above)
        case _:
            yield above, node


def product(nodes, pen):
    """Factors one behind the other: with a sign, or with none where nobody could mistake it."""
    text = ""
    for node in nodes:
        factor = bound(node, POWER, pen)
        if text:
            plain = text[-1].isdigit() and factor[0] in "dTShNMxσ√(\\" and "^" not in text and "_" not in text
            text += pen.one(
                ("*", "·", " * ", r"\cdot ", r"\times ", "×", *([""] if plain and not pen.chance(3) else []))
            )
        text += factor
    return text


def dressed(text, pen):
    """The same signs in another script, with other dashes and blanks, and invisible ones between them."""
    if pen.chance(2):
        zero = ord(pen.one(ZEROS))
        text = "".join(chr(zero + int(char)) if char in "0123456789" else char for char in text)
    if pen.chance(2):
        text = text.replace("-", pen.one(DASHES)).replace(" ", pen.one(BLANKS))
    if pen.chance(3):
        at = pen.below(len(text) + 1)
        text = text[:at] + pen.one(INVISIBLE) * (1 + pen.below(3)) + text[at:]
    if pen.chance(4):
        text = pen.one(
            (" {}", "{} ", "\t{}\n", "${}$", "{}\u00a0", "\u200b{}", "\ufeff{}", r"\({}\)", r"\[{}\]")
        ).format(text)
    return text


def arranged(entries, pen):
    """A list, or a list of rows, of texts: brackets of all shapes or none, commas or semicolons, LaTeX, PyTorch."""
    if isinstance(entries[0], list):
        return matrix(entries, pen)
    if pen.chance(4):
        return environment([entries] if pen.chance(2) else [[entry] for entry in entries], pen)
    between = pen.one((",", ", ", ";", "; ", ";\n"))
    fences = ["[{}]", "({})", r"\left[{}\right]", "{{{}}}"]
    if "," in between:
        fences += ["tensor([{}])", "np.array([{}])", "[{},]"]
    if len(entries) > 1:
        fences.append("{}")
    return pen.one(fences).format(between.join(entries))


def matrix(rows, pen):
    """Rows in brackets, or one below the other, or a LaTeX matrix."""
    way, plain = pen.below(4), len(rows) > 1 and len(rows[0]) > 1
    if way == 0:
        return environment(rows, pen)
    if way == 1 and plain:
        return f"[{pen.one(('; ', ';')).join(', '.join(row) for row in rows)}]"
    opening, closing = pen.one(("[]", "()") if plain else ("[]",))
    lines = [f"{opening}{pen.one((', ', ',')).join(row)}{closing}" for row in rows]
    return pen.one(("[{}]", "({})" if plain else "[{}]", "tensor([{}])")).format(
        pen.one((", ", ",", ",\n ")).join(lines)
    )


def environment(rows, pen):
    """A LaTeX matrix."""
    name, line = pen.one(("bmatrix", "pmatrix", "matrix", "vmatrix")), pen.one((r" \\ ", r"\\", "\\\\\n"))
    inside = line.join(pen.one((" & ", "&")).join(row) for row in rows)
    return rf"\begin{{{name}}} {inside} \end{{{name}}}"


def shaped(sizes, pen, names):
    """The sizes of a tensor; where `x` is a name it stands for no sign, and 0x4 is no shape."""
    ways = [
        f"[{', '.join(sizes)}]",
        f"({', '.join(sizes)},)",
        f"torch.Size([{', '.join(sizes)}])",
        f"[{'; '.join(sizes)}]",
    ]
    if len(sizes) > 1:
        ways += [", ".join(sizes), " × ".join(sizes), "×".join(sizes), f"({','.join(sizes)})"]
        plain = all(map(str.isdigit, sizes)) and "x" not in names and "0" not in sizes
        ways += ["x".join(sizes)] if plain else []
    return pen.one(ways)


def quoted(tokens, pen):
    """Tokens in quotes of one kind, with any brackets or none."""
    mark = pen.one("\"'") if not any("'" in token or '"' in token for token in tokens) else '"'
    inside = pen.one((", ", ",", "; ")).join(mark + token.replace('"', '\\"') + mark for token in tokens)
    return pen.one(("[{}]", "({})", "{}", " {} ")).format(inside)


def ticked(letters, pen):
    """Letters of options."""
    letters = [
        pen.one((letter, letter.lower(), f"({letter})", f"{letter})"))
        for letter in pen.shuffled(sorted(letters))
    ]
    return pen.one((", ", " and ", " ", ";", " & ")).join(letters)


def is_short(text):
    """Is it short enough for an answer, also where every word is two?"""
    return len(text) <= LONGEST and len(re.findall(r"\w+|[^\w\s]", text)) <= MOST
