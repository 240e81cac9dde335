//! Scratch: what the search by behaviour says of some functions.
use autobva::explore::behaviours::BehaviourSearch;
use autobva::explore::samplers::{TypeOrder, sampler};
use autobva::explore::*;
use autobva::*;
use autobva::metrics::quantifiers::ProgramDerivative;

fn py(x: f64) -> String { format!("{x:?}") }

fn run(name: &str, sut: Box<dyn Sut>, calls: u64) {
    let seeds: u64 = std::env::var("SEEDS").ok().and_then(|s| s.parse().ok()).unwrap_or(1);
    let only = std::env::args().nth(1).unwrap_or_default();
    if !only.is_empty() && !name.contains(&only) { return; }
    for seed in 1..=seeds {
        let q = ProgramDerivative::by_name("shape", "euclidean").unwrap();
        let plan = Plan {
            strategy: &BehaviourSearch::ENTRY, sampler: sampler("bituniform").unwrap(), cts: false, type_order: TypeOrder::default(),
            quantifiers: Quantifiers { search: &q, archive: None }, threshold: Threshold::default(), hints: vec![],
            stop: StopRules { max_calls: Some(calls), ..StopRules::default() }, capacity: 1000, seed, jobs: 1, known: vec![], watcher: None,
        };
        let t = std::time::Instant::now();
        let found = search(&*sut, &plan, &StopSignal::default(), &Progress::default()).unwrap();
        let l = found.landscape.unwrap();
        println!("== {name} seed {seed}: {} boundaries, {} behaviours, {} calls, {:?}, matters {:?}", l.boundaries.len(), l.behaviours.len(), found.calls, t.elapsed(), l.matters);
        for b in l.boundaries.iter().take(40) { println!("  {:8} {}{}", b.kind.name(), b.sentence, b.rule.as_ref().map_or(String::new(), |r| format!("   [{r}] {}/{}", r.held, r.checked))); }
    }
}

fn boxed<K>(f: impl IntoSut<K>) -> Box<dyn Sut> where { Box::new(f.into_sut()) }

