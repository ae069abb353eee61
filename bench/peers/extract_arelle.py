"""Facts of inline documents with Arelle, offline, without the taxonomies: prints one JSON line of facts and seconds.

usage: python extract_arelle.py FILE.htm.gz…
"""

import gzip
import json
import os
import sys
import tempfile
import time

from arelle import Version
from arelle.CntlrCmdLine import CntlrCmdLine
from arelle.FileSource import openFileSource

controller = CntlrCmdLine(logFileName="logToBuffer")
controller.webCache.workOffline = True
facts = 0
seconds = 0.0
with tempfile.TemporaryDirectory() as folder:
    for path in sys.argv[1:]:
        plain = os.path.join(folder, os.path.basename(path).removesuffix(".gz"))
        with gzip.open(path) as packed, open(plain, "wb") as file:
            file.write(packed.read())
        started = time.perf_counter()
        model = controller.modelManager.load(openFileSource(plain, controller))
        facts += len(model.facts)
        seconds += time.perf_counter() - started
        controller.modelManager.close()
print(json.dumps({"version": Version.version, "facts": facts, "seconds": seconds}))
