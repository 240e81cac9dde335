//! Integrations: annotations, the action, the hook, the image and the archive, as far as they can be tested without a
//! network.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use autobva_testing::{needs, skip};

use crate::program::{BINARY, code, stderr, stdout, success};
use crate::workplace::Workplace;

const TICKETS: &str = "\
LIMIT = 6

def fare(age: int) -> str:
    if age < 0 or age > 130:
        raise ValueError('100% wrong, no such age')
    if age < LIMIT:
        return 'free'
    return 'full' if age < 65 else 'senior'
";

/// A checkout with a guarded function in a folder of its own.
fn checkout() -> (Workplace, PathBuf) {
    let place = Workplace::new();
    let folder = place.path("app");
    std::fs::create_dir(&folder).unwrap();
    std::fs::write(folder.join("tickets.py"), TICKETS).unwrap();
    for words in [
        &["find", "tickets.py:fare", "--seed", "1", "--max-calls", "1000"][..],
        &["accept", "tickets.py:fare"],
    ] {
        success(&crate::program::run_in(&folder, words));
    }
    (place, folder)
}

fn change(folder: &Path) {
    std::fs::write(folder.join("tickets.py"), TICKETS.replace("LIMIT = 6", "LIMIT = 7")).unwrap();
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn text_of(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).unwrap()
}

/// Runs a line of shell with `autobva` at hand.
fn shell(folder: &Path, script: &str, variables: &[(&str, &str)]) -> Output {
    let folders = [Path::new(BINARY).parent().unwrap().to_path_buf()].into_iter();
    let path = std::env::var_os("PATH").unwrap();
    let path = std::env::join_paths(folders.chain(std::env::split_paths(&path))).unwrap();
    let mut command = Command::new("bash");
    command.args(["-e", "-o", "pipefail", "-c", script]).current_dir(folder).env("PATH", path);
    command.envs(variables.iter().copied()).output().unwrap()
}

/// The values of a key, wherever in a file of YAML it stands, where each is in one line.
fn values(yaml: &str, key: &str) -> Vec<String> {
    let start = format!("{key}: ");
    let lines = yaml.lines().map(|line| line.trim_start().trim_start_matches("- "));
    lines.filter_map(|line| line.strip_prefix(&start)).map(str::to_string).collect()
}

#[test]
fn changes_are_annotations_on_the_line_of_the_function() {
    needs!("python3");
    let (place, folder) = checkout();
    let check = |words: &str, root: &Path| {
        let root = root.display().to_string();
        shell(&folder, &format!("autobva check --format github {words}"), &[("GITHUB_WORKSPACE", &root)])
    };
    assert_eq!(success(&check("", &folder)), "", "nothing changed, so that there is nothing to mark");
    change(&folder);
    let changed = check("", place.0.path());
    assert_eq!(code(&changed), 1, "{}", stderr(&changed));
    let wanted = "::error file=app/tickets.py,line=3,title=boundaries of tickets.py%3Afare::\
                  age 5 | 6: free → full%0Amoved from 5 | 6 to 6 | 7\n";
    assert_eq!(stdout(&changed), wanted);
    assert!(stdout(&check("", Path::new("/elsewhere"))).contains("::error file=tickets.py,line=3,"));
    std::fs::write(folder.join("tickets.py"), TICKETS.replace("100%", "10%")).unwrap();
    let changed = stdout(&check("", place.0.path()));
    assert!(changed.contains("ValueError: 10%25 wrong, no such age"), "{changed}");
    std::fs::remove_file(folder.join("tickets.py")).unwrap();
    let broken = check("", place.0.path());
    assert_eq!(code(&broken), 2);
    assert!(
        stdout(&broken).starts_with("::error title=boundaries of tickets.py%3Afare::"),
        "{}",
        stdout(&broken)
    );
}

#[test]
fn changes_are_results_of_sarif() {
    needs!("python3");
    let (_place, folder) = checkout();
    std::fs::rename(folder.join("tickets.py"), folder.join("my tickets.py")).unwrap();
    let lock = folder.join("autobva.lock.toml");
    let text = std::fs::read_to_string(&lock).unwrap().replace("tickets.py:fare", "my tickets.py:fare");
    std::fs::write(lock, text).unwrap();
    let sarif = |wanted: i32| -> serde_json::Value {
        let output = shell(&folder, "autobva check --format sarif -o found.sarif", &[]);
        assert_eq!(code(&output), wanted, "{}", stderr(&output));
        serde_json::from_str(&std::fs::read_to_string(folder.join("found.sarif")).unwrap()).unwrap()
    };
    assert_eq!(sarif(0)["runs"][0]["results"], serde_json::json!([]));
    std::fs::write(folder.join("my tickets.py"), TICKETS.replace("LIMIT = 6", "LIMIT = 7")).unwrap();
    // A new run replaces the file.
    let found = sarif(1);
    let place =
        serde_json::json!({"artifactLocation": {"uri": "my%20tickets.py"}, "region": {"startLine": 3}});
    let wanted = serde_json::json!([{
        "ruleId": "moved", "level": "error",
        "message": {"text": "my tickets.py:fare: age 5 | 6: free → full\nmoved from 5 | 6 to 6 | 7"},
        "locations": [{"physicalLocation": place}],
    }]);
    assert_eq!(found["runs"][0]["results"], wanted);
    let driver = serde_json::json!({"name": "autobva", "version": env!("CARGO_PKG_VERSION"), "rules": [{"id": "moved"}]});
    assert_eq!((&found["version"], &found["runs"][0]["tool"]["driver"]), (&"2.1.0".into(), &driver));
    shell(&folder, "autobva check --format github -o found.txt", &[]);
    let again = shell(&folder, "autobva check --format github -o found.txt", &[]);
    assert_eq!(code(&again), 1, "{}", stderr(&again));
}

