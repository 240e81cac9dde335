"""A worker whose function takes a list. autobva find 'worker:python3 examples/workers/largest.py'

(For a Python function you need no worker: autobva find file.py:function. This one shows how a list arrives.)
"""
import json
import sys


def largest(numbers):
    return "the first" if numbers.index(max(numbers)) == 0 else "a later one"


def outcome(arguments):
    try:
        # The list arrives as JSON; a number that JSON readers would round arrives as a string.
        value = largest([int(number) for number in arguments[0]])
        return ["valid", type(value).__name__, value]
    except Exception as error:
        return ["error", type(error).__name__, str(error)]


answers, sys.stdout = sys.stdout, sys.stderr  # What the target prints is not an answer.
greeting = json.loads(sys.stdin.readline())
hello = {"autobva": 2, "name": "largest", "args": [{"name": "numbers", "type": "list[int; 0..20]"}]}
print(json.dumps(hello), file=answers, flush=True)
for line in sys.stdin:
    request = json.loads(line)
    outcomes = [outcome(arguments) for arguments in request["calls"]]
    print(json.dumps({"id": request["id"], "outcomes": outcomes}), file=answers, flush=True)
