//! Which mutants are withdrawn when the woven program does not compile, and why.

use std::collections::BTreeMap;

use super::{Mutants, Part, SiteId};
use crate::blame::Blamed;
use crate::error::MutatorError;
use crate::event::WeaveEvent;
use crate::instruments::{self, FallBack, Standing, checks};
use crate::settle::Settling;
use crate::site::Shape;
use crate::sites::{FunctionId, Sites};

impl FallBack for Mutants {
    /// Leaves out the mutants of functions that only properties call.
    fn begin(&self, sites: &Sites, standing: &mut Standing) {
        let reason = "it is in a test that only properties of functions call";
        for id in checks::test_functions(&sites.files) {
            let found = &sites.files[id.file].found.mutants;
            let numbers = found.of_function[id.function].iter();
            let withdrawn = numbers.map(|&number| (number, reason.to_owned()));
            standing.mutants.withdrawn.extend(withdrawn);
        }
    }

    fn leave_all_out(&self, sites: &Sites, standing: &mut Standing) {
        let numbers = sites.mutants.iter().map(|mutant| mutant.number);
        let withdrawn = numbers.map(|number| (number, String::new()));
        standing.mutants.withdrawn.extend(withdrawn);
    }

    /// Withdraws the mutants that are blamed.
    ///
    /// Errors outside of arms may be consequences of these; they are looked at when these are gone.
    fn leave_out(&self, blamed: &Blamed, settling: &mut Settling<'_>) -> bool {
        let arms = blamed
            .parts
            .iter()
            .filter_map(|(part, message)| match part {
                (_, instruments::Part::Mutants(Part::Arm(number))) => {
                    Some((*number, message.clone()))
                }
                _ => None,
            });
        let refused: BTreeMap<u32, String> = arms.collect();
        if refused.is_empty() {
            return false;
        }
        settling.tell(WeaveEvent::Withdrew {
            n_mutants: refused.len(),
        });
        settling.standing.mutants.withdrawn.extend(refused);
        true
    }

    /// Finds what in a function does not compile by weaving ever fewer of its sites.
    fn keep_what_compiles(
        &self,
        function: FunctionId,
        message: &str,
        settling: &mut Settling<'_>,
    ) -> Result<bool, MutatorError> {
        let before = settling.standing.clone();
        let mut search = Search {
            settling,
            function,
            before,
        };
        let suspects = search.suspects();
        if suspects.is_empty() {
            return Ok(false);
        }
        // From here on a site is withdrawn until it is shown to compile with those shown before.
        for &site in &suspects {
            for number in search.live_numbers(site) {
                let withdrawn = &mut search.settling.standing.mutants.withdrawn;
                withdrawn.insert(number, message.to_owned());
            }
        }
        // By halves, because most sites compile and every question costs a run of the compiler.
        search.admit(&suspects)?;
        let is_refused = |&site: &usize| search.live_numbers(site).is_empty();
        let compiles = if suspects.iter().all(is_refused) {
            search.settling.compiles(function)?
        } else {
            true
        };
        for &site in &suspects {
            search.explain(site, message)?;
        }
        Ok(compiles)
    }
}

/// A search for the sites of a function that compile.
struct Search<'a, 'b> {
    settling: &'a mut Settling<'b>,
    function: FunctionId,
    /// What was in when it began.
    before: Standing,
}

impl Search<'_, '_> {
    /// The sites of the function that have mutants which are still in.
    fn suspects(&self) -> Vec<usize> {
        let sites = &self.settling.sites.files[self.function.file]
            .found
            .mutants
            .sites;
        (0..sites.len())
            .filter(|&site| sites[site].function == self.function.function)
            .filter(|&site| !self.live_numbers(site).is_empty())
            .collect()
    }

    /// Brings back as many of these sites as compile together with what is in already.
    fn admit(&mut self, suspects: &[usize]) -> Result<(), MutatorError> {
        let with_all = self.restored(suspects);
        if self.try_out(with_all)? {
            return Ok(());
        }
        match suspects {
            [] => Ok(()),
            [site] => self.admit_some_of_site(*site),
            _ => {
                let (first, second) = suspects.split_at(suspects.len() / 2);
                self.admit(first)?;
                self.admit(second)
            }
        }
    }

