//! Where mutants can be made.

use killrate_model::{MutantClass, SiteKind};
use syn::Expr;

use super::{FoundSite, Mutants, Part, choices, number};
use crate::error::MutatorError;
use crate::instruments::{self, Scan};
use crate::operators::{self, Find};
use crate::scan::{FunctionSyntax, Nesting, Scanner};
use crate::site::{Role, Shape, Site};
use crate::sites::Sites;
use crate::skipped::SkipReason;

impl Scan for Mutants {
    fn see_expression(&self, expression: &Expr, role: Role, scanner: &mut Scanner<'_>) {
        for operator in &operators::ALL {
            if scanner.settings.classes.contains(&operator.class)
                && let Find::InExpression(find) = operator.find
                && let Some(site) = find(expression, role, scanner.source)
            {
                add(site, operator.class, scanner);
            }
        }
    }

    /// Adds the sites of operators that look at whole functions.
    ///
    /// After those of expressions: where two make the same change, it is theirs.
    fn leave_function(&self, function: &FunctionSyntax<'_>, scanner: &mut Scanner<'_>) {
        for operator in &operators::ALL {
            if scanner.settings.classes.contains(&operator.class)
                && let Find::InFunction(find) = operator.find
            {
                for site in find(function.signature, function.block, scanner.source) {
                    add(site, operator.class, scanner);
                }
            }
        }
    }

    fn finish(&self, sites: &mut Sites) -> Result<(), MutatorError> {
        sites.mutants = number::number(&mut sites.files);
        let choices = choices::choices(&sites.files);
        for (of_file, file) in choices.into_iter().zip(&mut sites.files) {
            file.found.mutants.choices = of_file;
        }
        Ok(())
    }
}

fn add(site: Site, class: MutantClass, scanner: &mut Scanner<'_>) {
    let reason = scanner.skipping.clone();
    let (None, Some(function)) = (&reason, scanner.function) else {
        // Outside of functions only the compiler evaluates expressions.
        let reason = reason.unwrap_or(SkipReason::ConstContext);
        return scanner.note_skipped(&site.range, reason);
    };
    let index = scanner.found.mutants.sites.len();
    let nesting = match &site.shape {
        Shape::Statement => Nesting::Statement,
        shape if shape.wraps() => Nesting::Value,
        _ => Nesting::Expression,
    };
    let part = instruments::Part::Mutants(Part::Site(index));
    scanner.add_part(site.range.clone(), nesting, part);
    let site_kind =
        (class == MutantClass::OffByOne).then(|| scanner.purpose.unwrap_or(SiteKind::Other));
    scanner.found.mutants.sites.push(FoundSite {
        site,
        class,
        site_kind,
        function,
    });
}
