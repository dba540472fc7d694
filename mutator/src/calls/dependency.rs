//! A library that a driver depends on.

/// A library that a driver depends on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dependency {
    /// The name of its package.
    pub name: String,
    /// The line of the driver's manifest that names it.
    pub line: String,
    /// Where it comes from, for people.
    pub origin: String,
}

/// Why a text names no published package.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DependencyError {
    /// No package can be called so.
    #[error(
        "there is no folder `{text}`, and no package of crates.io has such a name or version; write it as `libm@0.2.16`"
    )]
    Malformed {
        /// The text.
        text: String,
    },
    /// A version that stands for several.
    #[error(
        "`{version}` is not a whole version, and studies name exactly one; write it as `{name}@1.2.3`"
    )]
    NotWhole {
        /// The package.
        name: String,
        /// What is written behind it.
        version: String,
    },
}

impl Dependency {
    /// A package of crates.io in exactly one version.
    ///
    /// # Errors
    /// When it can have no such name or version.
    pub fn published(name: &str, version: &str) -> Result<Self, DependencyError> {
        let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        // A version such as `1.2.3-rc.1` has dots in its third part too.
        let parts: Vec<&str> = version.splitn(3, '.').collect();
        let is_number = |part: &&str| part.starts_with(|c: char| c.is_ascii_digit());
        let is_plain = |c: char| is_name(c) || matches!(c, '.' | '+');
        let is_whole = parts.len() == 3 && parts.iter().all(is_number);
        if name.is_empty() || !name.chars().all(is_name) || !version.chars().all(is_plain) {
            let text = format!("{name}@{version}");
            return Err(DependencyError::Malformed { text });
        }
        if !is_whole {
            let (name, version) = (name.to_owned(), version.to_owned());
            return Err(DependencyError::NotWhole { name, version });
        }
        Ok(Self {
            name: name.to_owned(),
            line: format!("{name} = \"={version}\""),
            origin: format!("{version}, from crates.io"),
        })
    }

    /// A package in a folder.
    pub fn at(name: &str, path: &str) -> Self {
        Self {
            name: name.to_owned(),
            line: format!("{name} = {{ path = {} }}", quoted(path)),
            origin: "a library".to_owned(),
        }
    }

    /// The name that Rust code has for it.
    pub(crate) fn crate_name(&self) -> String {
        self.name.replace('-', "_")
    }
}

/// A text as TOML has it.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_published_package_has_one_version() {
        let dependency = Dependency::published("libm", "0.2.16").unwrap();
        assert_eq!(dependency.line, "libm = \"=0.2.16\"");
        let problem = |name, version| {
            Dependency::published(name, version)
                .unwrap_err()
                .to_string()
        };
        assert_eq!(
            problem("libm", "0.2"),
            "`0.2` is not a whole version, and studies name exactly one; write it as `libm@1.2.3`"
        );
        assert_eq!(
            problem("li bm", "0.2.1"),
            "there is no folder `li bm@0.2.1`, and no package of crates.io has such a name or version; write it as `libm@0.2.16`"
        );
    }

    #[test]
    fn a_folder_with_a_quote_stays_one_text() {
        let dependency = Dependency::at("my-crate", "a\"b");
        assert_eq!(dependency.line, "my-crate = { path = \"a\\\"b\" }");
        assert_eq!(dependency.crate_name(), "my_crate");
    }
}
