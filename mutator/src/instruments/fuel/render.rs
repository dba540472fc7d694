//! The text that burns fuel.

use std::ops::Range;

use super::Fuel;
use crate::instruments::{Part, Render};
use crate::render::{Body, Writer};
use crate::scan::Node;

impl Render for Fuel {
    fn write(
        &self,
        part: Part,
        range: &Range<usize>,
        inside: &[Node],
        body: Body,
        writer: &mut Writer<'_>,
    ) {
        let Part::Fuel(part) = part else {
            unreachable!("only its own parts come here")
        };
        let (before, after) = match part {
            super::Part::LoopBody => (" ::killrate_rt::burn();", ""),
            super::Part::Collection { may_be_left: true } => ("::killrate_rt::each_round(", ")"),
            super::Part::Collection { may_be_left: false } => ("::killrate_rt::each(", ")"),
            super::Part::ClosureBody => ("{ ::killrate_rt::burn(); ", " }"),
        };
        writer.push(before);
        writer.stretch(range.clone(), inside, body);
        writer.push(after);
    }

    fn before_body(&self, function: usize, writer: &mut Writer<'_>) {
        if writer.file.functions[function].may_call_itself {
            writer.push(" ::killrate_rt::burn();");
        }
    }
}