#[test]
fn the_steps_of_the_action_run() {
    needs!("python3");
    let (place, folder) = checkout();
    let action = text_of("action.yml");
    let runs = values(&action, "run");
    let [install, check] = runs.as_slice() else { panic!("{runs:?}") };
    // The command is there already, so that nothing is installed.
    assert!(
        success(&shell(place.0.path(), install, &[("GITHUB_ACTION_PATH", "/nowhere")])).contains("autobva")
    );
    assert!(
        install.ends_with("|| python3 -m pip install \"$GITHUB_ACTION_PATH\"")
            && root().join("pyproject.toml").exists()
    );
    let top = place.0.path().display().to_string();
    let step =
        |words: &str| shell(&folder, check, &[("AUTOBVA_ARGUMENTS", words), ("GITHUB_WORKSPACE", &top)]);
    assert_eq!(success(&step("")), "");
    change(&folder);
    assert_eq!(code(&step("")), 1);
    assert!(stdout(&step("--target tickets.py:fare")).starts_with("::error file=app/tickets.py,line=3,"));
    // Inputs of a workflow are passed as words; the shell never executes them.
    assert_eq!(code(&step("$(touch made) ; touch made")), 2);
    assert!(!folder.join("made").exists());
    let inputs = ["${{ inputs.folder }}", "${{ inputs.arguments }}"];
    assert_eq!(action.matches("${{").count(), inputs.len());
    assert!(inputs.iter().all(|input| action.contains(input)) && !check.contains("${{"));
    assert_eq!(values(&action, "shell"), ["bash", "bash"], "a composite action names the shell of each step");
    assert_eq!(values(&action, "using"), ["composite"]);
}

#[test]
fn the_hook_runs_before_a_commit() {
    needs!("python3");
    let hooks = text_of(".pre-commit-hooks.yaml");
    assert_eq!((values(&hooks, "id").len(), values(&hooks, "language")), (1, vec!["python".to_string()]));
    let entry = values(&hooks, "entry").remove(0);
    let (_place, folder) = checkout();
    success(&shell(&folder, &entry, &[]));
    change(&folder);
    assert_eq!(code(&shell(&folder, &entry, &[])), 1, "a commit is held back");
}

/// A Python with the package yaml, which is not in the standard library.
fn yaml_reader() -> Option<&'static str> {
    let reads = |python: &&str| {
        Command::new(python).args(["-c", "import yaml"]).output().is_ok_and(|output| output.status.success())
    };
    let found = ["python3", "/usr/bin/python3"].into_iter().find(reads);
    if found.is_none() {
        skip("python3-yaml is not installed");
    }
    found
}

/// The other tests look for lines in these files; a real parser must see the same structure.
#[test]
fn the_files_are_yaml() {
    let Some(python) = yaml_reader() else { return };
    let script = "\
import sys, yaml
action, hooks, ci = (yaml.safe_load(open(name)) for name in sys.argv[1:])
assert action['runs']['using'] == 'composite' and action['name'] and action['description']
assert set(action['inputs']) == {'folder', 'arguments'}
assert all(step['shell'] == 'bash' and isinstance(step['run'], str) for step in action['runs']['steps'])
assert [hook['id'] for hook in hooks] == ['autobva-check'] and hooks[0]['pass_filenames'] is False
assert set(ci['jobs']) == {'linux', 'elsewhere'}
assert ci['jobs']['elsewhere']['strategy']['matrix']['os'] == ['macos-latest', 'windows-latest']
runs = [[step['run'] for step in job['steps'] if 'run' in step] for job in ci['jobs'].values()]
print(*sum(runs, []), sep='\\n')
";
    let names =
        ["action.yml", ".pre-commit-hooks.yaml", ".github/workflows/ci.yml"].map(|name| root().join(name));
    let runs = success(&Command::new(python).arg("-c").arg(script).args(names).output().unwrap());
    // Every script and package that the workflow names exists, and so does the test for builds without processes.
    let words = || runs.split_whitespace();
    for script in words().filter(|word| word.starts_with(".ci/") || word.ends_with(".py")) {
        assert!(root().join(script).is_file(), "{script}");
    }
    assert!([".ci/run", ".ci/wheel"].iter().all(|script| words().any(|word| word == *script)), "{runs}");
    let packages: Vec<&str> =
        words().zip(words().skip(1)).filter(|(p, _)| *p == "-p").map(|(_, n)| n).collect();
    for package in &packages {
        let folder = root().join("crates").join(package.strip_prefix("autobva-").unwrap_or(package));
        assert!(folder.join("Cargo.toml").is_file(), "{package}");
    }
    assert!(packages.len() > 5 && runs.contains("--no-default-features --test portable"), "{runs}");
}

