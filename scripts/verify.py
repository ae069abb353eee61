#!/usr/bin/env python3
"""Confirms or refutes the reported values of an answer with the bytes that the regulator published.

  python3 scripts/verify.py ANSWER.json... FILE...

ANSWER.json is an answer of asfiled (statements, key figures, facts; any JSON with such values in it). FILE is an archived file:
inline XBRL, an XBRL instance or companyfacts JSON, under its own name. The script needs only Python's standard library and
shares no code with asfiled. Of files with one name each is in a folder named by the number of its filing. Derived values are
recomputed from their `inputs` (parameter include_inputs), which are checked too, else from the values beside them.

Prints a line per value that is not confirmed, then the counts. Exit code: 0 all that could be checked are confirmed, 1 one is
refuted, 2 wrong usage.
"""
import ast
import datetime
import json
import operator
import pathlib
import re
import sys
from decimal import Decimal
from html.parser import HTMLParser


class Inline(HTMLParser):
    """Contexts, units and tagged numbers of inline XBRL or an XBRL instance; a number is (name, attributes, text) by its offset."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.contexts, self.units, self.numbers = {}, {}, {}
        self.open, self.path, self.part = [], [], None
        self.lines = [0]
        for match in re.finditer("\n", text):
            self.lines.append(match.end())
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        values, name = dict(attributes), tag.split(":")[-1]
        line, column = self.getpos()
        if name == "context":
            self.part = self.contexts.setdefault(values.get("id"), {"dimensions": False})
        elif name == "unit":
            self.part = self.units.setdefault(values.get("id"), {"measures": []})
        elif name in ("explicitmember", "typedmember") and self.part is not None:
            self.part["dimensions"] = True
        elif "contextref" in values:
            inline = name == "nonfraction"
            self.open.append((tag, self.lines[line - 1] + column, values.get("name", "") if inline else tag, values, []))
        self.path.append(name)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        self.handle_endtag(tag)

    def handle_endtag(self, tag):
        name = tag.split(":")[-1]
        while self.path and self.path.pop() != name:
            pass
        if name in ("context", "unit"):
            self.part = None
        if self.open and self.open[-1][0] == tag:
            _, offset, concept, attributes, text = self.open.pop()
            self.numbers[offset] = (concept, attributes, "".join(text).strip())

    def handle_data(self, data):
        for element in self.open:
            element[4].append(data)
        if self.part is None or not self.path:
            return
        if self.path[-1] in ("startdate", "enddate", "instant", "identifier"):
            self.part[self.path[-1]] = data.strip()
        elif self.path[-1] == "measure":
            self.part["measures"].append(data.strip().split(":")[-1])

    def fact(self, offset):
        concept, attributes, text = self.numbers[offset]
        context = self.contexts[attributes["contextref"]]
        unit = "/".join(self.units[attributes["unitref"]]["measures"]) if "unitref" in attributes else None
        end = context.get("instant") or context.get("enddate")
        return {"concept": concept, "value": number(text, attributes), "unit": unit, "period_end": end,
                "period_start": context.get("startdate"), "dimensions": context["dimensions"]}


def number(text, attributes):
    """The number of an element by its format, scale and sign (Inline XBRL 1.1, Transformation Registries 1 to 5)."""
    if any(name.endswith("nil") and value == "true" for name, value in attributes.items()):
        return None
    form = attributes.get("format", "").split(":")[-1].replace("-", "")
    if form in ("fixedzero", "zerodash", "numdash"):
        text = "0"
    elif form == "numwordsen":
        text = str(in_words(text))
    elif form in ("numcommadecimal", "numcommadot", "numdotcomma") or "commadecimal" in form:
        text = re.sub(r"[^\d,]", "", text).replace(",", ".")
    else:
        text = re.sub(r"[^\d.eE+-]" if not form else r"[^\d.]", "", text)
    if not re.search(r"\d", text):
        raise ValueError(f"the format {form} is not known")
    value = Decimal(text) * Decimal(10) ** int(attributes.get("scale", "0") or 0)
    return -value if attributes.get("sign") == "-" else value


SMALL = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
eighteen nineteen""".split()
TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
LARGE = {"thousand": 10**3, "million": 10**6, "billion": 10**9}


def in_words(text):
    """A whole number in English words; `no` and `none` are zero."""
    total = part = 0
    for word in re.findall(r"[a-z]+", text.lower()):
        if word in LARGE:
            total, part = total + part * LARGE[word], 0
        elif word == "hundred":
            part *= 100
        elif word in SMALL or word in TENS:
            part += SMALL.index(word) if word in SMALL else 10 * (TENS.index(word) + 2)
        elif word not in ("no", "none", "nil", "and"):
            raise ValueError(f"{word} is no number")
    return total + part


