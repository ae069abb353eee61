"""Facts of inline documents with edgartools' extractor: prints one JSON line of facts and seconds.

usage: python extract_edgartools.py FILE.htm.gz…
"""

import gzip
import json
import sys
import time

import lxml.html
from edgar import __version__
from edgar.documents.strategies.xbrl_extraction import XBRLExtractor

facts = 0
seconds = 0.0
for path in sys.argv[1:]:
    with gzip.open(path) as file:
        content = file.read()
    started = time.perf_counter()
    parser = lxml.html.HTMLParser(recover=True, huge_tree=True, encoding="utf-8")
    tree = lxml.html.document_fromstring(content, parser=parser)
    extractor = XBRLExtractor()
    for element in tree.iter():
        tag = element.tag
        if isinstance(tag, str) and "ix:" in tag and tag.split(":")[-1] in XBRLExtractor.FACT_TAGS:
            facts += extractor.extract_fact(element) is not None
    seconds += time.perf_counter() - started
print(json.dumps({"version": __version__, "facts": facts, "seconds": seconds}))
