//! The built-in functions at boundaries picked by hand.

use autobva_core::{BigInt, Outcome};
use autobva_lab::builtin;

/// Checks rows of arguments, separated by blanks and each as `Type:value` or a value, against `type: text` of the
/// output; `!` in front of the type marks an error.
fn check(name: &str, rows: &[(&str, &str)]) {
    let function = builtin(name).unwrap();
    let mut outcome = Outcome::default();
    for (arguments, expected) in rows {
        let pairs = arguments.split(' ').map(|a| a.split_once(':').unwrap_or(("Int64", a)));
        let (types, values): (Vec<&str>, Vec<&str>) = pairs.unzip();
        let input = function.signature().read(&values, Some(&types)).unwrap();
        function.run(&input, &mut outcome).unwrap();
        let mark = if outcome.is_valid() { "" } else { "!" };
        let found = format!("{mark}{}: {}", outcome.type_name(), outcome.text());
        assert_eq!(found, *expected, "{name}({arguments})");
    }
}

#[test]
fn bytecount() {
    check(
        "bytecount",
        &[
            ("Bool:true", "String: trueB"),
            ("Bool:false", "String: falseB"),
            ("-1000", "String: -1000B"),
            (
                "Int128:-170141183460469231731687303715884105728",
                "String: -170141183460469231731687303715884105728B",
            ),
            ("0", "String: 0B"),
            ("999", "String: 999B"),
            ("1000", "String: 1.0 kB"),
            ("2250", "String: 2.3 kB"),
            ("BigInt:2250", "String: 2.2 kB"),
            ("999949", "String: 999.9 kB"),
            ("999950", "String: 1.0 MB"),
            ("999949999", "String: 999.9 MB"),
            ("999950000", "String: 1.0 GB"),
            ("999949999999999999", "String: 999.9 PB"),
            ("999950000000000000", "String: 1.0 EB"),
            ("Int128:9950000000000001999", "String: 9.9 EB"),
            ("Int128:9950000000000002000", "String: 10.0 EB"),
            ("Int128:999949999999999935999", "String: 999.9 EB"),
            ("Int128:999949999999999936000", "String: 1000.0 EB"),
            ("Int128:999999999999994822656", "String: 1000.0 EB"),
            ("Int128:999999999999994822657", "!BoundsError: BoundsError(\"kMGTPE\", 7)"),
            ("BigInt:999999999999998341339", "String: 1000.0 EB"),
            ("BigInt:999999999999998341340", "!BoundsError: BoundsError(\"kMGTPE\", 7)"),
            ("Int128:999999999999990520104160854016", "!BoundsError: BoundsError(\"kMGTPE\", 9)"),
            ("Int128:999999999999990520104160854017", "!BoundsError: BoundsError(\"kMGTPE\", 10)"),
            ("UInt128:340282366920938463463374607431768211455", "!BoundsError: BoundsError(\"kMGTPE\", 12)"),
            ("BigInt:340282366920938463463374607431768211456", "!BoundsError: BoundsError(\"kMGTPE\", 12)"),
            (
                "BigInt:-340282366920938463463374607431768211456",
                "String: -340282366920938463463374607431768211456B",
            ),
        ],
    );
}

#[test]
fn bytecount_so() {
    check(
        "bytecount_so",
        &[
            ("Bool:true", "String: trueB"),
            ("-1", "String: -1B"),
            ("999", "String: 999B"),
            ("UInt16:1000", "String: 1.0 kB"),
            ("UInt16:2250", "String: 2.3 kB"),
            ("BigInt:2250", "String: 2.2 kB"),
            ("999949", "String: 999.9 kB"),
            ("999950", "String: 1000.0 kB"),
            ("999999", "String: 1000.0 kB"),
            ("1000000", "String: 1.0 MB"),
            ("999999999999995", "String: 1000.0 TB"),
            ("999999999999996", "String: 1.0 PB"),
            ("BigInt:999999999999998", "String: 1000.0 TB"),
            ("BigInt:999999999999999", "String: 1.0 PB"),
            ("Int128:999949999999999936000", "String: 999.9 EB"),
            ("Int128:99949999999999991999", "String: 100.0 EB"),
            ("Int128:999999999999994822656", "String: 1000.0 EB"),
            ("Int128:999999999999994822657", "!BoundsError: BoundsError(\"kMGTPE\", 7)"),
        ],
    );
}

