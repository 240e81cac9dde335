"""What the package does on every operating system: searches within the process. Run by hand and by the workflow, with nothing
but the package installed."""

import autobva


def fare(age: int) -> str:
    if age < 0:
        raise ValueError("no such age")
    return "free" if age < 6 else "full"


places = [(b.left.arguments["age"], b.right.arguments["age"]) for b in autobva.find(fare, seed=7, max_calls=2000).boundaries]
assert places == [(-1, 0), (5, 6)], places
print(places)
