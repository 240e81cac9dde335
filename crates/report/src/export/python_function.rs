//! A Python function: how it is imported and called.

use autobva_core::is_python_name;

use super::ExportError;
use super::layout::Code;
use super::python::{BLACK, OWN_EXCEPTIONS, TAKEN, text};
use super::suite::Suite;

/// Names that the tests use at the top of the file, besides those that an argument must not have.
const USED: &str = "float runpy";

/// What a function is called whose own name the tests cannot use.
const ALIAS: &str = "target_function";

/// The modules of Python's own library: `sys.stdlib_module_names` of Python 3.11, without those that begin with `_`.
const LIBRARY: &str = "\
    abc aifc antigravity argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb binascii \
    bisect builtins bz2 cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop collections colorsys \
    compileall concurrent configparser contextlib contextvars copy copyreg crypt csv ctypes curses \
    dataclasses datetime dbm decimal difflib dis distutils doctest email encodings ensurepip enum errno \
    faulthandler fcntl filecmp fileinput fnmatch fractions ftplib functools gc genericpath getopt getpass \
    gettext glob graphlib grp gzip hashlib heapq hmac html http idlelib imaplib imghdr imp importlib inspect \
    io ipaddress itertools json keyword lib2to3 linecache locale logging lzma mailbox mailcap marshal math \
    mimetypes mmap modulefinder msilib msvcrt multiprocessing netrc nis nntplib nt ntpath nturl2path numbers \
    opcode operator optparse os ossaudiodev pathlib pdb pickle pickletools pipes pkgutil platform plistlib \
    poplib posix posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat queue \
    quopri random re readline reprlib resource rlcompleter runpy sched secrets select selectors shelve shlex \
    shutil signal site smtpd smtplib sndhdr socket socketserver spwd sqlite3 sre_compile sre_constants \
    sre_parse ssl stat statistics string stringprep struct subprocess sunau symtable sys sysconfig syslog \
    tabnanny tarfile telnetlib tempfile termios textwrap this threading time timeit tkinter token tokenize \
    tomllib trace traceback tracemalloc tty turtle turtledemo types typing unicodedata unittest urllib uu \
    uuid venv warnings wave weakref webbrowser winreg winsound wsgiref xdrlib xml xmlrpc zipapp zipfile \
    zipimport zlib zoneinfo";

/// A Python function that tests import and call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PythonFunction(pub(crate) autobva_core::PythonFunction);

impl PythonFunction {
    /// Reads what `--call` says.
    pub(crate) fn from_call(call: &str) -> Result<PythonFunction, ExportError> {
        call.parse().map(PythonFunction).map_err(|_| ExportError::BadCall {
            call: call.to_string(),
            expected: "write file.py:function or package.module:function",
        })
    }

    /// The name that is imported.
    fn imported(&self) -> &str {
        self.0.path.split('.').next().unwrap_or(&self.0.path)
    }

    /// What the imported name is called in the tests: another name where they use it themselves, or where pytest would
    /// take the function for a test.
    fn known_as(&self) -> &str {
        let name = self.imported();
        let mut used = TAKEN.split(' ').chain(USED.split(' ')).chain(OWN_EXCEPTIONS.iter().copied());
        let is_used = used.any(|word| word == name);
        if is_used || name.to_lowercase().starts_with("test") { ALIAS } else { name }
    }

    /// What is written behind `import`.
    fn import_clause(&self) -> String {
        match (self.imported(), self.known_as()) {
            (name, alias) if name == alias => name.to_string(),
            (name, alias) => format!("{name} as {alias}"),
        }
    }

    /// The modules of the standard library, and the lines that import the function.
    pub(crate) fn import(&self, suite: &Suite<'_>) -> (Vec<&'static str>, String) {
        let (calling, is_here) = suite.python;
        let mut modules = if calling.is_awaited { vec!["import asyncio"] } else { Vec::new() };
        let clause = self.import_clause();
        let (folder, file) = match self.0.is_file {
            true => self.0.place.rsplit_once('/').unwrap_or(("", &self.0.place)),
            false => ("", self.0.place.as_str()),
        };
        let module = if self.0.is_file { file.strip_suffix(".py").unwrap_or(file) } else { file };
        if !self.0.is_file && !is_here {
            return (modules, format!("from {module} import {clause}\n"));
        }
        let folder = joined(suite.base, folder);
        let folder_there = Code::group("str(", vec![here(&folder)], ")");
        if self.0.is_file && !can_be_imported(module) {
            modules.extend(["import runpy", "import sys", "from pathlib import Path"]);
            // What the file imports is found beside it, but hides nothing of Python's own.
            let path = Code::group("sys.path.append(", vec![folder_there], ")");
            let loaded = loaded(self.known_as(), self.imported(), here(&joined(&folder, file)));
            return (modules, format!("{}{loaded}", BLACK.line(0, "", &path, "\n")));
        }
        modules.extend(["import sys", "from pathlib import Path"]);
        let path = Code::group("sys.path.insert(", vec![Code::atom("0"), folder_there], ")");
        let path = BLACK.line(0, "", &path, "\n");
        (modules, format!("{path}{}\n{}", forgotten(module, self.0.is_file), imported(module, &clause)))
    }

