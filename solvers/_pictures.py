"""Pictures of questions: what is drawn, and the words that say the same, made together so that they cannot part."""

from qbank.exact import decimal


def counted(number, first=1):
    """Labels of so many rows or columns."""
    return [str(first + place) for place in range(number)]


def named(labels):
    """Labels in a sentence; neighbouring numbers as a stretch: `2 to 4 and 6`."""
    stretches = []
    for label in labels:
        last = stretches[-1] if stretches else None
        if last and label.isdigit() and last[-1].isdigit() and int(label) == int(last[-1]) + 1:
            last.append(label)
        else:
            stretches.append([label])
    said = [s[0] if len(s) == 1 else f"{s[0]} {'and' if len(s) == 2 else 'to'} {s[-1]}" for s in stretches]
    return said[0] if len(said) == 1 else ", ".join(said[:-1]) + " and " + said[-1]


def mask_grid(blocked):
    """A mask: `blocked` is a square table of true and false, rows are queries."""
    labels = counted(len(blocked))
    rows = "; ".join(f"row {name}: {_blocked_of(row)}" for name, row in zip(labels, blocked, strict=True))
    size = len(blocked)
    return {
        "draw": "grid",
        "data": {
            "row_title": "query",
            "column_title": "key",
            "rows": labels,
            "columns": labels,
            "blocked": [[bool(cell) for cell in row] for row in blocked],
            "legend": ["blocked", "open"],
        },
        "alt": f"A table with {size} rows for queries and {size} columns for keys, both counted from 1. "
        f"Blocked cells are dark, the others are open. Blocked columns by row: {rows}.",
    }


def _blocked_of(row):
    blocked = [label for label, cell in zip(counted(len(row)), row, strict=True) if cell]
    return named(blocked) if blocked else "none"


def weights_grid(numbers):
    """Attention weights as texts, a row for each query; a question mark stands for a hidden one."""
    rows = counted(len(numbers))
    lines = "; ".join(f"row {name}: {', '.join(row)}" for name, row in zip(rows, numbers, strict=True))
    return {
        "draw": "grid",
        "data": {
            "row_title": "query",
            "column_title": "key",
            "rows": rows,
            "columns": counted(len(numbers[0])),
            "numbers": numbers,
        },
        "alt": "A table of attention weights: rows are queries, columns are keys, both counted from 1. "
        f"One weight is hidden by a question mark. The weights from left to right, {lines}.",
    }


def heat(values, row_title, column_title):
    """Numbers from −1 to 1 as shades; rows are counted from 1, columns from 0."""
    rows, columns = counted(len(values)), counted(len(values[0]), 0)
    shown = [[decimal(value, 2) for value in row] for row in values]
    lines = "; ".join(f"row {name}: {', '.join(row)}" for name, row in zip(rows, shown, strict=True))
    return {
        "draw": "heatmap",
        "data": {
            "row_title": row_title,
            "column_title": column_title,
            "rows": rows,
            "columns": columns,
            "values": shown,
            "low": "−1",
            "high": "1",
        },
        "alt": "A table of shades from −1 (orange, hatched) over 0 (white) to 1 (blue). "
        f"Rows are counted from 1, columns are {column_title}s from 0. From left to right, {lines}.",
    }


def rate_curve(points, marked, x_ticks, y_ticks, x_title, alt):
    """A learning rate over the steps, with one point marked A; points are pairs of exact numbers."""
    return {
        "draw": "curve",
        "data": {
            "x_title": x_title,
            "y_title": "learning rate",
            "x_ticks": x_ticks,
            "y_ticks": y_ticks,
            "points": [[x, decimal(y, 6)] for x, y in points],
            "marks": [[marked[0], decimal(marked[1], 6), "A"]],
        },
        "alt": alt,
    }


def block(axes, shaded, said):
    """A block of cells: `axes` are pairs of name and size, across, down and back; `said` names the shaded ones."""
    (across, width), (down, height), (back, depth) = axes
    return {
        "draw": "cube",
        "data": {"axes": [list(axis) for axis in axes], "shaded": shaded},
        "alt": f"A block of cells: {across} from left to right ({width}), {down} from top to bottom ({height}), "
        f"{back} from front to back ({depth}). Shaded are {said}.",
    }


def stacks(columns, links, marks, alt):
    """Columns of boxes from the bottom up; `marks` are [column, box, letter]."""
    return {"draw": "flow", "data": {"columns": columns, "links": links, "marks": marks}, "alt": alt}


def two_steps(words, first, then, kept=()):
    """The tree of two steps: the first tokens with their probabilities, and below each of them the next ones.

    `then` has a row for each first token, None where the tree is cut; `kept` are the first tokens in bold.
    """
    starts, nexts = words
    nodes, said = [], []
    for place, (word, chance, row) in enumerate(zip(starts, first, then, strict=True)):
        parent = len(nodes)
        bold = place in kept
        nodes.append({"parent": -1, "token": word, "number": decimal(chance, 2), "kept": bold})
        said.append(f"{word} {decimal(chance, 2)}{' (bold)' if bold else ''}")
        for token, step in zip(nexts, row or (), strict=row is not None):
            nodes.append({"parent": parent, "token": token, "number": decimal(step, 2), "kept": False})
    below = [
        f"after {word}: "
        + ", ".join(f"{token} {decimal(step, 2)}" for token, step in zip(nexts, row, strict=True))
        for word, row in zip(starts, then, strict=True)
        if row
    ]
    note = {"note": "bold: kept after step 1"} if kept else {}
    return {
        "draw": "tree",
        "data": {"root": "start", "nodes": nodes, **note},
        "alt": f"A tree of two steps. Each branch has the probability of its token. From the start: {', '.join(said)}. "
        f"Then {'; '.join(below)}.",
    }
