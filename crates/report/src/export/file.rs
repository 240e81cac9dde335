//! The input of a template: the tests of a suite, with every value, name and call as the language writes it.

use minijinja::context;
use minijinja::value::Value;

use super::choice::Mark;
use super::code::Language;
use super::comments::comment_lines;
use super::names::slug;
use super::process::{Expected, Process, Stream};
use super::suite::{Case, Suite};

/// The tests of a suite in a language.
pub(crate) struct Tests<'a> {
    /// The cases that the language can express.
    pub suite: Suite<'a>,
    /// Values of the language for the file.
    pub file: Value,
    /// Values of the language for each family; may be empty.
    pub families: Vec<Value>,
    /// Values of the language for each case: the `values`, and what is expected.
    pub cases: Vec<Value>,
}

impl<'a> Tests<'a> {
    pub(crate) fn of_process(language: &dyn Language, suite: Suite<'a>, process: &Process) -> Tests<'a> {
        let parameters = process.names(language.taken());
        let word = |pieces: &Vec<_>| language.word(pieces, &parameters);
        let stream = |stream: Stream| match stream {
            Stream::Stdout => "stdout",
            Stream::Stderr => "stderr",
            Stream::Neither => "",
        };
        let run = context! {
            words => process.words.iter().map(word).collect::<Vec<_>>(),
            stdin => word(&process.stdin),
            ok => process.ok,
            success => stream(process.success),
            failure => stream(process.failure),
            folder => (!suite.base.is_empty()).then(|| language.literal(suite.base)),
        };
        let case = |expected: &Expected| {
            context! {
                values => expected.values.iter().map(|value| language.literal(value)).collect::<Vec<_>>(),
                code => expected.code,
                said => language.literal(&expected.text),
            }
        };
        let cases = process.expected.iter().map(case).collect();
        let file = context! { run => run, parameters => parameters };
        Tests { suite, file, families: Vec::new(), cases }
    }

    /// The complete input of the template.
    pub(crate) fn given(&self, language: &dyn Language) -> Value {
        let suite = &self.suite;
        let cases: Vec<Value> = (suite.cases.iter().zip(&self.cases))
            .map(|(case, own)| given_case(language, case, own.clone()))
            .collect();
        let family = |index: usize| {
            let family = &suite.families[index];
            let of_family = || suite.cases.iter().zip(&cases).filter(move |(case, _)| case.family == index);
            let name = language.test_name(&family.name, &family.phrase);
            context! {
                name => name.as_str(),
                title => language.literal(format!("{} {}", suite.name, family.phrase).trim_end()),
                is_boundary => family.is_boundary(),
                cases => of_family().map(|(_, given)| given.clone()).collect::<Vec<_>>(),
                tests => tests(&name, family.is_boundary(), of_family().collect()),
                ..self.families.get(index).cloned().unwrap_or_else(|| context! {})
            }
        };
        let families: Vec<Value> = (0..suite.families.len())
            .filter(|index| suite.cases_of(*index).next().is_some())
            .map(family)
            .collect();
        context! {
            target => language.comment(&suite.title),
            name => slug(&suite.name),
            left_out => suite.dropped,
            has_faults => suite.cases.iter().any(Case::is_fault),
            families => families,
            ..context! { ..self.file.clone(), ..context! { run => () } }
        }
    }
}

fn given_case(language: &dyn Language, case: &Case, own: Value) -> Value {
    let (mark, note) = match &case.mark {
        Mark::Guard => ("guard", ""),
        Mark::Unspecified(note) => ("unspecified", note.as_str()),
        Mark::Fault(note) => ("fault", note.as_str()),
    };
    let common = context! {
        name => language.test_name(&case.name, &case.phrase),
        id => language.literal(&slug(&case.phrase)),
        title => language.literal(&case.title()),
        mark => mark,
        note => language.literal(note),
        comment => comment_lines(note),
        is_valid => case.outcome.is_valid(),
        error => language.literal(case.outcome.type_name()),
        said => language.literal(case.outcome.text()),
        alone => false,
    };
    // If both have a name, the first one wins.
    context! { ..own, ..common }
}

/// The tests of a family, for languages in which each test is a function. The cases of a boundary that must hold are
/// one test; cases that are known to be wrong, are not specified, or have to be separate are one test each.
fn tests(name: &str, is_boundary: bool, cases: Vec<(&Case, &Value)>) -> Vec<Value> {
    let is_alone = |given: &Value| given.get_attr("alone").is_ok_and(|alone| alone.is_true());
    let (together, alone): (Vec<_>, Vec<_>) = cases
        .into_iter()
        .partition(|(case, given)| is_boundary && case.mark == Mark::Guard && !is_alone(given));
    let together: Vec<Value> = together.into_iter().map(|(_, given)| given.clone()).collect();
    let first = (!together.is_empty()).then(|| context! { name => name, mark => "guard", cases => together });
    let single = |(_, given): (&Case, &Value)| context! { cases => vec![given.clone()], ..given.clone() };
    first.into_iter().chain(alone.into_iter().map(single)).collect()
}