    /// A call with these arguments.
    pub(crate) fn call(&self, suite: &Suite<'_>, values: &[String]) -> Code {
        let (calling, _) = suite.python;
        let by_name = |name: &str| calling.keywords.iter().any(|keyword| keyword == name);
        let arguments = suite.signature.arguments().iter().zip(values);
        let arguments = arguments.map(|(argument, value)| match by_name(argument.name()) {
            true => format!("{}={value}", argument.name()),
            false => value.clone(),
        });
        let path = self.0.path.replacen(self.imported(), self.known_as(), 1);
        let function = match path.rsplit_once('.') {
            Some((class, method)) if calling.on_object => format!("{class}().{method}"),
            _ => path,
        };
        let call = Code::list(format!("{function}("), &arguments.collect::<Vec<_>>(), ")");
        if calling.is_awaited { Code::group("asyncio.run(", vec![call], ")") } else { call }
    }

    /// The names of the parameters, none of which hides the function.
    pub(crate) fn parameters(&self, suite: &Suite<'_>) -> Vec<String> {
        suite.parameters(&format!("{TAKEN} {}", self.known_as()))
    }
}

/// Whether a file can be imported by its name: one that the tests or Python's own library use means something else.
fn can_be_imported(module: &str) -> bool {
    let mut used = TAKEN.split(' ').chain(LIBRARY.split_whitespace());
    is_python_name(module) && !used.any(|word| word == module)
}

/// The line that lets go of a module of the same name that the tests of another folder have imported.
fn forgotten(module: &str, is_file: bool) -> String {
    if !is_file {
        return String::new();
    }
    let pop = Code::list("sys.modules.pop(", &[text(module), "None".to_string()], ")");
    BLACK.line(0, "", &pop, "\n")
}

/// The line that imports a name, which comes late on purpose.
fn imported(module: &str, clause: &str) -> String {
    let line = format!("from {module} import {clause}  # noqa: E402\n");
    match BLACK.fits(0, line.trim_end()) {
        true => line,
        false => format!("from {module} import (  # noqa: E402\n    {clause},\n)\n"),
    }
}

/// The lines that load a name from a file that cannot be imported by its name.
fn loaded(alias: &str, name: &str, file: Code) -> String {
    let load = Code::group("runpy.run_path(", vec![Code::group("str(", vec![file], ")")], ")");
    let line = format!("{alias} = {}[{}]", load.flat(), text(name));
    match BLACK.fits(0, &line) {
        true => line + "\n",
        false => {
            let own = Code::list("MODULE[", &[text(name)], "]");
            let own = BLACK.line(0, &format!("{alias} = "), &own, "\n").replace("\",\n]", "\"\n]");
            format!("{}{own}", BLACK.line(0, "MODULE = ", &load, "\n"))
        }
    }
}

/// The one path after the other; an absolute one stands alone.
fn joined(base: &str, folder: &str) -> String {
    match (base, folder) {
        (base, "" | ".") => base.to_string(),
        ("", folder) => folder.to_string(),
        (_, folder) if folder.starts_with('/') => folder.to_string(),
        (base, folder) => format!("{base}/{folder}"),
    }
}

/// A folder or file as seen from the file of the tests.
pub(crate) fn here(path: &str) -> Code {
    let own = "Path(__file__).resolve().parent";
    if path.is_empty() {
        return Code::atom(own);
    }
    let short = format!("{own} / {}", text(path));
    match BLACK.fits(LONGEST_BEFORE, &short) {
        true => Code::atom(short),
        false => Code::list("Path(", &[own.to_string(), text(path)], ")"),
    }
}

/// Room for what stands around a path: an operator is not broken as nicely as a call.
const LONGEST_BEFORE: usize = 40;
