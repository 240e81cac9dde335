"""A worker that answers each request with one line, breaks a rule at numbers ending in 7, or does not start at all."""
import json
import os
import signal
import sys
import time

mode = sys.argv[1]
if mode == "dies at start":
    print("the disk is on fire", file=sys.stderr)
    sys.exit(9)
if mode == "crashes at start":
    os.kill(os.getpid(), signal.SIGSEGV)
if mode == "greets strangely":
    print("Hello!", flush=True)
    time.sleep(1000)
if mode == "another version":
    print('{"autobva":3,"name":"future"}', flush=True)
    time.sleep(1000)
if mode == "never greets" or mode.startswith("starts once ") and os.path.exists(mode[12:]):
    time.sleep(1000)
if mode.startswith("starts once "):
    open(mode[12:], "w").close()
    mode = "exits"
if mode == "greets without end":
    while True:
        sys.stdout.write("x" * 65536)
if mode == "refuses":
    print('{"autobva":1,"error":"there is no licence"}', flush=True)
    sys.exit(0)

sys.stdin.readline()
print(json.dumps({"autobva": 1, "name": "w", "args": [{"name": "n", "type": "int"}]}), flush=True)
for line in sys.stdin:
    request = json.loads(line)
    outcomes = []
    for (n,) in request["calls"]:
        if n.endswith("7"):
            if mode == "exits":
                sys.exit(3)
            if mode == "crashes":
                os.kill(os.getpid(), signal.SIGSEGV)
            while mode == "answers nothing":
                print(json.dumps({"id": request["id"], "outcomes": []}), flush=True)
                time.sleep(0.001)
            if mode == "hangs":
                time.sleep(1000)
            if mode == "closes":
                os.close(1)
                time.sleep(1000)
            if mode == "sends garbage":
                print("who, me?", flush=True)
            if mode == "floods":
                while True:
                    sys.stdout.write("water" * 1000)
            if mode == "answers too much":
                outcomes.append(["valid", "str", "one"])
            if mode == "eats":
                hoard = []
                while True:
                    try:
                        hoard.append(b"x" * (1 << 20))
                    except MemoryError:
                        os.abort()  # Runtimes abort like this when they have no memory left.
        outcomes.append(["valid", "str", "fine " + n])
        if mode == "answers in parts":
            print(json.dumps({"id": request["id"], "outcomes": outcomes}), flush=True)
            outcomes = []
    if mode != "answers in parts":
        number = request["id"] + 1 if mode == "loses count" and any(n.endswith("7") for (n,) in request["calls"]) else request["id"]
        print(json.dumps({"id": number, "outcomes": outcomes}), flush=True)
