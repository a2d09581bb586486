-- What wrk sends and what it holds the answers against. The file named after "--" has a line for each question: its
-- path, its body and the one right answer, with tabs between them. A question's number goes out as X-Request-ID and
-- comes back, so an answer is held against that of its own question, whatever else is under way.

local threads = {}

function setup(thread)
    table.insert(threads, thread)
end

function init(args)
    questions, answers, wrong, at = {}, {}, 0, 0
    for line in io.lines(args[1]) do
        local path, body, answer = line:match("^([^\t]+)\t([^\t]+)\t([^\t]+)$")
        local id = tostring(#questions + 1)
        questions[#questions + 1] = wrk.format(
            "POST", path, { ["Content-Type"] = "application/json", ["X-Request-ID"] = id }, body)
        answers[id] = answer
    end
    -- Each thread begins elsewhere.
    math.randomseed(os.time() + tonumber(tostring({}):match("0x(%x+)"), 16) % 100000)
    at = math.random(#questions)
end

-- Milliseconds before the next request of a connection: a steady load, and connections that idle now and then.
function delay()
    return math.random(10, 40)
end

function request()
    at = at % #questions + 1
    return questions[at]
end

function response(status, headers, body)
    local id = headers["X-Request-ID"]
    if status ~= 200 or id == nil or answers[id] ~= body then
        wrong = wrong + 1
        -- The first ones tell why, and all of them would fill the pipe.
        if wrong <= 20 then
            local told = body:sub(1, 200):gsub("%s+", " ")
            print(string.format("%s: %d to question %s: %s", os.date("%H:%M:%S"), status, id, told))
        end
    end
end

function done(summary, latency, _)
    local wrong_answers = 0
    for _, thread in ipairs(threads) do
        wrong_answers = wrong_answers + thread:get("wrong")
    end
    local errors = summary.errors
    print(string.format(
        'RESULT {"answered": %d, "wrong": %d, "connect": %d, "read": %d, "write": %d, "timeout": %d, "p99": %d, "longest": %d}',
        summary.requests, wrong_answers, errors.connect, errors.read, errors.write, errors.timeout,
        latency:percentile(99), latency.max))
end