const NEGATIVE: &str = "!DomainError: DomainError(\"Height or Weight cannot be negative.\", \"\")";

#[test]
fn bmi() {
    // Julia 1.5 has room for 325 characters.
    let long = (BigInt::from(1) << 1400u32).to_string();
    let cut = format!("String: {}", &long[..325]);
    check(
        "bmi",
        &[
            ("-1 0", NEGATIVE),
            ("0 -1", NEGATIVE),
            ("BigInt:-1 BigInt:-1", NEGATIVE),
            ("0 0", "String: NaN"),
            ("0 1", "String: Inf"),
            ("BigInt:0 BigInt:0", "String: NaN"),
            ("BigInt:0 1", "String: Inf"),
            ("1 0", "String: 0.0"),
            ("1 1", "String: 10000.0"),
            ("8 1", "String: 156.2"),
            ("8 3", "String: 468.8"),
            ("29 1", "String: 11.9"),
            ("180 75", "String: 23.1"),
            ("Bool:true Bool:true", "String: 10000.0"),
            ("12 14643095844547621", "String: 1016881655871362688.0"),
            (
                "UInt16:468 Int128:80408780316119440274804469643293273",
                "String: 3671231477651739305252330468802560.0",
            ),
            ("BigInt:12 14643095844547621", "String: 1016881655871362569.4"),
            ("12 BigInt:14643095844547621", "String: 1016881655871362597.3"),
            ("BigInt:100 BigInt:1", "String: 1.0"),
            (&format!("100 BigInt:{long}"), &cut),
        ],
    );
}

#[test]
fn bmi_class() {
    check(
        "bmi_class",
        &[
            ("-1 0", NEGATIVE),
            ("0 0", "String: Severely obese"),
            ("0 1", "String: Severely obese"),
            ("BigInt:0 BigInt:0", "String: Severely obese"),
            ("1 0", "String: Underweight"),
            ("1000 1844", "String: Underweight"),
            ("1000 1845", "String: Underweight"),
            ("1000 1846", "String: Normal"),
            ("1000 2294", "String: Normal"),
            ("1000 2295", "String: Overweight"),
            ("115 32", "String: Overweight"),
            ("115 33", "String: Obese"),
            ("1016 3087", "String: Obese"),
            ("1015 3087", "String: Severely obese"),
            ("BigInt:1000 1845", "String: Underweight"),
            ("1000 BigInt:1846", "String: Normal"),
            ("BigInt:1015 BigInt:3087", "String: Severely obese"),
        ],
    );
}

#[test]
fn date() {
    let refused = |reason: &str| format!("!ArgumentError: ArgumentError(\"{reason}\")");
    check(
        "date",
        &[
            ("2021 1 1", "Date: 2021-01-01"),
            ("2020 2 29", "Date: 2020-02-29"),
            ("2021 2 29", &refused("Day: 29 out of range (1:28)")),
            ("1900 2 29", &refused("Day: 29 out of range (1:28)")),
            ("2000 2 29", "Date: 2000-02-29"),
            ("2000 2 30", &refused("Day: 30 out of range (1:29)")),
            ("2021 4 31", &refused("Day: 31 out of range (1:30)")),
            ("2021 12 31", "Date: 2021-12-31"),
            ("2021 12 32", &refused("Day: 32 out of range (1:31)")),
            ("2021 13 0", &refused("Month: 13 out of range (1:12)")),
            ("2021 0 1", &refused("Month: 0 out of range (1:12)")),
            ("0 1 0", &refused("Day: 0 out of range (1:31)")),
            ("0 12 31", "Date: 0000-12-31"),
            ("-1 1 1", "Date: -0001-01-01"),
            ("-9999 12 31", "Date: -9999-12-31"),
            ("-10000 2 28", "Date: -10000-02-28"),
            ("10000 1 1", "Date: 10000-01-01"),
            ("580074349756612 3 11", "Date: 75019651201281-6028347736506391-18"),
            ("598939959799351932 1 9", "Date: -54912687270742-36170086419038332--3689348814741910305"),
            ("6751565940314422362 11 28", "Date: -5269973243667-48226781892051113--7378697629483820642"),
        ],
    );
}

