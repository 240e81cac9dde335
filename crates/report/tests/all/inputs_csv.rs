//! Input files of `call --inputs`, and the rows with outcomes that it writes.

use crate::common::nasty_text;
use autobva_core::{Outcome, Signature};
use autobva_report::{Inputs, OutcomeWriter, read_inputs};
use proptest::prelude::*;

fn date() -> Signature {
    Signature::parse(crate::common::DATE).unwrap()
}

fn read(text: &str) -> Result<Inputs, String> {
    read_inputs(text.as_bytes(), &date()).map_err(|error| error.to_string())
}

fn answered(inputs: &Inputs, outcome: &Outcome) -> String {
    let mut bytes = Vec::new();
    let mut writer = OutcomeWriter::new(inputs, &mut bytes).unwrap();
    inputs.rows.iter().for_each(|row| writer.write(row, outcome).unwrap());
    writer.finish().unwrap();
    String::from_utf8(bytes).unwrap()
}

#[test]
fn arguments_are_found_by_name_or_by_place() {
    let by_name = read("day,year,month\n3,2021,2\n").unwrap();
    let by_place = read("t1,a1,a2,a3,validity,type,output\nInt64,2021,2,3,valid,Date,whatever\n").unwrap();
    assert_eq!(by_name.rows[0].input.to_string(), "2021, 2, 3");
    assert_eq!(by_place.rows[0].input.to_string(), "2021, 2, 3");
    assert_eq!(by_name.rows[0].input[0].type_name(), "Int128");
    assert_eq!(by_place.rows[0].input[0].type_name(), "Int64");
    assert_eq!(by_place.rows[0].line, 2);
}

#[test]
fn rows_go_out_as_they_came_in() {
    let inputs = read("day,t1,year,month,output\r\n03,Int64,+2021,2,old\r\n4,,1,\"2\",\"o,ld\"\r\n").unwrap();
    let text = answered(&inputs, &Outcome::error("E", "a \"b\",\nc"));
    assert_eq!(
        text,
        "day,t1,year,month,validity,type,output\n\
         03,Int64,+2021,2,error,E,\"a \"\"b\"\",\nc\"\n4,,1,2,error,E,\"a \"\"b\"\",\nc\"\n"
    );
}

#[test]
fn an_argument_may_be_called_output() {
    let signature = Signature::parse(["output:str"]).unwrap();
    let read = |text: &str| read_inputs(text.as_bytes(), &signature).unwrap();
    let inputs = read("output\nx\n");
    let again = read(&answered(&inputs, &Outcome::valid("String", "y")));
    assert_eq!(again.rows[0].input, inputs.rows[0].input);
    assert_eq!(read("a1,validity,type,output\nx,valid,String,y\n").rows[0].input, inputs.rows[0].input);
}

#[test]
fn faults_name_line_and_remedy() {
    let fault = |text: &str| read(text).unwrap_err();
    assert_eq!(fault("yaer,month,day\n"), "line 1: unknown column 'yaer'; did you mean 'year'?");
    assert!(fault("year,month,day,t4\n").starts_with("line 1: unknown column 't4'; "));
    assert_eq!(
        fault("year,month\n"),
        "line 1: no column for argument 'day'; the header names the arguments: year,month,day or a1,a2,a3"
    );
    assert!(fault("year,a1,month,day\n").starts_with("line 1: column 'a1' says the same as another"));
    assert!(fault("year,month,day\n1,2,3\n1,2\n").starts_with("line 3: 2 fields, but the header has 3"));
    assert!(
        fault("year,month,day\n1,2,x\n").starts_with("line 2: 'x' is not a value of argument 'day' (int)")
    );
    assert!(fault("a1,a2,a3,t3\n1,2,300,Int8\n").starts_with("line 2: 300 is outside argument 'day'"));
    assert!(fault("a1,a2,a3,t3\n1,2,3,Int9\n").contains("unknown type 'Int9'"));
    assert!(fault("year,month,day\n1,2,\"3\n").starts_with("line 2: the quote opened here is never closed"));
    assert!(fault("").starts_with("the file is empty"));
}

#[test]
fn golden_files_are_read() {
    let files = [("date", vec!["y:int", "m:int", "d:int"], 735), ("bytecount", vec!["bytes:int"], 423)];
    for (name, declarations, size) in files {
        let path = format!("{}/../lab/tests/golden/{name}.csv", env!("CARGO_MANIFEST_DIR"));
        let signature = Signature::parse(declarations).unwrap();
        let inputs = read_inputs(std::fs::File::open(path).unwrap(), &signature).unwrap();
        assert_eq!(inputs.rows.len(), size, "{name}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn one_row_in_one_row_out(texts in prop::collection::vec((nasty_text(), nasty_text()), 0..8)) {
        let signature = Signature::parse(["a:str", "b:str"]).unwrap();
        let mut file = csv::Writer::from_writer(Vec::new());
        file.write_record(["a", "b"]).unwrap();
        texts.iter().for_each(|(a, b)| file.write_record([a, b]).unwrap());
        let bytes = file.into_inner().unwrap();
        let inputs = read_inputs(&bytes[..], &signature).unwrap();
        prop_assert_eq!(inputs.rows.len(), texts.len());
        let again = answered(&inputs, &Outcome::valid("String", "x\ny"));
        let again = read_inputs(again.as_bytes(), &signature).unwrap();
        for (row, (a, b)) in again.rows.iter().zip(&texts) {
            prop_assert_eq!(row.input[0].to_string(), a.as_str());
            prop_assert_eq!(row.input[1].to_string(), b.as_str());
        }
    }
}
