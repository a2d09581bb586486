-- What wrk sends for benchmarks/capacity.py: the requests of the file named after "--", a line each, in turn. A line is
-- method, path and body with tabs between them.

function init(args)
    requests, at = {}, 0
    local headers = { ["Content-Type"] = "application/json" }
    for line in io.lines(args[1]) do
        local method, path, body = line:match("^([^\t]+)\t([^\t]+)\t([^\t]*)$")
        requests[#requests + 1] = wrk.format(method, path, headers, body ~= "" and body or nil)
    end
end

function request()
    at = at % #requests + 1
    return requests[at]
end

function done(summary, latency, _)
    local errors = summary.errors
    local failed = errors.status + errors.connect + errors.read + errors.write + errors.timeout
    print(string.format('RESULT {"answered": %d, "seconds": %f, "failed": %d, "p99_ms": %f}',
        summary.requests, summary.duration / 1e6, failed, latency:percentile(99) / 1e3))
end
