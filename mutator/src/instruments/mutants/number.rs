//! The numbers and ids of mutants.

use std::collections::{BTreeMap, BTreeSet};

use killrate_model::{Mutant, MutantId, MutantStatus, OperatorName};

use crate::sites::SiteFile;

/// A change of a site: the index of its file, that of the site in it, and its own.
#[derive(Debug, Clone, Copy)]
struct ChangeId {
    file: usize,
    site: usize,
    change: usize,
}

/// Numbers all changes by file, place and operator, so that those of a function are consecutive.
pub(super) fn number(files: &mut [SiteFile]) -> Vec<Mutant> {
    let mut changes: Vec<ChangeId> = Vec::new();
    for (file, of_file) in files.iter_mut().enumerate() {
        drop_repeated_changes(of_file);
        for (site, scanned) in of_file.found.mutants.sites.iter().enumerate() {
            let of_site = 0..scanned.site.changes.len();
            changes.extend(of_site.map(|change| ChangeId { file, site, change }));
        }
    }
    changes.sort_by_key(|id| {
        let site = &files[id.file].found.mutants.sites[id.site].site;
        let operator = site.changes[id.change].operator.clone();
        (id.file, site.range.start, operator, site.range.end)
    });
    for file in &mut *files {
        let found = &mut file.found.mutants;
        let sites = found.sites.iter();
        found.numbers = sites
            .map(|scanned| vec![0; scanned.site.changes.len()])
            .collect();
        found.of_function = vec![Vec::new(); file.functions.len()];
    }
    let mut ordinals = BTreeMap::new();
    let mut mutants = Vec::with_capacity(changes.len());
    for (number, id) in (1..).zip(changes) {
        let file = &mut files[id.file];
        let found = &mut file.found.mutants;
        found.numbers[id.site][id.change] = number;
        found.of_function[found.sites[id.site].function].push(number);
        mutants.push(mutant(file, number, id, &mut ordinals));
    }
    mutants
}

fn mutant(
    file: &SiteFile,
    number: u32,
    id: ChangeId,
    ordinals: &mut BTreeMap<(String, String, String), u32>,
) -> Mutant {
    let source = &file.source;
    let scanned = &file.found.mutants.sites[id.site];
    let change = &scanned.site.changes[id.change];
    let range = &scanned.site.range;
    let function = &file.functions[scanned.function].name;
    let key = (
        source.path.clone(),
        function.clone(),
        change.operator.clone(),
    );
    let ordinal = ordinals.entry(key).or_insert(0);
    *ordinal += 1;
    let (line, column) = source.position(range.start);
    let id = format!("{}::{function}/{}/{ordinal}", source.path, change.operator);
    Mutant {
        id: MutantId(id),
        number,
        class: scanned.class,
        operator: OperatorName(change.operator.clone()),
        is_thesis: change.is_thesis,
        site_kind: scanned.site_kind,
        file: source.path.clone(),
        function: function.clone(),
        line,
        column,
        // A source file of four gigabytes does not fit the memory of the parser.
        start: range.start as u32,
        end: range.end as u32,
        before: source.slice(range).to_owned(),
        after: change.after.clone(),
        status: MutantStatus::Woven,
    }
}

/// Drops every change that leaves the same text as an earlier one.
fn drop_repeated_changes(file: &mut SiteFile) {
    let source = &file.source;
    let mut seen = BTreeSet::new();
    for scanned in &mut file.found.mutants.sites {
        let range = scanned.site.range.clone();
        let before = source.slice(&range);
        // Compared is what differs and not the whole expression: `a + 1` may become `a + 2` as a site
        // of its own and as the literal in it.
        scanned.site.changes.retain(|change| {
            let (prefix, suffix) = common_ends(before, &change.after);
            let replaced = range.start + prefix..range.end - suffix;
            let replacement = change.after[prefix..change.after.len() - suffix].to_owned();
            seen.insert((replaced.start, replaced.end, replacement))
        });
    }
}

/// How many bytes two texts share at the start, and at the end of the rest.
fn common_ends(a: &str, b: &str) -> (usize, usize) {
    let same = |(a, b): &(char, char)| a == b;
    let length = |pairs: &mut dyn Iterator<Item = (char, char)>| {
        pairs.take_while(same).map(|(a, _)| a.len_utf8()).sum()
    };
    let prefix: usize = length(&mut a.chars().zip(b.chars()));
    // Of the rest, or a text that repeats itself would share some bytes twice.
    let (a, b) = (&a[prefix..], &b[prefix..]);
    let suffix = length(&mut a.chars().rev().zip(b.chars().rev()));
    (prefix, suffix)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use killrate_model::MutantClass;

    use crate::sites::Sites;
    use crate::source::Source;

    fn ids(text: &str) -> Vec<String> {
        let source = Source::new("src/main.rs", text);
        let classes = BTreeSet::from([MutantClass::Arithmetic]);
        let sites = Sites::of_sources(vec![source], &classes).unwrap();
        sites
            .mutants
            .into_iter()
            .map(|mutant| mutant.id.0)
            .collect()
    }

    #[test]
    fn an_id_names_file_function_operator_and_ordinal() {
        assert_eq!(
            ids("mod m { impl<T> Tree<T> { fn prune(&self) { a + b; c + d; fn g() { e + f } } } }"),
            [
                "src/main.rs::m::Tree::prune/add-to-sub/1",
                "src/main.rs::m::Tree::prune/add-to-sub/2",
                "src/main.rs::m::Tree::prune::g/add-to-sub/1",
            ]
        );
    }

    #[test]
    fn ids_are_not_changed_by_edits_elsewhere() {
        let before = ids("fn f() { a + b } fn g() { c + d; e * f }");
        let after = ids("fn f() { a + b + z } /* new */ fn g() { c + d; e * f }");
        assert_eq!(before[1..], after[2..]);
    }

    #[test]
    fn functions_of_one_name_share_their_ordinals() {
        assert_eq!(
            ids(
                "impl From<A> for T { fn from() { a + b } } impl From<B> for T { fn from() { a + b } }"
            ),
            [
                "src/main.rs::T::from/add-to-sub/1",
                "src/main.rs::T::from/add-to-sub/2",
            ]
        );
    }

    #[test]
    fn the_numbers_of_a_function_are_consecutive() {
        let text = "fn f() { a + b < c; fn g() { d + e } h - i } fn j() { k * l }";
        let source = Source::new("src/main.rs", text);
        let sites = Sites::of_sources(vec![source], &MutantClass::PAPERS.into()).unwrap();
        let functions: Vec<&str> = sites
            .mutants
            .iter()
            .map(|mutant| mutant.function.as_str())
            .collect();
        assert_eq!(functions, ["f", "f", "f", "f", "f", "f", "f::g", "f", "j"]);
    }
}
