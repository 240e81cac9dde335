//! A Python function: how it is imported and called.

use autobva_core::is_python_name;

use super::ExportError;
use super::python::{OWN_EXCEPTIONS, TAKEN, shows_directly, text};
use super::python_values::Python;
use super::suite::{Case, Suite};

/// Names that the tests use at the top of the file, besides those that an argument must not have.
const USED: &str = "float runpy";

/// The name for a function whose own name the tests use otherwise.
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
    /// Reads the value of `--call`.
    pub(crate) fn from_call(call: &str) -> Result<PythonFunction, ExportError> {
        let expected = "write file.py:function or package.module:function";
        call.parse().map(PythonFunction).map_err(|_| ExportError::bad_call(call, expected))
    }

    fn imported(&self) -> &str {
        self.0.path.split('.').next().unwrap_or(&self.0.path)
    }

    /// The name of the imported function in the tests. It is an alias if the tests use the name themselves, or if
    /// pytest would take the function for a test.
    pub(crate) fn known_as(&self) -> &str {
        let name = self.imported();
        let mut used = TAKEN.split(' ').chain(USED.split(' ')).chain(OWN_EXCEPTIONS.split(' '));
        let is_used = used.any(|word| word == name);
        if is_used || name.to_lowercase().starts_with("test") { ALIAS } else { name }
    }

    /// The text after `import`.
    fn import_clause(&self) -> String {
        match (self.imported(), self.known_as()) {
            (name, alias) if name == alias => name.to_string(),
            (name, alias) => format!("{name} as {alias}"),
        }
    }

    /// The folder and the file, or an empty text and the module.
    fn folder_and_file(&self) -> (&str, &str) {
        match self.0.is_file {
            true => self.0.place.rsplit_once('/').unwrap_or(("", &self.0.place)),
            false => ("", self.0.place.as_str()),
        }
    }

    /// The module name, as classes in it refer to it.
    fn module(&self) -> &str {
        let (_, file) = self.folder_and_file();
        if self.0.is_file { file.strip_suffix(".py").unwrap_or(file) } else { file }
    }

    /// Whether tests that call the function show everything that was observed: every outcome is visible to them, and
    /// every value can be created.
    pub(crate) fn shows(&self, suite: &Suite<'_>) -> bool {
        let python = Python::new(suite.python.0);
        suite.cases.iter().for_each(|case| drop(python.values(suite, case)));
        // A known fault is run by a function to which its values are passed.
        let is_lost = |case: &Case| {
            case.is_fault() && !case.outcome.is_valid() && Python::may_fail(suite.python.0, suite, case)
        };
        suite.cases.iter().all(|case| shows_directly(case) && !is_lost(case))
            && python.used().iter().all(|(name, module)| self.can_use(name, module.as_deref()))
    }

    /// Whether the tests can name a class: its module is known, and nothing else has its name.
    fn can_use(&self, name: &str, module: Option<&str>) -> bool {
        let Some(module) = module else { return false };
        let root = root(name);
        let mut used = TAKEN.split(' ').chain(USED.split(' ')).chain(OWN_EXCEPTIONS.split(' '));
        let is_taken = !is_of_library(module)
            && (used.any(|word| word == root) || root.to_lowercase().starts_with("test"));
        let is_hidden = root == self.known_as() && module != self.module();
        let is_module = !module.is_empty() && name.starts_with(&format!("{module}."));
        name.split('.').all(is_python_name) && !is_taken && !is_hidden && !is_module
    }

    /// The lines that import from the standard library, and those that import the function and the classes of its arguments.
    pub(crate) fn import(&self, suite: &Suite<'_>, python: &Python<'_>) -> (Vec<String>, Vec<String>) {
        let (calling, is_here) = suite.python;
        let mut library: Vec<String> =
            calling.is_awaited.then(|| "import asyncio".into()).into_iter().collect();
        let (mut own, mut others) = (Vec::new(), Vec::new());
        for (name, module) in python.used() {
            match module.as_deref().unwrap_or_default() {
                "" => library.push(format!("import {name}")),
                "builtins" => {}
                module if module == self.module() => own.push(root(&name).to_string()),
                module if is_of_library(module) => library.push(format!("from {module} import {name}")),
                module => others.push(format!("from {module} import {}", root(&name))),
            }
        }
        own.retain(|name| name != self.known_as());
        own.dedup();
        others.dedup();
        let (folder, file) = self.folder_and_file();
        let (module, folder) = (self.module(), joined(suite.base, folder));
        let is_loaded = self.0.is_file && !can_be_imported(module);
        let mut lines = Vec::new();
        if is_loaded {
            library.push("import runpy".into());
            // Modules beside the file can be imported, but they do not hide Python's own.
            lines.push(format!("sys.path.append(str({}))", here(&folder)));
            lines.push(format!("MODULE = runpy.run_path(str({}))", here(&joined(&folder, file))));
            let loaded = |(alias, name): (&str, &str)| format!("{alias} = MODULE[{}]", text(name));
            let aliases = own.iter().map(|name| (name.as_str(), name.as_str()));
            lines.extend(std::iter::once((self.known_as(), self.imported())).chain(aliases).map(loaded));
        } else {
            if self.0.is_file || is_here {
                lines.push(format!("sys.path.insert(0, str({}))", here(&folder)));
            }
            if self.0.is_file {
                // The tests in another folder may have imported a module of the same name.
                lines.push(format!("sys.modules.pop({}, None)", text(module)));
            }
            let mut names = [vec![self.import_clause()], own].concat();
            names.sort();
            lines.push(format!("from {module} import {}", names.join(", ")));
        }
        if self.0.is_file || is_here {
            library.extend(["import sys", "from pathlib import Path"].map(String::from));
            // Linters are told that these imports come late on purpose.
            let imports = lines.iter_mut().chain(&mut others).filter(|line| line.starts_with("from "));
            imports.for_each(|line| line.push_str("  # noqa: E402"));
        }
        library.sort_by_key(|line| (line.starts_with("from"), line.clone()));
        library.dedup();
        lines.append(&mut others);
        (library, lines)
    }

    pub(crate) fn call(&self, suite: &Suite<'_>, values: &[String]) -> String {
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
        let call = format!("{function}({})", arguments.collect::<Vec<_>>().join(", "));
        if calling.is_awaited { format!("asyncio.run({call})") } else { call }
    }
}

/// Whether a file can be imported by its name, which must not be used by the tests or by Python's own library.
fn can_be_imported(module: &str) -> bool {
    let mut used = TAKEN.split(' ').chain(LIBRARY.split_whitespace());
    is_python_name(module) && !used.any(|word| word == module)
}

/// The name to import for a class: the outermost class that contains it.
fn root(name: &str) -> &str {
    name.split('.').next().unwrap_or(name)
}

/// Whether a module belongs to Python's own library.
fn is_of_library(module: &str) -> bool {
    module.is_empty() || LIBRARY.split_whitespace().any(|own| own == root(module))
}

/// Joins two paths; an absolute second path replaces the first.
fn joined(base: &str, folder: &str) -> String {
    match (base, folder) {
        (base, "" | ".") => base.to_string(),
        ("", folder) => folder.to_string(),
        (_, folder) if folder.starts_with('/') => folder.to_string(),
        (base, folder) => format!("{base}/{folder}"),
    }
}

/// A folder or file relative to the test file.
fn here(path: &str) -> String {
    let own = "Path(__file__).resolve().parent";
    if path.is_empty() { own.into() } else { format!("{own} / {}", text(path)) }
}
