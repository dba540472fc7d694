//! Assembly as text: which functions are the same code.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use killrate_model::{Digest, DigestBuilder};

/// Directives that lay down data; all others only place and describe it.
const DATA: [&str; 15] = [
    ".quad", ".long", ".short", ".byte", ".asciz", ".ascii", ".zero", ".uleb128", ".sleb128",
    ".value", ".2byte", ".4byte", ".8byte", ".word", ".xword",
];

/// Labels inside the table of a function's landing pads, which is one piece of data.
const INSIDE_TABLES: [&str; 3] = [".Lcst_", ".Lttbase", ".LTType"];

/// The assembly of one crate.
pub(crate) struct Assembly<'a> {
    lines: Vec<&'a str>,
    /// The lines that follow the label of every function.
    functions: BTreeMap<&'a str, Range<usize>>,
    /// The lines that follow the label of every piece of data.
    data: BTreeMap<&'a str, Range<usize>>,
    /// Names that stand for other names.
    aliases: BTreeMap<&'a str, &'a str>,
}

impl<'a> Assembly<'a> {
    /// Reads what the compiler wrote.
    pub(crate) fn read(text: &'a str) -> Self {
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        let kinds: BTreeSet<&str> = lines
            .iter()
            .filter_map(|line| function_type(line))
            .collect();
        let mut assembly = Self {
            functions: BTreeMap::new(),
            data: BTreeMap::new(),
            aliases: lines.iter().filter_map(|line| alias(line)).collect(),
            lines: Vec::new(),
        };
        let mut place = 0;
        while place < lines.len() {
            let Some(label) = label(lines[place]) else {
                place += 1;
                continue;
            };
            let is_function = kinds.contains(label);
            let ends = if is_function {
                ends_function
            } else {
                ends_data
            };
            let rest = &lines[place + 1..];
            let length = rest.iter().position(ends);
            let range = place + 1..place + 1 + length.unwrap_or(rest.len());
            let table = if is_function {
                place = range.end;
                &mut assembly.functions
            } else {
                place += 1;
                &mut assembly.data
            };
            table.insert(label, range);
        }
        assembly.lines = lines;
        assembly
    }

    /// The functions whose name starts like this.
    pub(crate) fn functions_named(&self, start: &str) -> impl Iterator<Item = &'a str> {
        let names = self.functions.keys().copied();
        let start = start.to_owned();
        names.filter(move |name| name.starts_with(&start))
    }

    /// The addresses in the one table of so many that a function mentions.
    pub(crate) fn addresses(&self, function: &str, length: usize) -> Option<Vec<&'a str>> {
        let lines = &self.lines[self.functions.get(function)?.clone()];
        let mentioned = lines.iter().flat_map(|line| words(line));
        let tables = mentioned.filter_map(|word| self.data.get(word));
        let address = |line: &&'a str| line.strip_prefix(".quad\t");
        let mut fitting = tables
            .map(|range| {
                self.lines[range.clone()]
                    .iter()
                    .filter_map(address)
                    .collect()
            })
            .filter(|addresses: &Vec<&str>| addresses.len() == length);
        fitting.next()
    }

    fn resolved(&self, name: &'a str) -> &'a str {
        // An alias of an alias is as deep as compilers go.
        let once = self.aliases.get(name).copied().unwrap_or(name);
        self.aliases.get(once).copied().unwrap_or(once)
    }

    /// Whether this is the place of a panic: file, its length, line and column.
    fn is_location(&self, lines: &[&str]) -> bool {
        let [file, _] = lines else {
            return false;
        };
        let name = file.strip_prefix(".quad\t");
        let text = name.and_then(|name| self.data.get(name));
        text.is_some_and(|range| {
            let text = self.lines[range.clone()].first();
            text.is_some_and(|text| {
                text.starts_with(".as") && (text.ends_with(".rs\"") || text.ends_with(".rs\\000\""))
            })
        })
    }
}

/// What functions do, whatever they are called and wherever they are.
///
/// Equal digests are equal instructions on equal data. Lines and columns in messages of panics do
/// not count.
pub(crate) struct Digests<'a> {
    assembly: &'a Assembly<'a>,
    known: BTreeMap<&'a str, Digest>,
    under_way: BTreeSet<&'a str>,
}

impl<'a> Digests<'a> {
    /// Nothing is read yet.
    pub(crate) fn new(assembly: &'a Assembly<'a>) -> Self {
        Self {
            assembly,
            known: BTreeMap::new(),
            under_way: BTreeSet::new(),
        }
    }

    /// The digest of a function; `None` when the assembly does not hold it.
    pub(crate) fn of(&mut self, function: &'a str) -> Option<Digest> {
        self.function(self.assembly.resolved(function))
    }

    fn function(&mut self, name: &'a str) -> Option<Digest> {
        if let Some(digest) = self.known.get(name) {
            return Some(*digest);
        }
        let range = self.assembly.functions.get(name)?.clone();
        if !self.under_way.insert(name) {
            return None;
        }
        let lines = &self.assembly.lines[range];
        let labels = lines.iter().filter_map(|line| label(line));
        let mut local: BTreeMap<&str, usize> = (labels.zip(0..)).collect();
        // The start of a function has another label in its table of landing pads.
        local.insert(name, local.len());
        let mut digest = DigestBuilder::new("code");
        for line in lines {
            let is_instruction = !line.starts_with(['.', '#']) && !line.starts_with("//");
            if is_instruction || line.starts_with(".cfi_lsda") || label(line).is_some() {
                digest = digest.field(self.line(line, &local).as_bytes());
            }
        }
        self.under_way.remove(name);
        let digest = digest.finish();
        self.known.insert(name, digest);
        Some(digest)
    }