/// A container of the workflow has the compiler that the project is tested with.
#[test]
fn the_workflow_has_the_compiler_of_the_project() {
    let version = compiler();
    let workflow = text_of(".github/workflows/ci.yml");
    assert_eq!(workflow.matches("rust:").count(), 1);
    assert_eq!(workflow.matches(&format!("rust-toolchain@{version}\n")).count(), 1);
    // The program asks for a later one than the library does.
    let cargo: toml::Table = toml::from_str(&text_of("crates/cli/Cargo.toml")).unwrap();
    let minor = |version: &str| version.strip_prefix("1.").unwrap().parse::<u32>().unwrap();
    assert!(minor(&version) >= minor(cargo["package"]["rust-version"].as_str().unwrap()), "{version}");
}

/// The compiler that the workflow builds with.
fn compiler() -> String {
    let workflow = text_of(".github/workflows/ci.yml");
    workflow.split_once("rust:").unwrap().1.split('-').next().unwrap().to_string()
}

#[test]
fn the_steps_of_the_image_have_what_they_need() {
    let image = text_of("Dockerfile");
    let lines = |word: &str| -> Vec<String> {
        image.lines().filter_map(|line| line.strip_prefix(word)).map(str::to_string).collect()
    };
    let copies = lines("COPY ");
    for copy in copies.iter().filter(|copy| !copy.starts_with("--from")) {
        let mut names: Vec<&str> = copy.split_whitespace().collect();
        names.pop();
        names.iter().for_each(|name| assert!(root().join(name).exists(), "{copy}"));
    }
    assert!(image.contains(&format!("FROM rust:{}-slim", compiler())), "{image}");
    let runs = lines("RUN ");
    let build = runs.iter().find(|run| run.starts_with("cargo build")).unwrap();
    assert!(build.ends_with("--locked --package autobva-cli --bin autobva"), "{build}");
    // The packing step, run on the program that cargo has built here.
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(folder.path().join("target/release")).unwrap();
    std::os::unix::fs::symlink(BINARY, folder.path().join("target/release/autobva")).unwrap();
    let pack = runs.iter().find(|run| run.contains("completions")).unwrap();
    success(&shell(folder.path(), pack, &[]));
    for copy in copies.iter().filter_map(|copy| copy.strip_prefix("--from=build /build/")) {
        let file = folder.path().join(copy.split_whitespace().next().unwrap());
        assert!(file.metadata().unwrap().len() > 1000, "{copy}");
    }
}

#[test]
fn the_completions_in_the_wheel_are_those_of_the_program() {
    let package: toml::Table = toml::from_str(&text_of("pyproject.toml")).unwrap();
    let data = root().join(package["tool"]["maturin"]["data"].as_str().unwrap()).join("data/share");
    let bash = data.join("bash-completion/completions/autobva");
    let output = shell(&data, &format!("source '{}'; complete -p autobva", bash.display()), &[]);
    success(&output);
    assert!(String::from_utf8_lossy(&output.stdout).contains("autobva"), "{output:?}");
    for (file, shell) in
        [("zsh/site-functions/_autobva", "zsh"), ("fish/vendor_completions.d/autobva.fish", "fish")]
    {
        let text = std::fs::read_to_string(data.join(file)).unwrap();
        assert!(text.contains(&format!("autobva completions {shell}")), "{text}");
    }
}

#[test]
fn archives_are_named_as_binstall_looks_for_them() {
    let manifest: toml::Table = toml::from_str(&text_of("crates/cli/Cargo.toml")).unwrap();
    let told = &manifest["package"]["metadata"]["binstall"];
    let address = told["pkg-url"].as_str().unwrap();
    for part in ["{ repo }/", "v{ version }/", "autobva-{ target }.tar.gz"] {
        assert!(address.contains(part), "{address}");
    }
    assert_eq!(
        (told["pkg-fmt"].as_str(), told["bin-dir"].as_str()),
        (Some("tgz"), Some("{ bin }{ binary-ext }"))
    );
    assert_eq!(manifest["bin"][0]["name"].as_str(), Some("autobva"));
}