    /// Brings back a site in another form, or those of its mutants that compile.
    fn admit_some_of_site(&mut self, site: usize) -> Result<(), MutatorError> {
        let shape = self.shape(site);
        if matches!(shape, Shape::Comparison(_)) {
            let file = self.function.file;
            // Comparisons only look at their operands, so borrowing is the first choice; a field of a
            // packed struct, for one, cannot be borrowed.
            let mut by_value = self.restored(&[site]);
            by_value.mutants.by_value.insert(SiteId { file, site });
            if self.try_out(by_value)? {
                return Ok(());
            }
        }
        let numbers = self.numbers(site);
        // Literals are all of one type: if one cannot be chosen at run time, none can.
        if numbers.len() > 1 && *shape != Shape::Literal {
            for number in numbers {
                if self.before.mutants.is_live(*number) {
                    let mut with_one = self.settling.standing.clone();
                    with_one.mutants.withdrawn.remove(number);
                    self.try_out(with_one)?;
                }
            }
        }
        Ok(())
    }

    /// Gives the mutants of a site that were refused the reason why.
    fn explain(&mut self, site: usize, message: &str) -> Result<(), MutatorError> {
        let is_literal = *self.shape(site) == Shape::Literal;
        // The answer for the mutant before, where there was one.
        let mut known: Option<Alone> = None;
        for &number in self.numbers(site) {
            let is_live = self.settling.standing.mutants.is_live(number);
            if !self.before.mutants.is_live(number) || is_live {
                continue;
            }
            // What holds for one literal holds for the next.
            let alone = match known.take().filter(|_| is_literal) {
                Some(alone) => alone,
                None => self.ask_alone(number)?,
            };
            let standing = &mut self.settling.standing.mutants;
            let reason = match &alone {
                Alone::Refused(reason) => reason.clone(),
                Alone::Compiles => {
                    standing.alone.insert(number);
                    format!("compiles alone, but not woven: {message}")
                }
            };
            standing.withdrawn.insert(number, reason);
            known = Some(alone);
        }
        Ok(())
    }

    /// What the compiler says of a mutant without any other.
    fn ask_alone(&mut self, number: u32) -> Result<Alone, MutatorError> {
        let mutant = &self.settling.sites.mutants[number as usize - 1];
        let refused = self.settling.refusal_alone(mutant)?;
        Ok(refused.map_or(Alone::Compiles, Alone::Refused))
    }

    /// Goes on with this if the function compiles with it; whether it does.
    fn try_out(&mut self, standing: Standing) -> Result<bool, MutatorError> {
        self.settling.try_out(self.function, standing)
    }

    fn restored(&self, sites: &[usize]) -> Standing {
        let mut standing = self.settling.standing.clone();
        for number in sites.iter().flat_map(|&site| self.numbers(site)) {
            if self.before.mutants.is_live(*number) {
                standing.mutants.withdrawn.remove(number);
            }
        }
        standing
    }

    fn live_numbers(&self, site: usize) -> Vec<u32> {
        let numbers = self.numbers(site).iter().copied();
        let standing = &self.settling.standing.mutants;
        numbers.filter(|&number| standing.is_live(number)).collect()
    }
}

impl<'b> Search<'_, 'b> {
    fn numbers(&self, site: usize) -> &'b [u32] {
        let sites: &'b Sites = self.settling.sites;
        &sites.files[self.function.file].found.mutants.numbers[site]
    }

    fn shape(&self, site: usize) -> &'b Shape {
        let sites: &'b Sites = self.settling.sites;
        let found = &sites.files[self.function.file].found.mutants;
        &found.sites[site].site.shape
    }
}

/// What the compiler says of a mutant as the only change of the source.
enum Alone {
    Compiles,
    /// It refuses it, in these words.
    Refused(String),
}
