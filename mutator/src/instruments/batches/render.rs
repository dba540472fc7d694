//! The text that serves batches.

use super::Batches;
use crate::instruments::Render;
use crate::render::Writer;
use crate::weave::WeaveOptions;

impl Render for Batches {
    fn runtime_feature(&self, options: &WeaveOptions) -> Option<&'static str> {
        options.takes_many_inputs.then_some("batches")
    }

    fn before_body(&self, function: usize, writer: &mut Writer<'_>) {
        if writer.file.found.batches.main == Some(function) {
            writer.push(" ::killrate_rt::serve(self::main);");
        }
    }
}
