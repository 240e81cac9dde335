//! A Python function: how it is imported and called.

use autobva_core::is_python_name;

use super::ExportError;
use super::layout::Code;
use super::python::{BLACK, OWN_EXCEPTIONS, TAKEN, shows_directly, text};
use super::python_values::Python;
use super::suite::{Case, Suite};

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

    /// The folder and the file, or nothing and the module.
    fn folder_and_file(&self) -> (&str, &str) {
        match self.0.is_file {
            true => self.0.place.rsplit_once('/').unwrap_or(("", &self.0.place)),
            false => ("", self.0.place.as_str()),
        }
    }

    /// The module, as classes of it know it.
    fn module(&self) -> &str {
        let (_, file) = self.folder_and_file();
        if self.0.is_file { file.strip_suffix(".py").unwrap_or(file) } else { file }
    }

    /// Whether tests that call the function show all that was observed: every outcome can be seen by them, and every value
    /// can be made.
    pub(crate) fn shows(&self, suite: &Suite<'_>) -> bool {
        let python = Python::new(suite.python.0);
        suite.cases.iter().for_each(|case| drop(python.values(suite, case)));
        // A known fault is run by a function, to which its values are handed over.
        let is_lost = |case: &Case| {
            case.is_fault() && !case.outcome.is_valid() && Python::may_fail(suite.python.0, suite, case)
        };
        suite.cases.iter().all(|case| shows_directly(case) && !is_lost(case))
            && python.used().iter().all(|(name, module)| self.can_use(name, module.as_deref()))
    }

    /// Whether the tests can name a class: it is known where it is, and nothing else has its name.
    fn can_use(&self, name: &str, module: Option<&str>) -> bool {
        let Some(module) = module else { return false };
        let root = root(name);
        let mut used = TAKEN.split(' ').chain(USED.split(' ')).chain(OWN_EXCEPTIONS.iter().copied());
        let is_taken = !is_of_library(module)
            && (used.any(|word| word == root) || root.to_lowercase().starts_with("test"));
        let is_hidden = root == self.known_as() && module != self.module();
        let is_module = !module.is_empty() && name.starts_with(&format!("{module}."));
        name.split('.').all(is_python_name) && !is_taken && !is_hidden && !is_module
    }

    /// The modules of the standard library, and the lines that import the function and the classes of its arguments.
    pub(crate) fn import(&self, suite: &Suite<'_>, python: &Python<'_>) -> (Vec<String>, String) {
        let (calling, is_here) = suite.python;
        let mut modules = if calling.is_awaited { vec!["import asyncio"] } else { Vec::new() };
        let (mut own, mut others, mut library) = (Vec::new(), Vec::new(), Vec::new());
        for (name, module) in python.used() {
            match module.as_deref().unwrap_or_default() {
                "" => library.push(format!("import {name}")),
                "builtins" => {}
                module if module == self.module() => own.push(root(&name).to_string()),
                module if is_of_library(module) => library.push(format!("from {module} import {name}")),
                module => others.push((module.to_string(), root(&name).to_string())),
            }
        }
        own.retain(|name| name != self.known_as());
        own.dedup();
        others.dedup();
        let mut names = [vec![self.import_clause()], own.clone()].concat();
        names.sort();
        let (folder, file) = self.folder_and_file();
        let module = self.module();
        let finished = |modules: Vec<&str>, lines: String| {
            let mut modules: Vec<String> = modules.into_iter().map(String::from).chain(library).collect();
            modules.sort_by_key(|line| (line.starts_with("from"), line.clone()));
            modules.dedup();
            (modules, lines)
        };
        let others = |note: &str| -> String {
            others.iter().map(|(module, name)| from(module, std::slice::from_ref(name), note)).collect()
        };
        if !self.0.is_file && !is_here {
            return finished(modules, from(module, &names, "") + &others(""));
        }
        let folder = joined(suite.base, folder);
        let folder_there = Code::group("str(", vec![here(&folder)], ")");
        if self.0.is_file && !can_be_imported(module) {
            modules.extend(["import runpy", "import sys", "from pathlib import Path"]);
            // What the file imports is found beside it, but hides nothing of Python's own.
            let path = Code::group("sys.path.append(", vec![folder_there], ")");
            let mut aliases = vec![(self.known_as(), self.imported())];
            aliases.extend(own.iter().map(|name| (name.as_str(), name.as_str())));
            let loaded = loaded(&aliases, here(&joined(&folder, file)));
            let path = BLACK.line(0, "", &path, "\n");
            return finished(modules, format!("{path}{loaded}{}", others(LATE)));
        }
        modules.extend(["import sys", "from pathlib import Path"]);
        let path = Code::group("sys.path.insert(", vec![Code::atom("0"), folder_there], ")");
        let path = BLACK.line(0, "", &path, "\n");
        let forgotten = forgotten(module, self.0.is_file);
        finished(modules, format!("{path}{forgotten}\n{}{}", from(module, &names, LATE), others(LATE)))
    }

    /// A call with these arguments.
    pub(crate) fn call(&self, suite: &Suite<'_>, values: &[Code]) -> Code {
        let (calling, _) = suite.python;
        let by_name = |name: &str| calling.keywords.iter().any(|keyword| keyword == name);
        let arguments = suite.signature.arguments().iter().zip(values);
        let arguments = arguments.map(|(argument, value)| match by_name(argument.name()) {
            true => value.clone().after(&format!("{}=", argument.name())),
            false => value.clone(),
        });
        let path = self.0.path.replacen(self.imported(), self.known_as(), 1);
        let function = match path.rsplit_once('.') {
            Some((class, method)) if calling.on_object => format!("{class}().{method}"),
            _ => path,
        };
        let call = Code::group(format!("{function}("), arguments.collect(), ")");
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

/// Behind an import that comes late on purpose.
const LATE: &str = "  # noqa: E402";

/// The line that imports names from a module.
fn from(module: &str, names: &[String], note: &str) -> String {
    let line = format!("from {module} import {}{note}\n", names.join(", "));
    match BLACK.fits(0, line.trim_end()) || note.is_empty() && names.len() == 1 {
        true => line,
        false => {
            let names: String = names.iter().map(|name| format!("    {name},\n")).collect();
            format!("from {module} import ({note}\n{names})\n")
        }
    }
}

/// The lines that load names from a file that cannot be imported by its name.
fn loaded(aliases: &[(&str, &str)], file: Code) -> String {
    let load = Code::group("runpy.run_path(", vec![Code::group("str(", vec![file], ")")], ")");
    if let &[(alias, name)] = aliases {
        let line = format!("{alias} = {}[{}]", load.flat(), text(name));
        if BLACK.fits(0, &line) {
            return line + "\n";
        }
    }
    let own = |(alias, name): &(&str, &str)| {
        let own = Code::list("MODULE[", &[text(name)], "]");
        BLACK.line(0, &format!("{alias} = "), &own, "\n").replace("\",\n]", "\"\n]")
    };
    format!("{}{}", BLACK.line(0, "MODULE = ", &load, "\n"), aliases.iter().map(own).collect::<String>())
}

/// What is imported to have a class: the outermost of those that it stands in.
fn root(name: &str) -> &str {
    name.split('.').next().unwrap_or(name)
}

/// Whether a module is Python's own.
fn is_of_library(module: &str) -> bool {
    module.is_empty() || LIBRARY.split_whitespace().any(|own| own == root(module))
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
