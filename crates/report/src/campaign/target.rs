//! What a campaign is about: the target, its arguments, and how it is called.

use autobva_codec::declaration;
use autobva_core::{Invocation, Signature, TargetInfo};
use rusqlite::{Connection, params};
use serde::Deserialize;
use serde_json::json;

use super::codec::{json as written, read_list};
use super::error::Trouble;

pub(super) fn write_target(
    connection: &Connection,
    target: &TargetInfo,
    invocation: &Invocation,
) -> rusqlite::Result<()> {
    let arguments = declaration::texts(&target.signature);
    let Invocation { target: called, program, arguments: declared, options } = invocation;
    let invocation = json!({"target": called, "program": program, "arguments": declared, "options": options});
    let values = params![target.name, written(&arguments), invocation.to_string()];
    connection.execute("INSERT INTO target VALUES (?, ?, ?)", values)?;
    Ok(())
}

pub(super) fn read_target(connection: &Connection) -> Result<(TargetInfo, Invocation), Trouble> {
    let (name, arguments, invocation): (String, String, String) =
        connection.query_row("SELECT name, arguments, invocation FROM target", [], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?))
        })?;
    let signature =
        Signature::parse(read_list(&arguments)?).map_err(|error| Trouble::Content(error.to_string()))?;
    Ok((TargetInfo { name, signature }, read_invocation(&invocation)?))
}

/// How a target is called, as it is stored.
#[derive(Deserialize)]
struct StoredInvocation {
    target: Option<String>,
    program: Vec<String>,
    arguments: Vec<String>,
    options: Vec<(String, String)>,
}

fn read_invocation(text: &str) -> Result<Invocation, Trouble> {
    let fault = |_| Trouble::Content(format!("'{text}' does not say how the target is called"));
    let StoredInvocation { target, program, arguments, options } =
        serde_json::from_str(text).map_err(fault)?;
    Ok(Invocation { target, program, arguments, options })
}
