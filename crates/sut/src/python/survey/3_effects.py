# Functions that are not run unless the user asks: they remove, write, start or connect something, are tests, or return
# nothing.

# Modules whose functions do something to the machine; the list is short on purpose, --deny makes it longer.
MODULES = {
    "needs a network": "socket ssl http ftplib smtplib poplib imaplib nntplib telnetlib socketserver xmlrpc urllib.request "
    "urllib.robotparser webbrowser antigravity requests httpx aiohttp urllib3 asyncio smtpd cgi wsgiref",
    "starts something": "subprocess multiprocessing threading _thread concurrent signal pty runpy venv ensurepip pip code "
    "codeop pdb bdb cmd profile cProfile trace turtle turtledemo tkinter idlelib curses readline timeit sched ctypes "
    "faulthandler this lib2to3 distutils setuptools pydoc unittest doctest",
    "writes files": "os shutil tempfile sqlite3 dbm shelve zipfile tarfile zipapp mailbox logging py_compile compileall fcntl "
    "mmap fileinput syslog termios tty resource pathlib",
    "changes the interpreter": "sys builtins gc atexit site sysconfig tracemalloc warnings importlib imp inspect linecache "
    "locale rlcompleter",
}
# Words in the name of a function.
NAMES = {
    "needs a network": "connect urlopen send sendall sendmail download upload fetch request listen serve post mail email",
    "removes something": "remove unlink delete rmtree rmdir drop purge destroy erase wipe truncate clear",
    "writes something": "write save dump store mkdir makedirs chmod chown rename move copyfile install uninstall commit push "
    "publish register unregister",
    "starts something": "start run main exec execute system spawn fork popen kill terminate shutdown reboot exit quit sleep "
    "wait input interact daemon",
}
# A function whose code uses one of these names counts as having its effect.
USED = {
    "needs a network": "urlopen create_connection socket sendmail gethostbyname getaddrinfo",
    "removes something": "unlink rmtree rmdir",
    "writes something": "makedirs mkdir write_text write_bytes chmod copyfile copytree open",
    "starts something": "Popen system check_call check_output execv execve spawnv fork _exit sleep",
    "asks a person": "input getpass",
}


def is_test(module, name=""):
    parts = module.split(".")
    told = [part for part in parts if re.match(r"tests?$|test_|conftest$|testing$", part) or part.endswith("_test")]
    return bool(told) or re.match(r"test_|Test[A-Z]", name) is not None


def words_of(name):
    """The words of a name: `save_file`, `saveFile` and `savefile` are not told apart by case."""
    return [word for word in re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", name).lower().split("_") if word]


def effect_of_module(module):
    for why, names in MODULES.items():
        if any(module == name or module.startswith(name + ".") for name in names.split()):
            return why
    return None


def effect_of(function, name):
    """Why a function is not run unless somebody names it, or None."""
    words = words_of(name.rpartition(".")[2])
    for why, names in NAMES.items():
        named = [word for word in words if word in names.split()]
        if named:
            return "%s, by its name" % why
    code = getattr(function, "__code__", None)
    used = set(getattr(code, "co_names", ()))
    for why, names in USED.items():
        found = sorted(used & set(names.split()))
        if found:
            return "%s, it uses %s" % (why, found[0])
    return None


def gives_no_value(function):
    import inspect

    if inspect.isgeneratorfunction(function) or inspect.isasyncgenfunction(function):
        return "is a generator, whose calls give no values yet"
    return None