#[test]
fn circle() {
    let root = ", \"sqrt will only return a complex result if called with a complex argument. Try sqrt(Complex(x)).\")";
    check(
        "circle",
        &[
            ("0 0", "!DomainError: DomainError(\"The point should not be at the origin (0, 0)\", \"\")"),
            ("0 1", "String: in"),
            ("80 0", "String: in"),
            ("-80 0", "String: in"),
            ("80 1", "String: out"),
            ("48 64", "String: in"),
            ("-9223372036854775808 -9223372036854775808", "String: in"),
            ("-9223372036854775808 81", "String: out"),
            ("2707494857593 -3031", &format!("!DomainError: DomainError(-4.77681482564819e18{root}")),
        ],
    );
}

#[test]
fn division() {
    let none = "!DivideError: DivideError()";
    let least = "-9223372036854775808";
    check("cld", &[("7 2", "Int64: 4"), ("-7 2", "Int64: -3"), ("7 -2", "Int64: -3"), ("-7 -2", "Int64: 4")]);
    check("fld", &[("7 2", "Int64: 3"), ("-7 2", "Int64: -4"), ("7 -2", "Int64: -4"), ("-7 -2", "Int64: 3")]);
    let pair = |rest: &str| format!("Tuple{{Int64,Int64}}: {rest}");
    check(
        "fldmod1",
        &[
            ("7 2", &pair("(4, 1)")),
            ("8 2", &pair("(4, 2)")),
            ("-7 2", &pair("(-3, 1)")),
            ("7 -2", &pair("(-3, -1)")),
            ("8 -2", &pair("(-4, -2)")),
            (&format!("{least} {least}"), &pair("(1, -9223372036854775808)")),
            (&format!("{least} 9223372036854775807"), &pair("(-1, 9223372036854775806)")),
        ],
    );
    for name in ["cld", "fld", "fldmod1"] {
        check(name, &[("1 0", none), ("0 0", none), (&format!("{least} -1"), none)]);
    }
    check("cld", &[(&format!("{least} 1"), &format!("Int64: {least}")), ("0 5", "Int64: 0")]);
    check("max", &[("1 2", "Int64: 2"), ("-1 -2", "Int64: -1"), (&format!("{least} 0"), "Int64: 0")]);
}

#[test]
fn power_by_squaring() {
    check(
        "power_by_squaring",
        &[
            ("2 10", "Int64: 1024"),
            ("2 62", "Int64: 4611686018427387904"),
            ("2 63", "Int64: -9223372036854775808"),
            ("2 64", "Int64: 0"),
            ("0 0", "Int64: 1"),
            ("1 -5", "Int64: 1"),
            ("-1 -5", "Int64: -1"),
            ("-1 -9223372036854775808", "Int64: 1"),
            (
                "2 -2007091",
                "!DomainError: DomainError(-2007091, \"Cannot raise an integer x to a negative power -2007091.\\n\
                 Make x or -2007091 a float by adding a zero decimal (e.g., 2.0^-2007091 or 2^-2.007091e6 instead \
                 of 2^-2007091), or write 1/x^2007091, float(x)^-2007091, x^float(-2007091) or (x//1)^-2007091\")",
            ),
        ],
    );
}

#[test]
fn tailjoin() {
    check(
        "tailjoin",
        &[
            ("7 2", "Int64: 7"),
            ("7 1", "!TypeError: TypeError(:<:, \"\", Type, 7)"),
            ("7 0", "!BoundsError: BoundsError(7, 0)"),
            ("-7 -1", "!BoundsError: BoundsError(-7, -1)"),
        ],
    );
}
