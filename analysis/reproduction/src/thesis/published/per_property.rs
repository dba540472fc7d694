//! Tables of kills per property and class, which the thesis and ISSTA'09 have.

use killrate_analysis::{Published, Quantity, Topic};

use crate::tidy::{CLASS, DISTINCT, Tidy, our_class};

/// Where a paper has the kills of its properties on a program.
pub(crate) struct PropertyTable<'a> {
    /// Our name of the program.
    pub(crate) subject: &'a str,
    /// The set of properties.
    pub(crate) set: &'a str,
    /// The table.
    pub(crate) file: &'static str,
    /// The properties: our name, and the name in the table.
    pub(crate) properties: &'a [(&'a str, &'a str)],
}

/// Adds the kills of each property and of all together, class by class.
pub(crate) fn add_properties(published: &mut Published, tidy: &Tidy, table: &PropertyTable<'_>) {
    let of_paper = table
        .properties
        .iter()
        .map(|(ours, name)| (Some(*ours), *name));
    let properties: Vec<(Option<&str>, &str)> = of_paper.chain([(None, DISTINCT)]).collect();
    for class in tidy.names(table.file, CLASS) {
        for (property, name) in &properties {
            let rate = tidy.rate(table.file, &[(CLASS, class)], ("property", name));
            let quantity = Quantity::Property {
                subject: table.subject.to_owned(),
                set: table.set.to_owned(),
                property: property.map(str::to_owned),
                class: our_class(class).to_owned(),
            };
            published.rates.extend(rate.map(|rate| (quantity, rate)));
        }
    }
    let topic = Topic::Properties {
        subject: table.subject.to_owned(),
        set: table.set.to_owned(),
    };
    published
        .notes
        .insert(topic, tidy.notes(table.file, "property"));
}
