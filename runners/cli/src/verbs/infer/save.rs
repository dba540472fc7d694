//! What is inferred, as a file of properties.

use std::fs::File;
use std::io::{ErrorKind, Write as _};
use std::path::Path;

use anyhow::Context;
use killrate_calls::Saved;

use crate::console::Console;
use crate::exit::Invalid;

/// Writes properties to a file that is not there yet; somebody may have written others by hand.
pub(super) fn save(console: &Console, path: &Path, kept: &Saved) -> anyhow::Result<()> {
    let shown = path.display();
    let mut file = match File::create_new(path) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            let problem = format!(
                "there is a file `{shown}` already; name a new one, and put together what belongs together"
            );
            return Err(Invalid(problem).into());
        }
        file => file.with_context(|| format!("cannot create `{shown}`"))?,
    };
    file.write_all(kept.text.as_bytes())
        .with_context(|| format!("cannot write `{shown}`"))?;
    console.note(&format!(
        "{} properties written to `{shown}`, learned from the original; `killrate check-functions` tests those of a subject",
        kept.n_saved
    ));
    for text in &kept.left_out {
        console.note(&format!("left out, because no property can say it: {text}"));
    }
    Ok(())
}