    /// A line with every name replaced by what it stands for.
    fn line(&mut self, line: &'a str, local: &BTreeMap<&str, usize>) -> String {
        let mut text = String::new();
        let mut position = 0;
        for word in words(line) {
            let start = word.as_ptr() as usize - line.as_ptr() as usize;
            text.push_str(&line[position..start]);
            position = start + word.len();
            let (name, suffix) = word.split_at(word.find('@').unwrap_or(word.len()));
            text.push_str(&self.name(name, local));
            text.push_str(suffix);
        }
        text.push_str(&line[position..]);
        text
    }

    fn name(&mut self, name: &'a str, local: &BTreeMap<&str, usize>) -> String {
        let name = self.assembly.resolved(name);
        if let Some(place) = local.get(name) {
            return format!("L{place}");
        }
        if let Some(range) = self.assembly.data.get(name) {
            return self.data(name, range.clone(), local);
        }
        match self.function(name) {
            Some(digest) => digest.to_string(),
            None => name.to_owned(),
        }
    }

    fn data(
        &mut self,
        name: &'a str,
        range: Range<usize>,
        local: &BTreeMap<&str, usize>,
    ) -> String {
        if !self.under_way.insert(name) {
            return name.to_owned();
        }
        let lines: Vec<&str> = self.assembly.lines[range]
            .iter()
            .copied()
            .filter(|line| DATA.iter().any(|directive| line.starts_with(directive)))
            .collect();
        let mut digest = DigestBuilder::new("data");
        if self.assembly.is_location(&lines) {
            digest = digest.field(b"a place in the source");
        } else {
            for line in lines {
                digest = digest.field(self.line(line, local).as_bytes());
            }
        }
        self.under_way.remove(name);
        digest.finish().to_string()
    }
}

fn label(line: &str) -> Option<&str> {
    let name = line.strip_suffix(':')?;
    name.chars().all(is_of_name).then_some(name)
}

/// `.type name,@function`
fn function_type(line: &str) -> Option<&str> {
    line.strip_prefix(".type\t")?.strip_suffix(",@function")
}

/// `.set name, other`
fn alias(line: &str) -> Option<(&str, &str)> {
    line.strip_prefix(".set\t")?.split_once(", ")
}

fn ends_function(line: &&str) -> bool {
    line.starts_with(".Lfunc_end")
}

fn ends_data(line: &&str) -> bool {
    let is_table = |name: &str| INSIDE_TABLES.iter().any(|start| name.starts_with(start));
    let is_next = label(line).is_some_and(|name| !is_table(name));
    is_next
        || [".section", ".type", ".size", ".text"]
            .iter()
            .any(|start| line.starts_with(start))
}

fn is_of_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || "_.$@".contains(letter)
}

/// The words of a line, texts in quotes left out.
fn words(line: &str) -> impl Iterator<Item = &str> {
    let pieces = line.split('"').step_by(2);
    let words = pieces.flat_map(|piece| piece.split(|letter| !is_of_name(letter)));
    words.filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "
\t.type\tfirst,@function
first:
.Lfunc_begin0:
\tleaq\t.Lplace1(%rip), %rdx
\tjne\t.LBB0_2
.LBB0_2:
\tjmp\t*panic@GOTPCREL(%rip)
.Lfunc_end0:
\t.size\tfirst, .Lfunc_end0-first
\t.type\tsecond,@function
second:
.Lfunc_begin1:
\tleaq\t.Lplace2(%rip), %rdx
\tjne\t.LBB1_4
.LBB1_4:
\tjmp\t*panic@GOTPCREL(%rip)
.Lfunc_end1:
\t.type\tthird,@function
third:
.Lfunc_begin2:
\tleaq\t.Lnumber(%rip), %rdx
\tjne\t.LBB2_4
.LBB2_4:
\tjmp\t*panic@GOTPCREL(%rip)
.Lfunc_end2:
\t.type\tcalls_first,@function
calls_first:
\tjmp\tfirst
.Lfunc_end3:
\t.type\tcalls_second,@function
calls_second:
\tjmp\tsecond
.Lfunc_end4:
\t.type\tcalls_third,@function
calls_third:
\tjmp\tthird
.Lfunc_end5:
\t.set\tother, second
.Lfile:
\t.asciz\t\"src/main.rs\"
\t.section\t.data
.Lplace1:
\t.quad\t.Lfile
\t.asciz\t\"\\013\\000\\004\"
\t.size\t.Lplace1, 24
.Lplace2:
\t.quad\t.Lfile
\t.asciz\t\"\\013\\000\\007\"
\t.size\t.Lplace2, 24
.Lnumber:
\t.quad\t4
\t.size\t.Lnumber, 8
";

    #[track_caller]
    fn check_same(left: &str, right: &str, expected: bool) {
        let assembly = Assembly::read(TEXT);
        let mut digests = Digests::new(&assembly);
        let (left, right) = (digests.of(left).unwrap(), digests.of(right).unwrap());
        assert_eq!(left == right, expected);
    }

    #[test]
    fn labels_and_the_places_of_panics_make_no_difference() {
        check_same("first", "second", true);
        check_same("first", "other", true);
    }

    #[test]
    fn data_that_is_read_makes_a_difference() {
        check_same("first", "third", false);
    }

    #[test]
    fn callees_are_compared_by_what_they_do() {
        check_same("calls_first", "calls_second", true);
        check_same("calls_first", "calls_third", false);
        check_same("calls_first", "first", false);
    }

    #[test]
    fn what_is_not_there_has_no_digest() {
        let assembly = Assembly::read(TEXT);
        assert_eq!(Digests::new(&assembly).of("panic"), None);
    }
}
