"""A worker in Python: the shortest useful one. autobva find 'worker:python3 examples/workers/size.py'

(For a Python function you need no worker: autobva find file.py:function. This one shows the protocol.)
"""
import json
import sys


def size(n):
    if n < 0:
        raise ValueError("negative size")
    if n < 1000:
        return "%d B" % n
    return "%d kB" % (n // 1000) if n < 1000000 else "%d MB" % (n // 1000000)


def outcome(arguments):
    try:
        value = size(int(arguments[0]))
        return ["valid", type(value).__name__, str(value)]
    except Exception as error:
        return ["error", type(error).__name__, str(error)]


answers, sys.stdout = sys.stdout, sys.stderr  # What the target prints is not an answer.
greeting = json.loads(sys.stdin.readline())
hello = {"autobva": 1, "name": "size", "args": [{"name": "n", "type": "int"}]}
print(json.dumps(hello), file=answers, flush=True)
for line in sys.stdin:
    request = json.loads(line)
    outcomes = [outcome(arguments) for arguments in request["calls"]]
    print(json.dumps({"id": request["id"], "outcomes": outcomes}), file=answers, flush=True)
