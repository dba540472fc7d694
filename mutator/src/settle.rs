//! Types by the compiler: candidates it refuses are withdrawn until the woven program compiles.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::blame::{Blame, blamed_check};
use crate::cargo::Step;
use crate::diagnostic::{Diagnostic, Messages};
use crate::error::MutatorError;
use crate::event::WeaveEvent;
use crate::render::Woven;
use crate::site::Shape;
use crate::sites::Sites;
use crate::standing::{Place, Standing};
use crate::workshop::Workshop;

/// A woven program that compiles.
pub(crate) struct Settled {
    pub standing: Standing,
    /// How often the compiler was asked about everything that is left, the build that it made of it
    /// among them.
    pub n_rounds: u32,
    /// How often it was asked about a part, to find which one it refuses.
    pub n_confirmations: u32,
    pub executable: PathBuf,
}

/// Weaves, asks the compiler for a build, withdraws, and asks again until it has nothing to say.
///
/// The compiler generates no code of what it refuses, so a build that fails says as much as a check;
/// the one that succeeds is the last, and needs no check before it.
///
/// Every round withdraws a mutant or leaves something unwoven or unwatched, so there is an end.
pub(crate) fn settle(
    sites: &Sites,
    workshop: &Workshop,
    on_event: &dyn Fn(WeaveEvent),
) -> Result<Settled, MutatorError> {
    let mut settling = Settling {
        sites,
        workshop,
        on_event,
        standing: Standing {
            withdrawn: sites.mutants_of_tests(),
            ..Standing::default()
        },
        is_original_checked: false,
        n_rounds: 0,
        n_confirmations: 0,
    };
    settling.check_properties()?;
    loop {
        let (messages, woven) = settling.ask()?;
        if !messages.errors.is_empty() {
            settling.check_original()?;
            settling.withdraw(&Blame::of(&messages.errors, sites, &woven))?;
            continue;
        }
        // The original may hold such literals too, where its own lints let it.
        let blame = Blame::of(&messages.literals_out_of_range, sites, &woven);
        if !blame.mutants.is_empty() {
            settling.withdraw_mutants(&blame.mutants);
            continue;
        }
        let Some(executable) = messages.executable else {
            return Err(MutatorError::Cargo {
                package: workshop.package_name().to_owned(),
                complaint: "it names no program that it built".to_owned(),
            });
        };
        return Ok(Settled {
            standing: settling.standing,
            n_rounds: settling.n_rounds,
            n_confirmations: settling.n_confirmations,
            executable,
        });
    }
}

struct Settling<'a> {
    sites: &'a Sites,
    workshop: &'a Workshop,
    on_event: &'a dyn Fn(WeaveEvent),
    standing: Standing,
    is_original_checked: bool,
    n_rounds: u32,
    n_confirmations: u32,
}

