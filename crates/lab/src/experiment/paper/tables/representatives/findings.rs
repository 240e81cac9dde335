//! Whether everything that the paper lists is found, and whether only BCS finds what only BCS found there.

use super::*;

pub fn findings(shares: &Shares<'_>) -> Vec<Finding> {
    [Some(all_found(shares)), more_kinds(shares), only_bcs(shares)].into_iter().flatten().collect()
}

fn all_found(shares: &Shares<'_>) -> Finding {
    let pool = shares.pool;
    let rows = pool.function.rows();
    let missing: Vec<usize> = (0..rows.len()).filter(|&kind| pool.of_kind(kind).next().is_none()).collect();
    let pairs = rows.iter().filter(|row| pool.place(row).is_some()).count();
    let kinds = match missing.is_empty() {
        true => format!("all {} kinds found", rows.len()),
        false => format!("not found: {}", ids(&missing)),
    };
    Finding::new(
        format!("the {} clusters of {} are found", rows.len(), pool.function.title),
        format!("{kinds}, {pairs} of them by that very pair"),
        missing.is_empty(),
    )
}

/// BCS finds more kinds than LNS if the paper has clusters that only BCS covers.
fn more_kinds(shares: &Shares<'_>) -> Option<Finding> {
    let function = shares.pool.function;
    if !function.rows().iter().any(|row| row.only_bcs) {
        return None;
    }
    let claim = format!("BCS finds more kinds than LNS on {}", function.title);
    let count = |strategy: &str| -> Option<usize> {
        let found: Option<Vec<bool>> =
            (0..function.rows().len()).map(|kind| shares.finds_kind(strategy, kind)).collect();
        Some(found?.into_iter().filter(|found| *found).count())
    };
    Some(match count("bcs").zip(count("lns")) {
        Some((bcs, lns)) => {
            Finding::new(claim, format!("{bcs} of the paper's clusters against {lns}"), bcs > lns)
        }
        None => Finding::open(claim, NEEDED),
    })
}

const NEEDED: &str = "needs runs of both lns and bcs";

/// The rows with an asterisk in the paper.
fn only_bcs(shares: &Shares<'_>) -> Option<Finding> {
    let rows = shares.pool.function.rows();
    let starred: Vec<usize> = (0..rows.len()).filter(|&kind| rows[kind].only_bcs).collect();
    if starred.is_empty() {
        return None;
    }
    let claim = format!("only BCS finds clusters {} of {}", ids(&starred), shares.pool.function.title);
    let by = |strategy: &str| -> Option<Vec<usize>> {
        let own = starred.iter().map(|&kind| Some((kind, shares.finds_kind(strategy, kind)?)));
        let own: Option<Vec<(usize, bool)>> = own.collect();
        Some(own?.into_iter().filter(|(_, found)| *found).map(|(kind, _)| kind).collect())
    };
    let Some((by_lns, by_bcs)) = by("lns").zip(by("bcs")) else {
        return Some(Finding::open(claim, NEEDED));
    };
    let words = |name: &str, found: &[usize]| match found.len() {
        0 => format!("{name} finds none of them"),
        all if all == starred.len() => format!("{name} finds all of them"),
        _ => format!("{name} finds {}", ids(found)),
    };
    let here = format!("{}, {}", words("BCS", &by_bcs), words("LNS", &by_lns));
    Some(Finding::new(claim, here, by_lns.is_empty() && by_bcs == starred))
}

/// The paper's numbers of some rows.
fn ids(places: &[usize]) -> String {
    listed(&places.iter().map(|place| (place + 1).to_string()).collect::<Vec<_>>())
}
