//! Courses of slots as records for JSON and campaigns: the name of the course, and the fields that it has.

use autobva_core::behaviour::Course;
use serde::{Deserialize, Serialize};

/// A course with its fields by name.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CourseView {
    course: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    of: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    how: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    value: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    slope: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    offset: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    quantum: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    width: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    height: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    period: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    examples: Vec<String>,
}

impl CourseView {
    pub(crate) fn of(course: &Course) -> CourseView {
        let named = CourseView { course: course.name().to_string(), ..CourseView::default() };
        let some = |text: &String| Some(text.clone());
        match course {
            Course::Constant { value } => CourseView { value: some(value), ..named },
            Course::Echo { of, how } => CourseView { of: some(of), how: how.clone(), ..named },
            Course::Linear { of, slope, offset, quantum } => CourseView {
                of: some(of),
                slope: some(slope),
                offset: some(offset),
                quantum: quantum.clone(),
                ..named
            },
            Course::Smooth { of } => CourseView { of: some(of), ..named },
            Course::Steps { of, width, height } => {
                CourseView { of: some(of), width: some(width), height: some(height), ..named }
            }
            Course::Periodic { of, period } => CourseView { of: some(of), period: some(period), ..named },
            Course::Varying => named,
            Course::Irregular { examples } => CourseView { examples: examples.clone(), ..named },
        }
    }

    /// The course, if its fields are complete.
    pub(crate) fn course(self) -> Option<Course> {
        Some(match self.course.as_str() {
            "constant" => Course::Constant { value: self.value? },
            "echo" => Course::Echo { of: self.of?, how: self.how },
            "linear" => Course::Linear {
                of: self.of?,
                slope: self.slope?,
                offset: self.offset?,
                quantum: self.quantum,
            },
            "smooth" => Course::Smooth { of: self.of? },
            "steps" => Course::Steps { of: self.of?, width: self.width?, height: self.height? },
            "periodic" => Course::Periodic { of: self.of?, period: self.period? },
            "varying" => Course::Varying,
            "irregular" => Course::Irregular { examples: self.examples },
            _ => return None,
        })
    }
}

#[cfg(test)]
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
            Course::Varying,
            Course::Irregular { examples: vec![text("a"), text("b")] },
        ] {
            let written = serde_json::to_string(&CourseView::of(&course)).unwrap();
            let read: CourseView = serde_json::from_str(&written).unwrap();
            assert_eq!(read.course(), Some(course), "{written}");
        }
        assert_eq!(CourseView { course: text("linear"), ..CourseView::default() }.course(), None);
        assert_eq!(CourseView { course: text("sinuous"), ..CourseView::default() }.course(), None);
    }
}
