//! Courses of slots in JSON and in campaigns: the name of the course, and the fields that it has.

use autobva_core::behaviour::Course;
use serde::{Deserialize, Serialize};

/// How serde writes and reads a course, which `core` does not know about.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Course", tag = "course", rename_all = "lowercase", deny_unknown_fields)]
enum CourseForm {
    Constant {
        value: String,
    },
    Echo {
        of: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        how: Option<String>,
    },
    Linear {
        of: String,
        slope: String,
        offset: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        quantum: Option<String>,
    },
    Smooth {
        of: String,
    },
    Steps {
        of: String,
        width: String,
        height: String,
    },
    Periodic {
        of: String,
        period: String,
    },
    Bilinear {
        of: [String; 2],
        product: String,
        first: String,
        second: String,
        offset: String,
    },
    Irregular {
        #[serde(default)]
        examples: Vec<String>,
    },
}

#[derive(Serialize)]
pub(crate) struct Written<'a>(#[serde(with = "CourseForm")] pub(crate) &'a Course);

#[cfg(feature = "campaign")]
#[derive(Deserialize)]
pub(crate) struct Read(#[serde(with = "CourseForm")] pub(crate) Course);

#[cfg(all(test, feature = "campaign"))]
mod tests {
    use super::*;

    #[test]
    fn every_course_reads_back() {
        let text = |text: &str| text.to_string();
        let of = || text("q");
        for course in [
            Course::Constant { value: text("5") },
            Course::Echo { of: of(), how: None },
            Course::Echo { of: of(), how: Some(text("upper-cased")) },
            Course::Linear { of: of(), slope: text("2.5"), offset: text("0"), quantum: Some(text("0.01")) },
            Course::Smooth { of: of() },
            Course::Steps { of: of(), width: text("30"), height: text("2") },
            Course::Periodic { of: of(), period: text("7") },
            Course::Bilinear {
                of: [of(), text("r")],
                product: text("1.5"),
                first: text("0"),
                second: text("-20"),
                offset: text("0"),
            },
            Course::Irregular { examples: vec![text("a"), text("b")] },
        ] {
            let written = serde_json::to_string(&Written(&course)).unwrap();
            let read: Read = serde_json::from_str(&written).unwrap();
            assert_eq!(read.0, course, "{written}");
        }
        let earlier: Read = serde_json::from_str(r#"{"course": "irregular"}"#).unwrap();
        assert_eq!(earlier.0, Course::Irregular { examples: Vec::new() });
        for wrong in [
            r#"{"course": "linear"}"#,
            r#"{"course": "sinuous"}"#,
            r#"{"course": "smooth", "of": "q", "x": 1}"#,
        ] {
            assert!(serde_json::from_str::<Read>(wrong).is_err(), "{wrong}");
        }
    }
}