impl Settling<'_> {
    /// Asks the compiler about the package as written, once, before anything woven is blamed.
    ///
    /// A woven program holds the original, so where it compiles there is nothing to ask.
    fn check_original(&mut self) -> Result<(), MutatorError> {
        if self.is_original_checked {
            return Ok(());
        }
        self.is_original_checked = true;
        (self.on_event)(WeaveEvent::CheckingOriginal);
        self.workshop.write_plain(self.sites, None)?;
        let outcome = self.workshop.run(Step::Check)?;
        if outcome.is_success {
            return Ok(());
        }
        Err(MutatorError::DoesNotCompile {
            package: self.workshop.package_name().to_owned(),
            compiler_message: rendered(&outcome.messages.errors),
        })
    }

    /// Asks the compiler about the properties of functions before any mutant is woven.
    ///
    /// One that it refuses is the end: leaving it out would let it hold everywhere.
    fn check_properties(&mut self) -> Result<(), MutatorError> {
        if self.sites.is_unchecked() {
            return Ok(());
        }
        let without_mutants = Standing {
            withdrawn: (self.sites.mutants.iter())
                .map(|mutant| (mutant.number, String::new()))
                .collect(),
            ..Standing::default()
        };
        let woven = self.workshop.write_woven(self.sites, &without_mutants)?;
        let errors = self.workshop.run(Step::Check)?.messages.errors;
        if !errors.is_empty() {
            self.check_original()?;
        }
        match blamed_check(&errors, self.sites, &woven) {
            Some(error) => Err(error.into()),
            // What is left are functions that cannot be woven at all, and have no properties.
            None => Ok(()),
        }
    }

    /// Leaves a function as written, unless that would leave out what is written about it.
    fn leave_unwoven(&mut self, place: Place, message: &str) -> Result<(), MutatorError> {
        if let Some(error) = self.sites.refused(place, message) {
            return Err(error.into());
        }
        self.standing.unwoven.insert(place);
        Ok(())
    }

    fn n_live(&self) -> usize {
        self.sites.mutants.len() - self.standing.withdrawn.len()
    }

    fn ask(&mut self) -> Result<(Messages, Vec<Woven>), MutatorError> {
        self.n_rounds += 1;
        (self.on_event)(WeaveEvent::Building {
            round: self.n_rounds,
            n_mutants: self.n_live(),
        });
        let woven = self.workshop.write_woven(self.sites, &self.standing)?;
        let outcome = self.workshop.run(Step::BuildWoven)?;
        Ok((outcome.messages, woven))
    }

    /// Takes out whatever is to blame.
    fn withdraw(&mut self, blame: &Blame) -> Result<(), MutatorError> {
        if !blame.watched.is_empty() || !blame.exits.is_empty() {
            // What is woven for watching holds no mutant; the rest is looked at without it.
            self.standing.unwatched.extend(blame.watched.clone());
            self.standing.one_exit.extend(&blame.exits);
            return Ok(());
        }
        if !blame.mutants.is_empty() {
            // Errors outside of arms may be consequences of these; they are looked at when these
            // are gone.
            self.withdraw_mutants(&blame.mutants);
            return Ok(());
        }
        if blame.functions.is_empty() {
            return Err(MutatorError::Unattributed {
                package: self.workshop.package_name().to_owned(),
                compiler_message: blame.elsewhere.join("\n"),
            });
        }
        for (&place, message) in &blame.functions {
            self.examine_without_exits(place, message)?;
        }
        Ok(())
    }

    /// Finds what in a function does not compile, and first of all whether it is that exits are told
    /// apart in its mutated body, which must not cost it a mutant.
    fn examine_without_exits(&mut self, place: Place, message: &str) -> Result<(), MutatorError> {
        let (file, function) = place;
        let scanned = &self.sites.files[file];
        let watch = &scanned.scan.functions[function].watch;
        let has_exits = watch.as_ref().is_ok_and(|watch| watch.n_exits > 1);
        let is_watchable = scanned.points.is_some();
        if !has_exits || !is_watchable || !self.standing.one_exit.insert(place) {
            return self.examine(place, message);
        }
        let without_exits = self.standing.clone();
        if self.compiles(place, &without_exits)? {
            return Ok(());
        }
        self.examine(place, message)?;
        let mut with_exits = self.standing.clone();
        with_exits.one_exit.remove(&place);
        if self.compiles(place, &with_exits)? {
            self.standing = with_exits;
        }
        Ok(())
    }

    fn withdraw_mutants(&mut self, mutants: &BTreeMap<u32, String>) {
        self.standing.withdrawn.extend(mutants.clone());
        let n_mutants = mutants.len();
        (self.on_event)(WeaveEvent::Withdrew { n_mutants });
    }

    /// Finds what in a function does not compile by weaving ever fewer of its sites.
    fn examine(&mut self, place: Place, message: &str) -> Result<(), MutatorError> {
        let (file, function) = place;
        let scan = &self.sites.files[file].scan;
        (self.on_event)(WeaveEvent::Confirming {
            function: scan.functions[function].name.clone(),
        });
        let suspects: Vec<usize> = (0..scan.sites.len())
            .filter(|&site| scan.sites[site].function == function)
            .filter(|&site| !self.live_numbers(file, site).is_empty())
            .collect();
        if suspects.is_empty() {
            return self.leave_unwoven(place, message);
        }
        // From here on a site is withdrawn until it is shown to compile with those shown before.
        let before = self.standing.clone();
        for &site in &suspects {
            self.suspend(file, site, message);
        }
        self.admit(place, &suspects, &before)?;
        let is_refused =
            |settling: &Self, site: usize| settling.live_numbers(file, site).is_empty();
        if suspects.iter().all(|&site| is_refused(self, site)) {
            let without_sites = self.standing.clone();
            if !self.compiles(place, &without_sites)? {
                self.leave_unwoven(place, message)?;
            }
        }
        for &site in &suspects {
            self.explain(file, site, &before, message)?;
        }
        Ok(())
    }

    /// Gives the mutants of a site that were refused the reason why.
    fn explain(
        &mut self,
        file: usize,
        site: usize,
        before: &Standing,
        message: &str,
    ) -> Result<(), MutatorError> {
        let sites = self.sites;
        let is_literal = sites.files[file].scan.sites[site].site.shape == Shape::Literal;
        let mut known = None;
        for &number in &sites.files[file].numbers[site] {
            if !before.is_live(number) || self.standing.is_live(number) {
                continue;
            }
            // What holds for one literal holds for the next.
            let reason = match known.take().filter(|_| is_literal) {
                Some(reason) => reason,
                None => self.reason_alone(number)?,
            };
            let told = match &reason {
                Some(reason) => reason.clone(),
                None => format!("compiles alone, but not woven: {message}"),
            };
            if reason.is_none() {
                self.standing.alone.insert(number);
            }
            self.standing.withdrawn.insert(number, told);
            known = Some(reason);
        }
        Ok(())
    }

    /// Brings back as many of these sites as compile together with what is in already.
    fn admit(
        &mut self,
        place: Place,
        suspects: &[usize],
        before: &Standing,
    ) -> Result<(), MutatorError> {
        let with_all = self.restored(place.0, suspects, before);
        if self.compiles(place, &with_all)? {
            self.standing = with_all;
            return Ok(());
        }
        match suspects {
            [] => Ok(()),
            [site] => self.admit_some_of_site(place, *site, before),
            _ => {
                let (first, second) = suspects.split_at(suspects.len() / 2);
                self.admit(place, first, before)?;
                self.admit(place, second, before)
            }
        }
    }

    /// Brings back a site in another form, or those of its mutants that compile.
    fn admit_some_of_site(
        &mut self,
        place: Place,
        site: usize,
        before: &Standing,
    ) -> Result<(), MutatorError> {
        let file = place.0;
        let shape = &self.sites.files[file].scan.sites[site].site.shape;
        if matches!(shape, Shape::Comparison(_)) {
            let mut by_value = self.restored(file, &[site], before);
            by_value.by_value.insert((file, site));
            if self.compiles(place, &by_value)? {
                self.standing = by_value;
                return Ok(());
            }
        }
        let numbers = &self.sites.files[file].numbers[site];
        // Literals are all of one type: if one cannot be chosen at run time, none can.
        if numbers.len() > 1 && *shape != Shape::Literal {
            for &number in numbers.iter().filter(|&&number| before.is_live(number)) {
                let mut with_one = self.standing.clone();
                with_one.withdrawn.remove(&number);
                if self.compiles(place, &with_one)? {
                    self.standing = with_one;
                }
            }
        }
        Ok(())
    }

    fn restored(&self, file: usize, sites: &[usize], before: &Standing) -> Standing {
        let mut standing = self.standing.clone();
        for &site in sites {
            for number in &self.sites.files[file].numbers[site] {
                if before.is_live(*number) {
                    standing.withdrawn.remove(number);
                }
            }
        }
        standing
    }

    fn suspend(&mut self, file: usize, site: usize, message: &str) {
        for number in self.live_numbers(file, site) {
            self.standing.withdrawn.insert(number, message.to_owned());
        }
    }

    fn live_numbers(&self, file: usize, site: usize) -> Vec<u32> {
        let numbers = self.sites.files[file].numbers[site].iter().copied();
        numbers.filter(|&n| self.standing.is_live(n)).collect()
    }

    /// Whether the compiler has nothing to say about this function.
    fn compiles(&mut self, place: Place, standing: &Standing) -> Result<bool, MutatorError> {
        self.n_confirmations += 1;
        let woven = self.workshop.write_woven(self.sites, standing)?;
        let errors = self.workshop.run(Step::Check)?.messages.errors;
        Ok(!Blame::of(&errors, self.sites, &woven).is_on(place, self.sites))
    }

    /// The compiler's words on a mutant alone, if it has any.
    fn reason_alone(&mut self, number: u32) -> Result<Option<String>, MutatorError> {
        self.n_confirmations += 1;
        let mutant = &self.sites.mutants[number as usize - 1];
        self.workshop.write_plain(self.sites, Some(mutant))?;
        let errors = self.workshop.run(Step::Check)?.messages.errors;
        Ok(errors.first().map(Diagnostic::summary))
    }
}

/// The errors as the compiler prints them.
pub(crate) fn rendered(errors: &[Diagnostic]) -> String {
    let rendered: Vec<&str> = errors
        .iter()
        .map(|error| error.rendered.trim_end())
        .collect();
    rendered.join("\n")
}
