//! What a sweep runs: functions, how their arguments are known, the budget of each, and what is not run.

use autobva_codec::digest::fingerprint;
use serde::{Deserialize, Serialize};

/// The name and version of the format.
pub(super) const SCHEMA: &str = "autobva-sweep-plan/1";

/// What a sweep runs. The same code under the same settings has the same plan on every machine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    pub schema: String,
    /// Identifies the sweep: it is the same for the same functions, settings and versions.
    pub id: String,
    pub version: String,
    pub python: String,
    /// The targets as they were given.
    pub targets: Vec<String>,
    pub settings: Settings,
    /// The functions, in the order in which they are run.
    pub functions: Vec<Function>,
    /// What is not run.
    pub left_out: Vec<LeftOut>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    pub per_function: Budget,
    pub seed: u64,
    /// The time limit of one call, in milliseconds.
    pub timeout_ms: u64,
    /// The limit of processor time for a function whose budget is in calls, in milliseconds.
    pub longest_ms: u64,
    pub interpreter: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Budget {
    Calls(u64),
    Ms(u64),
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Function {
    /// The target, as `find` takes it.
    pub name: String,
    /// The folder from which its module is imported; empty for the current one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub folder: String,
    pub args: Vec<Argument>,
    /// The exceptions that its code or its docstring names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mentions: Vec<String>,
}

/// An argument, and how its type is known.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Argument {
    pub name: String,
    /// Its declared type; `None` if that is to be found by trying.
    #[serde(rename = "type")]
    pub declared: Option<String>,
    /// `annotation`, `default`, `docstring`, `stub` or `trying`.
    pub how: String,
}

/// A function or module that is not run.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct LeftOut {
    /// A function or a module.
    pub name: String,
    pub why: String,
}

impl Function {
    /// How the types of the arguments are known, in a few words.
    pub fn known_by(&self) -> String {
        known_by(&self.args)
    }

    pub fn module(&self) -> &str {
        module_of(&self.name)
    }

    /// Whether it belongs to a shard. That depends on its name alone, so machines that list functions in another order
    /// distribute them in the same way.
    pub fn is_of(&self, (shard, shards): (u64, u64)) -> bool {
        fingerprint([self.name.as_str()]) % shards == shard - 1
    }
}

pub(super) fn module_of(function: &str) -> &str {
    function.rsplit_once(':').map_or(function, |(module, _)| module)
}

/// How the types of arguments are known, in a few words.
pub(super) fn known_by(args: &[Argument]) -> String {
    let mut ways: Vec<&str> = Vec::new();
    for arg in args {
        let way = match arg.how.as_str() {
            "annotation" => "annotations",
            "default" => "defaults",
            "stub" => "stubs",
            other => other,
        };
        if !ways.contains(&way) {
            ways.push(way);
        }
    }
    ways.join(", ")
}

impl Plan {
    /// A plan for these functions, ordered so that something is found early.
    pub fn new(
        python: String,
        targets: Vec<String>,
        settings: Settings,
        functions: Vec<Function>,
        left_out: Vec<LeftOut>,
    ) -> Plan {
        let version = env!("CARGO_PKG_VERSION").to_string();
        let mut plan = Plan {
            schema: SCHEMA.into(),
            id: String::new(),
            version,
            python,
            targets,
            settings,
            functions,
            left_out,
        };
        plan.functions = in_order(std::mem::take(&mut plan.functions));
        plan.id = plan.identity();
        plan
    }

    /// A hash of everything that influences the result; it does not depend on the order of the functions.
    fn identity(&self) -> String {
        let mut functions: Vec<String> =
            self.functions.iter().map(|one| serde_json::to_string(one).unwrap_or_default()).collect();
        functions.sort();
        let settings = serde_json::to_string(&self.settings).unwrap_or_default();
        let texts = [self.version.as_str(), &self.python, &settings].into_iter();
        format!("{:016x}", fingerprint(texts.chain(functions.iter().map(String::as_str))))
    }

    /// The id of the run of a function. A run with a budget in calls is the same wherever it is made; other runs are
    /// distinguished by `nonce`.
    pub fn run_id(&self, function: &str, nonce: &str) -> String {
        let nonce = if matches!(self.settings.per_function, Budget::Calls(_)) { "" } else { nonce };
        format!("{:016x}", fingerprint([self.id.as_str(), function, nonce]))
    }
}

/// Takes modules in turn; within each, functions with few arguments of certain types come first.
fn in_order(functions: Vec<Function>) -> Vec<Function> {
    let mut modules: Vec<(String, Vec<Function>)> = Vec::new();
    let mut places = std::collections::HashMap::new();
    for function in functions {
        let module = function.module().to_string();
        let place = *places.entry(module.clone()).or_insert(modules.len());
        if place == modules.len() {
            modules.push((module, Vec::new()));
        }
        modules[place].1.push(function);
    }
    let mut ranked: Vec<(usize, usize, Function)> = Vec::new();
    for (place, (_, mut functions)) in modules.into_iter().enumerate() {
        functions.sort_by_key(|one| (one.args.iter().any(|arg| arg.how == "trying"), one.args.len()));
        ranked.extend(functions.into_iter().enumerate().map(|(rank, function)| (rank, place, function)));
    }
    ranked.sort_by_key(|(rank, place, _)| (*rank, *place));
    ranked.into_iter().map(|(_, _, function)| function).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn function(name: &str, how: &str) -> Function {
        let args = vec![Argument { name: "n".into(), declared: Some("int".into()), how: how.into() }];
        Function { name: name.into(), folder: String::new(), args, mentions: Vec::new() }
    }

    fn plan(functions: &[Function]) -> Plan {
        let settings = Settings {
            per_function: Budget::Calls(100),
            seed: 1,
            timeout_ms: 1000,
            longest_ms: 60_000,
            interpreter: "python3".into(),
        };
        Plan::new("3.11.7".into(), vec!["a".into()], settings, functions.to_vec(), Vec::new())
    }

    #[test]
    fn modules_take_turns_and_what_is_certain_comes_first() {
        let plan =
            plan(&[function("a:x", "trying"), function("a:y", "annotation"), function("b:z", "annotation")]);
        let names: Vec<&str> = plan.functions.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["a:y", "b:z", "a:x"]);
    }

    #[test]
    fn the_id_depends_on_what_is_run_alone() {
        let (x, y) = (function("a:x", "annotation"), function("a:y", "annotation"));
        assert_eq!(plan(&[x.clone(), y.clone()]).id, plan(&[y.clone(), x.clone()]).id);
        assert_ne!(plan(&[x.clone(), y]).id, plan(&[x]).id);
    }

    #[test]
    fn every_function_is_of_one_shard() {
        for n in 0..200 {
            let function = function(&format!("m:f{n}"), "annotation");
            assert_eq!((1..=7).filter(|&shard| function.is_of((shard, 7))).count(), 1);
        }
    }
}