def json_fact(fact):
    """A fact of xBRL-JSON 1.0. Periods are instants between days, so a duration ends on the day before its last one."""
    dimensions = fact["dimensions"]
    instants = [datetime.date.fromisoformat(instant[:10]) for instant in dimensions["period"].split("/")]
    start = str(instants[0]) if len(instants) == 2 else None
    return {"concept": dimensions["concept"], "value": Decimal(fact["value"]) if fact["value"] is not None else None,
            "unit": re.sub(r"\w+:", "", dimensions["unit"]), "period_start": start,
            "period_end": str(instants[-1] - datetime.timedelta(days=1)),
            "dimensions": len(dimensions.keys() - {"concept", "entity", "period", "unit", "language"}) > 0}


def same(value, fact):
    """What of a value differs from the fact it is said to be; empty if nothing does. `negated` values have the sign turned."""
    sign = -1 if "negated" in value.get("value_flags", []) else 1
    wrong = [] if fact["value"] is not None and Decimal(str(value["value"])) * sign == fact["value"] else ["value"]
    concept = (value.get("concept") or "").split(":")[-1].lower()
    if concept != fact["concept"].split(":")[-1].lower():
        wrong.append("concept")
    wrong += [name for name in ("unit", "period_start", "period_end") if value.get(name) != fact[name]]
    return wrong


class Files:
    def __init__(self, paths):
        self.paths = paths
        self.facts, self.parsed = None, {}

    def of(self, value):
        """The file that a value names; of several with its name the one in a folder of the filing."""
        named = [path for path in self.paths if path.name == value.get("document")]
        number = value["filing_id"].split(":")[-1]
        return next((path for path in named if number in path.parts), named[0] if len(named) == 1 else None)

    def inline(self, path):
        if path not in self.parsed:
            text = path.read_bytes().decode("utf-8-sig", "replace")
            # Places are counted in UTF-16 units: a character beyond the first plane is two.
            self.parsed[path] = Inline(re.sub("[\U00010000-\U0010ffff]", "\ufffd\ufffd", text))
        return self.parsed[path]

    def report(self, path):
        """The numbers of an xBRL-JSON report by their ids."""
        if path not in self.parsed:
            facts = json.loads(path.read_text(encoding="utf-8-sig"))["facts"]
            self.parsed[path] = {name: json_fact(fact) for name, fact in facts.items() if "unit" in fact["dimensions"]}
        return self.parsed[path]

    def companyfacts(self):
        """Every row of the companyfacts files, by accession number and concept."""
        if self.facts is None:
            self.facts = {}
            for path in self.paths:
                content = json.loads(path.read_text(), parse_float=Decimal) if path.suffix == ".json" else {}
                # A report in JSON (xBRL-JSON) has facts by their ids.
                for prefix, concepts in ({} if "documentInfo" in content else content.get("facts", {})).items():
                    for concept, body in concepts.items():
                        for unit, rows in body["units"].items():
                            for row in rows:
                                self.facts.setdefault((row["accn"], f"{prefix}:{concept}"), []).append(
                                    {"concept": concept, "unit": unit, "value": Decimal(row["val"]), "dimensions": False,
                                     "period_start": row.get("start"), "period_end": row["end"]})
        return self.facts


def check(value, files):
    """'confirmed', 'refuted: …' or 'unchecked: …' for one reported value."""
    path = files.of(value)
    if path is not None and path.suffix == ".json":
        fact = files.report(path).get(value.get("element_id"))
        wrong = same(value, fact) if fact else ["element"]
        return f"refuted: {', '.join(wrong)} differs: {fact}" if wrong else "confirmed"
    if path is not None:
        parsed = files.inline(path)
        if value.get("char_start") not in parsed.numbers:
            return "refuted: no tagged number begins at char_start"
        try:
            fact = parsed.fact(value["char_start"])
        except ValueError as unknown:
            return f"unchecked: {unknown}"
        wrong = same(value, fact)
        return f"refuted: {', '.join(wrong)} differs: {fact}" if wrong else "confirmed"
    rows = files.companyfacts().get((value["filing_id"].split(":")[-1], value["concept"]), [])
    if any(not same(value, row) for row in rows):
        return "confirmed"
    return f"refuted: none of {len(rows)} rows is equal" if rows else f"unchecked: no file of {value['filing_id']}"


OPERATIONS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv}


