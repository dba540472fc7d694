//! Types by the compiler: what it refuses is left out until the woven program compiles.

use std::path::PathBuf;

use killrate_model::Mutant;

use crate::blame::{Blamed, refusal, refusal_of};
use crate::cargo::Step;
use crate::diagnostic::{Diagnostic, Messages};
use crate::error::MutatorError;
use crate::event::WeaveEvent;
use crate::instruments::{self, Instrument, Refused, Standing};
use crate::render::Woven;
use crate::sites::{FunctionId, Sites};
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

/// Weaves, asks the compiler for a build, leaves out, and asks again until it has nothing to say.
///
/// The compiler generates no code of what it refuses, so a build that fails says as much as a check;
/// the one that succeeds is the last, and needs no check before it.
///
/// Every round leaves something out for good, so there is an end.
pub(crate) fn settle(
    sites: &Sites,
    workshop: &Workshop,
    on_event: &dyn Fn(WeaveEvent),
) -> Result<Settled, MutatorError> {
    let mut standing = Standing::default();
    for instrument in instruments::ALL {
        instrument.begin(sites, &mut standing);
    }
    let mut settling = Settling {
        sites,
        standing,
        workshop,
        on_event,
        is_original_asked_about: false,
        n_rounds: 0,
        n_confirmations: 0,
    };
    settling.ask_about_what_must_stay()?;
    loop {
        let (messages, woven) = settling.ask()?;
        if !messages.errors.is_empty() {
            settling.ask_about_original()?;
            settling.fall_back(&Blamed::of(&messages.errors, sites, &woven))?;
            continue;
        }
        // The original may hold such literals too, where its own lints let it; so they count only
        // where a part is to blame for them.
        let literals = Blamed::of(&messages.literals_out_of_range, sites, &woven);
        if settling.leave_out(&literals) {
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

/// A program that is being woven until it compiles.
pub(crate) struct Settling<'a> {
    pub sites: &'a Sites,
    pub standing: Standing,
    workshop: &'a Workshop,
    on_event: &'a dyn Fn(WeaveEvent),
    is_original_asked_about: bool,
    n_rounds: u32,
    n_confirmations: u32,
}

impl Settling<'_> {
    /// Tells the caller what happens.
    pub(crate) fn tell(&self, event: WeaveEvent) {
        (self.on_event)(event);
    }

    /// Goes on with this if the compiler then has nothing to say about a function; whether that is so.
    pub(crate) fn try_out(
        &mut self,
        function: FunctionId,
        standing: Standing,
    ) -> Result<bool, MutatorError> {
        let before = std::mem::replace(&mut self.standing, standing);
        let compiles = self.compiles(function)?;
        if !compiles {
            self.standing = before;
        }
        Ok(compiles)
    }

    /// Whether the compiler has nothing to say about this function.
    pub(crate) fn compiles(&mut self, function: FunctionId) -> Result<bool, MutatorError> {
        self.n_confirmations += 1;
        let woven = self.workshop.write_woven(self.sites, &self.standing)?;
        let errors = self.workshop.run(Step::Types)?.messages.errors;
        let blamed = Blamed::of(&errors, self.sites, &woven);
        Ok(!blamed.is_on(function, self.sites))
    }

    /// The compiler's words on a mutant as the only change of the source, if it refuses it.
    pub(crate) fn refusal_alone(
        &mut self,
        mutant: &Mutant,
    ) -> Result<Option<String>, MutatorError> {
        self.n_confirmations += 1;
        // Without any weaving, because what is woven may be what it does not compile with.
        self.workshop.write_plain(self.sites, Some(mutant))?;
        let errors = self.workshop.run(Step::Types)?.messages.errors;
        Ok(errors.first().map(Diagnostic::summary))
    }

    /// Asks the compiler about the package as written, once, before anything woven is blamed.
    ///
    /// A woven program holds the original, so where it compiles there is nothing to ask.
    fn ask_about_original(&mut self) -> Result<(), MutatorError> {
        if self.is_original_asked_about {
            return Ok(());
        }
        self.is_original_asked_about = true;
        self.tell(WeaveEvent::CompilingOriginal);
        self.workshop.write_plain(self.sites, None)?;
        let answer = self.workshop.run(Step::Types)?;
        if answer.is_success {
            return Ok(());
        }
        Err(MutatorError::DoesNotCompile {
            package: self.workshop.package_name().to_owned(),
            compiler_message: rendered(&answer.messages.errors),
        })
    }

    /// Asks the compiler about what may not be left out before anything else is woven.
    ///
    /// Where it refuses some of that, this is the end, and nothing else can be to blame.
    fn ask_about_what_must_stay(&mut self) -> Result<(), MutatorError> {
        let mut instruments = instruments::ALL.iter();
        if !instruments.any(|instrument| instrument.insists(self.sites)) {
            return Ok(());
        }
        let mut without_others = self.standing.clone();
        for &instrument in instruments::ALL {
            if !instrument.insists(self.sites) {
                instrument.leave_all_out(self.sites, &mut without_others);
            }
        }
        let woven = self.workshop.write_woven(self.sites, &without_others)?;
        let errors = self.workshop.run(Step::Types)?.messages.errors;
        if !errors.is_empty() {
            self.ask_about_original()?;
        }
        // What else is refused are functions that cannot be woven at all, and hold nothing of that.
        refusal(&errors, self.sites, &woven).map_or(Ok(()), Err)
    }

    fn ask(&mut self) -> Result<(Messages, Vec<Woven>), MutatorError> {
        self.n_rounds += 1;
        self.tell(WeaveEvent::Building {
            round: self.n_rounds,
            n_mutants: self.sites.mutants.len() - self.standing.mutants.withdrawn.len(),
        });
        let woven = self.workshop.write_woven(self.sites, &self.standing)?;
        let answer = self.workshop.run(Step::BuildWoven)?;
        Ok((answer.messages, woven))
    }

    /// Leaves out whatever is to blame.
    fn fall_back(&mut self, blamed: &Blamed) -> Result<(), MutatorError> {
        if self.leave_out(blamed) {
            return Ok(());
        }
        if blamed.functions.is_empty() {
            return Err(MutatorError::Unattributed {
                package: self.workshop.package_name().to_owned(),
                compiler_message: blamed.elsewhere.join("\n"),
            });
        }
        for (&function, message) in &blamed.functions {
            self.examine(function, message)?;
        }
        Ok(())
    }

    /// Leaves out the parts that are to blame, of one instrument; whether there were some.
    ///
    /// Of one, because what another is blamed for may be a consequence.
    fn leave_out(&mut self, blamed: &Blamed) -> bool {
        let mut instruments = instruments::ALL.iter();
        instruments.any(|instrument| instrument.leave_out(blamed, self))
    }

    /// Finds what in a function does not compile, and first of all whether it is a detail, which must
    /// not cost more than itself.
    fn examine(&mut self, function: FunctionId, message: &str) -> Result<(), MutatorError> {
        let mut simplified: Vec<&dyn Instrument> = Vec::new();
        for &instrument in instruments::ALL {
            if instrument.simplify(function, self.sites, &mut self.standing) {
                // It stays left out where that is all there is to it.
                if self.compiles(function)? {
                    return Ok(());
                }
                simplified.push(instrument);
            }
        }
        self.keep_what_compiles(function, message)?;
        // Now that something else was to blame, the detail may have been innocent.
        for instrument in simplified {
            let mut restored = self.standing.clone();
            instrument.restore(function, &mut restored);
            self.try_out(function, restored)?;
        }
        Ok(())
    }

    /// Keeps in a function what compiles, and leaves it as written where nothing does.
    fn keep_what_compiles(
        &mut self,
        function: FunctionId,
        message: &str,
    ) -> Result<(), MutatorError> {
        let scanned = &self.sites.files[function.file].functions[function.function];
        self.tell(WeaveEvent::Confirming {
            function: scanned.name.clone(),
        });
        for instrument in instruments::ALL {
            if instrument.keep_what_compiles(function, message, self)? {
                return Ok(());
            }
        }
        if let Some(error) = refusal_of(Refused::Function(function), message, self.sites) {
            return Err(error);
        }
        self.standing.unwoven.insert(function);
        Ok(())
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
