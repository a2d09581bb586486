"""``make bench``: every measurement, one after the other, but for the overload, which takes two minutes."""

from __future__ import annotations

import sys

from benchmarks import http, inside, overload

if sys.argv[1:] == ["overload"]:
    overload.run()
    sys.exit()

inside.requests()
inside.watching()
inside.keeping()
inside.tables()
inside.exchanges()
inside.odds()
inside.batches()
http.run()
