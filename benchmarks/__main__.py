"""``make bench``: every measurement, one after the other."""

from __future__ import annotations

from benchmarks import http, inside

inside.requests()
inside.watching()
inside.keeping()
inside.tables()
inside.exchanges()
inside.odds()
inside.batches()
http.run()