def evaluate(node, beside):
    """The result of a parsed formula of numbers, values beside it and + - * / ( )."""
    if isinstance(node, ast.BinOp) and type(node.op) in OPERATIONS:
        return OPERATIONS[type(node.op)](evaluate(node.left, beside), evaluate(node.right, beside))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -evaluate(node.operand, beside)
    if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)):
        return Decimal(str(node.value))
    known = beside.get(node.id) if isinstance(node, ast.Name) else None
    if isinstance(known, dict) and isinstance(known.get("value"), (int, Decimal)):
        return Decimal(known["value"])
    raise ValueError(ast.dump(node))


def of_inputs(value):
    """The result of the inputs that an answer lists: the sum of terms by their weights, or a quotient."""
    parts = {}
    for part in value["inputs"]:
        parts.setdefault(part["role"], []).append(Decimal(part["value"]) * part.get("weight", 1))
    if "term" in parts:
        return sum(parts["term"])
    base = parts["denominator"] + parts.get("opening", [])
    return parts["numerator"][0] / (sum(base) / len(base))


def recompute(value, beside):
    """The same for a derived value, from its inputs, else from values of the same answer."""
    formula = re.sub(r"\?(\w+)", lambda m: m[1] if m[1] in beside else "0", value.get("formula") or "")
    try:
        result = of_inputs(value) if "inputs" in value else evaluate(ast.parse(formula.strip(), mode="eval").body, beside)
    except (ValueError, SyntaxError, ArithmeticError):
        return "unchecked: inputs are not in the answer; ask with include_inputs=true"
    # Quotients are rounded to their decimals; sums are exact.
    step = Decimal(1).scaleb(-value["decimals"]) if "/" in value["formula"] else Decimal(0)
    stated = Decimal(str(value["value"]))
    return "confirmed" if abs(result - stated) <= step / 2 + abs(stated) * Decimal("1e-12") else f"refuted: {formula} = {result}"


def values_of(node, path="", beside=None):
    """Every value of an answer with its place and the values beside it."""
    if isinstance(node, dict):
        is_repeated = path.split(".")[-1].startswith("inputs[") and node.get("method") != "reported"
        if not is_repeated and "concept" in node and "value" in node and isinstance(node["value"], (int, Decimal)):
            yield path, node, beside or {}
        for key, child in node.items():
            yield from values_of(child, f"{path}.{key}", node)
    elif isinstance(node, list):
        for index, child in enumerate(node):
            yield from values_of(child, f"{path}[{index}]", {})


def is_answer(path):
    """JSON that is no report of a regulator: those have `facts` by concept or id."""
    if path.suffix != ".json":
        return False
    content = json.loads(path.read_text())
    return not (isinstance(content, dict) and isinstance(content.get("facts"), dict))


def resolve(answer):
    """Gives the values of a verification (facts/verify) their places, and their inputs the values that they point at."""
    values = answer.get("values") if isinstance(answer, dict) else None
    for value in values if isinstance(values, list) else []:
        if value.get("stated"):
            value.update({"document": value["stated"]["file"], **{k: value["stated"][k] for k in ("element_id", "char_start")}})
        for part in value.get("inputs", []):
            part["value"] = values[part["at"]]["value"]


def main(arguments):
    paths = [pathlib.Path(name) for name in arguments]
    missing = [str(path) for path in paths if not path.is_file()]
    if not paths or missing:
        print(f"No such file: {', '.join(missing)}" if missing else __doc__, file=sys.stderr)
        return 2
    answers = [paths[0], *(path for path in paths[1:] if is_answer(path))]
    files = Files([path for path in paths[1:] if path not in answers])
    counts = {kind: {"confirmed": 0, "refuted": 0, "unchecked": 0} for kind in ("reported", "computed")}
    for name in answers:
        answer = json.loads(name.read_text(), parse_float=Decimal)
        resolve(answer)
        for path, value, beside in values_of(answer):
            if isinstance(answer, dict):
                value.setdefault("filing_id", answer.get("filing_id") or "")
            computed = value.get("method") in ("derived", "summed")
            verdict = recompute(value, beside) if computed else check(value, files)
            counts["computed" if computed else "reported"][verdict.split(":")[0]] += 1
            if verdict != "confirmed":
                print(f"{name.name}: " * (len(answers) > 1) + f"{path.lstrip('.')}: {verdict}")
    for kind, numbers in counts.items():
        print(f"{kind}: " + ", ".join(f"{count} {name}" for name, count in numbers.items()))
    return 1 if any(numbers["refuted"] for numbers in counts.values()) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
