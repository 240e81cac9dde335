# Types that a docstring tells, in the styles of numpy and Google.

WORDS = {
    "int": "int", "integer": "int", "ints": "int", "integers": "int", "float": "f64", "floats": "f64", "number": "f64",
    "numbers": "f64", "real": "f64", "double": "f64", "str": "str", "string": "str", "strings": "str", "text": "str",
    "bool": "bool", "boolean": "bool", "bytes": "bytes", "date": "date", "datetime": "datetime", "time": "time",
    "timedelta": "duration", "decimal": "decimal", "none": "null",
}
SEVERAL = re.compile(r"(?:list|sequence|iterable|array|collection)(?:\[(\w+)\]| of (\w+))$")
NUMPY = re.compile(r"^[ \t]*(\w+(?:[ \t]*,[ \t]*\w+)*)[ \t]*:[ \t]+(\S.*)$", re.M)
GOOGLE = re.compile(r"^[ \t]*\*{0,2}(\w+)[ \t]*\(([^()]+)\)[ \t]*:", re.M)
SPHINX = re.compile(r"^[ \t]*:type[ \t]+(\w+):[ \t]*(\S.*)$", re.M)


def worded(text):
    """What a type in words is declared as, or None."""
    text = re.sub(r",?\s*(optional|default\b.*|keyword.only)\s*", "", text.strip().rstrip("."), flags=re.I).strip()
    if re.fullmatch(r"\{.+\}", text):
        return chosen(text)
    parts = [word(part.strip().strip("`").replace("~", "").lower()) for part in re.split(r"\s+or\s+|\s*\|\s*|\s*,\s*", text)]
    found = list(dict.fromkeys(part for part in parts if part))
    # If one part of a union is unknown, the whole type is: the unknown part may be what the function is for.
    return " | ".join(found) if found and None not in parts and found != ["null"] else None


def word(text):
    several = SEVERAL.match(text)
    if several:
        part = WORDS.get(several.group(1) or several.group(2))
        return part and "list[%s]" % part
    return WORDS.get(text.rpartition(".")[2])


def chosen(text):
    """The choices in braces, as numpy writes them."""
    import ast

    try:
        choices = ast.literal_eval("[%s]" % text[1:-1])
        return " | ".join(map(literal, choices)) or None
    except (ValueError, SyntaxError, NotDrawable):
        return None


def docstring_types(function):
    """The types of arguments that the docstring tells, by their names."""
    text = getattr(function, "__doc__", None)
    if type(text) is not str:
        return {}
    found = {}
    for names, told in NUMPY.findall(text) + GOOGLE.findall(text) + SPHINX.findall(text):
        declared = worded(told)
        for name in re.split(r"\s*,\s*", names.strip()):
            if declared:
                found.setdefault(name, declared)
    return found