fn main() {
    let n: u64 = std::env::var("CALLS").ok().and_then(|s| s.parse().ok()).unwrap_or(3000);
    run("price", boxed(|q: i128| py(q as f64 * if q >= 100 { 2.25 } else { 2.5 })), n);
    run("discount", boxed(|q: i128| if q < 0 { Err(format!("negative {q}")) } else { Ok(if q >= 50 { 0.1 } else if q >= 10 { 0.05 } else { 0.0 }) }), n);
    run("tax", boxed(|x: i128| { let i = x as f64; py(if x <= 12570 { 0.0 } else if x <= 50270 { 0.2 * (i - 12570.0) } else if x <= 125140 { 7540.0 + 0.4 * (i - 50270.0) } else { 37488.0 + 0.45 * (i - 125140.0) }) }), n);
    run("taxclass", boxed(|x: i128| if x < 0 { Err("negative".to_string()) } else { Ok(if x <= 12570 { "0%" } else if x <= 50270 { "20%" } else if x <= 125140 { "40%" } else { "45%" }) }), n);
    run("shipping", boxed(|g: i128| if g <= 0 { Err("weight".to_string()) } else { Ok(if g <= 100 { 1.0 } else if g <= 500 { 2.5 } else if g <= 1000 { 4.0 } else if g <= 2000 { 6.5 } else { 6.5 + 2.0 * (((g - 2000) as f64) / 1000.0).ceil() }) }), n);
    run("clamp", boxed(|x: i128| x.clamp(0, 255)), n);
    run("grade", boxed(|s: i128| if !(0..=100).contains(&s) { Err(format!("score {s} out of range")) } else { Ok(if s >= 90 { "A" } else if s >= 75 { "B" } else if s >= 50 { "C" } else { "F" }) }), n);
    run("str", boxed(|x: i128| x.to_string()), n);
    run("square", boxed(|x: i128| x.checked_mul(x).ok_or("overflow")), n);
    run("cube", boxed(|x: i64| (x as i128 * x as i128).checked_mul(x as i128).ok_or("overflow")), n);
    run("isqrt", boxed(|x: i128| if x < 0 { Err("negative") } else { Ok(x.isqrt()) }), n);
    run("tenth", boxed(|x: i128| x.div_euclid(10)), n);
    run("round100", boxed(|x: i128| (x + 50).div_euclid(100) * 100), n);
    run("mod7", boxed(|x: i128| x.rem_euclid(7)), n);
    run("log", boxed(|x: i128| if x <= 0 { Err("math domain error".to_string()) } else { Ok(py((x as f64).ln())) }), n);
    run("fixed", boxed(|x: f64| format!("{x:.2}")), n);
    run("abs", boxed(|x: i64| x.abs()), n);
    run("fee", boxed(|x: i128| py((0.1 * x as f64).max(5.0))), n);
    run("checksum", boxed(|x: i128| x.wrapping_mul(7919).rem_euclid(10_007) * 31 % 97), n);
    run("shelf", boxed(|s: String| if s.as_str() < "M" { "front" } else { "back" }), n);
    run("httpstatus", boxed(|c: i128| match c { 100..=199 => Ok("informational"), 200..=299 => Ok("success"), 300..=399 => Ok("redirection"), 400..=499 => Ok("client error"), 500..=599 => Ok("server error"), _ => Err(format!("unknown status {c}")) }), n);
    run("percent", boxed(|p: f64| if !(0.0..=100.0).contains(&p) { Err("out of range") } else if p < 33.3 { Ok("low") } else if p < 66.6 { Ok("medium") } else { Ok("high") }), n);
    run("days", boxed(|m: i128| match m { 1 | 3 | 5 | 7 | 8 | 10 | 12 => Ok(31), 4 | 6 | 9 | 11 => Ok(30), 2 => Ok(28), _ => Err(format!("month {m}")) }), n);
    run("tens", boxed(|s: i128| if !(0..=100).contains(&s) { Err("no score") } else { Ok(s / 10) }), n);
    run("parking", boxed(|m: i128| if m < 0 { Err("negative") } else { Ok((m + 29) / 30 * 2) }.map(|f: i128| f.min(24))), n);
    run("prime", boxed(|x: i128| (2..=x.unsigned_abs().min(1 << 40).isqrt().min(2000)).all(|d| x as u128 % d != 0)), n);
    run("even", boxed(|x: i128| x % 2 == 0), n);
    run("fizz", boxed(|x: i128| if x % 15 == 0 { "FizzBuzz".into() } else if x % 3 == 0 { "Fizz".into() } else if x % 5 == 0 { "Buzz".into() } else { x.to_string() }), n);
    run("leap", boxed(|y: i128| (y % 4 == 0 && y % 100 != 0) || y % 400 == 0), n);
    run("bytecount", autobva_lab::builtin("bytecount").unwrap(), 5000);
    run("bytecount_so", autobva_lab::builtin("bytecount_so").unwrap(), 5000);
    run("bmi_class", autobva_lab::builtin("bmi_class").unwrap(), 20000);
    run("date", autobva_lab::builtin("date").unwrap(), 100000);
    run("triangle", boxed(|a: i64, b: i64, c: i64| { let (a, b, c) = (a as i128, b as i128, c as i128); if a <= 0 || b <= 0 || c <= 0 { Err("sides must be positive") } else if a + b <= c || a + c <= b || b + c <= a { Err("no triangle") } else if a == b && b == c { Ok("equilateral") } else if a == b || b == c || a == c { Ok("isosceles") } else { Ok("scalene") } }), 50000);
    run("total", boxed(|price: i64, qty: i64, vip: bool| { let mut t = price as f64 * qty as f64; if qty >= 100 { t *= 0.9 } if vip && price > 50 { t -= 5.0 } py(t) }), 20000);
}
