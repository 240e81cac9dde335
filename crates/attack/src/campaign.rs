//! Campaigns in which somebody else has changed a cell.

use std::path::PathBuf;
use std::sync::OnceLock;

use autobva_report::campaign::Campaign;
use autobva_report::{
    Dossier, Listing, Report, Style, landscape_view, summary_view, write_html, write_json,
    write_landscape_json,
};
use rusqlite::types::Value;
use rusqlite::{Connection, OpenFlags};

/// Each sample is the number of a cell and what to write into it.
pub(crate) const SAMPLES: &[&str] = &[
    "0:[]",
    "7:-1",
    "19:[\"1\"]",
    "33:{}",
    "58:null",
    "71:{\"target\":1}",
    "12:[[1]]",
    "90:9",
    "44:x",
    "63:NaN",
];

/// An undamaged campaign: its folder, its file, and its cells by table and column.
type Whole = (tempfile::TempDir, PathBuf, Vec<(String, String)>);

fn whole() -> &'static Whole {
    static WHOLE: OnceLock<Whole> = OnceLock::new();
    WHOLE.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("whole.autobva");
        std::fs::write(&path, include_bytes!("../samples/grade.autobva")).expect("room for a file");
        let connection = Connection::open(&path).expect("a campaign");
        let cells = cells(&connection).expect("the tables of a campaign");
        (folder, path, cells)
    })
}

/// All columns of all tables, each with the name of its table.
fn cells(connection: &Connection) -> rusqlite::Result<Vec<(String, String)>> {
    let mut tables =
        connection.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")?;
    let tables: Vec<String> = tables.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    let mut cells = Vec::new();
    for table in tables.into_iter().filter(|table| !table.starts_with("sqlite_")) {
        let mut columns = connection.prepare("SELECT name FROM pragma_table_info(?)")?;
        let columns = columns.query_map([&table], |row| row.get(0))?.collect::<Result<Vec<String>, _>>()?;
        cells.extend(columns.into_iter().map(|column| (table.clone(), column)));
    }
    Ok(cells)
}

/// Reads a campaign in which one cell or a whole column was changed, and writes it out in every format.
pub fn campaign_cell(bytes: &[u8]) {
    let (folder, path, cells) = whole();
    let text = String::from_utf8_lossy(bytes);
    let (number, value) = text.split_once(':').unwrap_or(("0", &text));
    let number =
        number.bytes().fold(0_usize, |sum, byte| sum.wrapping_mul(10).wrapping_add(usize::from(byte)));
    let (table, column) = &cells[number % cells.len()];
    let file = folder.path().join(format!("spoilt-{:?}.autobva", std::thread::current().id()));
    std::fs::copy(path, &file).expect("room for a file");
    let which = if number % 3 == 0 { "" } else { "WHERE rowid = 1" };
    let spoilt =
        Connection::open_with_flags(&file, OpenFlags::SQLITE_OPEN_READ_WRITE).and_then(|connection| {
            connection.pragma_update(None, "synchronous", "OFF")?;
            let value = value.parse::<i64>().map_or_else(|_| Value::Text(value.to_string()), Value::Integer);
            connection.execute(&format!("UPDATE OR IGNORE {table} SET {column} = ? {which}"), [value])
        });
    if spoilt.is_ok()
        && let Ok(campaign) = Campaign::read(&file)
    {
        tell(campaign);
    }
}

fn tell(campaign: Campaign) {
    let Campaign { target, runs, candidates, summary, decisions, landscape, .. } = campaign;
    let settings = autobva_summary::SummarySettings { repeats: 1, ..Default::default() };
    let summary =
        summary.or_else(|| autobva_summary::summarize(&target.signature, &candidates, &settings).ok());
    let runs = runs.into_iter().map(|run| run.record).collect();
    let summary = summary.unwrap_or_default();
    let dossier = Dossier { target, called: None, runs, candidates, summary, decisions, landscape };
    let _ = write_html(&dossier, &mut std::io::sink());
    let run = dossier.runs.last().map(|run| &run.info);
    let Dossier { target, candidates, summary, decisions, landscape, .. } = &dossier;
    let report = || Report { target, run, candidates, decisions, landscape: landscape.as_ref() };
    let style = Style { width: 80, color: false };
    let _ = summary_view(report(), summary, Listing::Everything, style).to_string();
    let _ = write_json(report(), Some(summary), &mut std::io::sink());
    if let Some(landscape) = landscape {
        let _ = landscape_view(report(), landscape, Listing::Everything, style).to_string();
        let _ = write_landscape_json(report(), landscape, &mut std::io::sink());
    }
}
