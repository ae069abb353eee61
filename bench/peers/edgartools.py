"""Company facts to annual statements with edgartools, on recorded files: prints one JSON line of milliseconds.

usage: python edgartools.py ROUNDS FILE.json.gz…
"""

import gzip
import json
import statistics
import sys
import time

from edgar import __version__
from edgar.entity.parser import EntityFactsParser


def milliseconds(step):
    started = time.perf_counter()
    made = step()
    return made, (time.perf_counter() - started) * 1000


rounds = int(sys.argv[1])
totals = {"json": 0.0, "facts": 0.0, "statements": 0.0}
for path in sys.argv[2:]:
    with gzip.open(path) as file:
        text = file.read()
    taken = {name: [] for name in totals}
    for _ in range(rounds):
        answer, ms = milliseconds(lambda: json.loads(text))
        taken["json"].append(ms)
        facts, ms = milliseconds(lambda: EntityFactsParser.parse_company_facts(answer))
        taken["facts"].append(ms)
        _, ms = milliseconds(
            lambda: [
                make(periods=40, period="annual", as_dataframe=True)
                for make in (facts.income_statement, facts.balance_sheet, facts.cash_flow_statement)
            ]
        )
        taken["statements"].append(ms)
    for name, values in taken.items():
        totals[name] += statistics.median(values)
print(json.dumps({"version": __version__, **totals}))
