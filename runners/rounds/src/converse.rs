//! All dialogues of a plan, round by round.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use killrate_model::{Observation, Reason, Request, Variant, Verdict};
use killrate_techniques::{Exchange, Step, Transcript};
use rayon::prelude::*;

use crate::Planned;
use crate::intern::Interner;

/// Something that a case wants to see of a variant.
#[derive(Debug, Clone)]
pub struct Question {
    /// Of which variant; of the original where the program has no variants.
    pub variant: Variant,
    /// What is asked.
    pub request: Arc<Request>,
}

/// What was seen, and how that is known.
#[derive(Debug, Clone)]
pub struct Shown<H> {
    /// What was seen.
    pub observation: Arc<Observation>,
    /// How that is known, in the words of whoever answers.
    pub how: H,
}

/// What was seen, or why nothing can be concluded from it.
pub type Answer<H> = Result<Shown<H>, Reason>;

/// A case and a variant, with everything that was asked and seen.
#[derive(Debug, Clone)]
pub struct Dialogue<H> {
    /// The variant.
    pub variant: Variant,
    /// The position of the case.
    pub case: usize,
    /// What was asked and seen.
    pub transcript: Transcript,
    /// How each exchange of the transcript is known.
    pub how: Vec<H>,
    /// What the technique concluded.
    pub verdict: Verdict,
}

/// A dialogue that is not over.
struct Open<H> {
    place: usize,
    variant: Variant,
    case: usize,
    transcript: Transcript,
    how: Vec<H>,
}

/// Leads every dialogue of these cases with these variants to its end, in rounds: whatever all of them
/// ask next is answered together, and nothing is asked twice.
///
/// The dialogues come in the order of variants, then cases.
///
/// # Errors
/// When something cannot be answered.
pub fn converse<H: Clone + Send, E>(
    planned: &Planned,
    cases: &[usize],
    variants: &[Variant],
    mut answer: impl FnMut(&[Question]) -> Result<Vec<Answer<H>>, E>,
) -> Result<Vec<Dialogue<H>>, E> {
    let pairs = variants
        .iter()
        .flat_map(|&variant| cases.iter().map(move |&case| (variant, case)));
    // A dialogue has its place in the result from the start, because dialogues end in any order.
    let mut open: Vec<Open<H>> = pairs
        .enumerate()
        .map(|(place, (variant, case))| Open {
            place,
            variant,
            case,
            transcript: Transcript::default(),
            how: Vec::new(),
        })
        .collect();
    let mut done: Vec<Option<Dialogue<H>>> = vec![None; open.len()];
    let mut known = Known::default();
    while !open.is_empty() {
        let steps: Vec<(Open<H>, Step<Verdict>)> = open
            // Steps are pure functions of their transcripts, so they may be taken in any order and
            // at once.
            .into_par_iter()
            .map(|dialogue| {
                let technique = planned.technique_of(dialogue.case);
                let case = &planned.cases[dialogue.case].case;
                let step = technique.step(case, &dialogue.transcript);
                (dialogue, step)
            })
            .collect();
        let mut asking = Vec::new();
        for (dialogue, step) in steps {
            match step {
                Step::Conclude(verdict) => finish(&mut done, dialogue, verdict),
                Step::Ask(requests) => {
                    // Such a dialogue would go on for ever, and nothing would ever be run for it.
                    assert!(
                        !requests.is_empty(),
                        "a step asks for something or concludes"
                    );
                    asking.push((dialogue, requests));
                }
            }
        }
        // Everybody's questions are answered together, because whoever runs programs can share the
        // work among what it is asked at once.
        known.ask(&asking, &mut answer)?;
        open = Vec::with_capacity(asking.len());
        for (mut dialogue, requests) in asking {
            let mut round = known.round(dialogue.variant, &requests);
            let goes_on = planned
                .technique_of(dialogue.case)
                .goes_on_without_answers();
            if let Some(reason) = round.reason.take_if(|_| !goes_on) {
                finish(&mut done, dialogue, Verdict::Inconclusive(reason));
                continue;
            }
            dialogue.transcript.add_round(round.exchanges);
            dialogue.transcript.add_unanswered(round.unanswered);
            dialogue.how.extend(round.how);
            open.push(dialogue);
        }
    }
    let ended = |dialogue: Option<Dialogue<H>>| dialogue.expect("every dialogue comes to an end");
    Ok(done.into_iter().map(ended).collect())
}

fn finish<H>(done: &mut [Option<Dialogue<H>>], dialogue: Open<H>, verdict: Verdict) {
    done[dialogue.place] = Some(Dialogue {
        variant: dialogue.variant,
        case: dialogue.case,
        transcript: dialogue.transcript,
        how: dialogue.how,
        verdict,
    });
}

/// What came of the requests of one round.
struct Round<H> {
    exchanges: Vec<Exchange>,
    /// How each exchange is known.
    how: Vec<H>,
    /// Requests from which nothing follows.
    unanswered: Vec<Arc<Request>>,
    /// The first reason why nothing follows from one of them.
    reason: Option<Reason>,
}

/// Everything that was answered so far.
struct Known<H> {
    interner: Interner,
    answers: BTreeMap<(Variant, usize), Answer<H>>,
}

// Spelled out, because a derived default would demand one of what is known, too.
impl<H> Default for Known<H> {
    fn default() -> Self {
        Self {
            interner: Interner::default(),
            answers: BTreeMap::new(),
        }
    }
}

impl<H: Clone> Known<H> {
    /// Has everything answered that these dialogues ask and that is not known.
    fn ask<E>(
        &mut self,
        asking: &[(Open<H>, Vec<Arc<Request>>)],
        answer: &mut impl FnMut(&[Question]) -> Result<Vec<Answer<H>>, E>,
    ) -> Result<(), E> {
        // The set is sorted by variants, then by the numbers of requests, so the order of questions
        // does not depend on threads.
        let mut wanted = BTreeSet::new();
        for (dialogue, requests) in asking {
            for request in requests {
                let key = self.key(dialogue.variant, request);
                if !self.answers.contains_key(&key) {
                    wanted.insert(key);
                }
            }
        }
        if wanted.is_empty() {
            return Ok(());
        }
        let question = |&(variant, number): &(Variant, usize)| Question {
            variant,
            request: Arc::clone(self.interner.request(number)),
        };
        let questions: Vec<Question> = wanted.iter().map(question).collect();
        let answers = answer(&questions)?;
        assert_eq!(
            answers.len(),
            questions.len(),
            "every question has an answer"
        );
        self.answers.extend(wanted.into_iter().zip(answers));
        Ok(())
    }

    /// What was seen of these requests.
    fn round(&mut self, variant: Variant, requests: &[Arc<Request>]) -> Round<H> {
        let mut round = Round {
            exchanges: Vec::new(),
            how: Vec::new(),
            unanswered: Vec::new(),
            reason: None,
        };
        for request in requests {
            let key = self.key(variant, request);
            // Equal requests are one, so that they can be told apart by their address.
            let request = Arc::clone(self.interner.request(key.1));
            match self.answers[&key].clone() {
                Ok(Shown { observation, how }) => {
                    round.exchanges.push(Exchange {
                        request,
                        observation,
                    });
                    round.how.push(how);
                }
                Err(reason) => {
                    round.unanswered.push(request);
                    round.reason.get_or_insert(reason);
                }
            }
        }
        round
    }

    fn key(&mut self, variant: Variant, request: &Arc<Request>) -> (Variant, usize) {
        // What has no mutants is asked once, and its answer serves all variants.
        let variant = if request.program.has_variants() {
            variant
        } else {
            Variant::Original
        };
        (variant, self.interner.number(request))
    }
}
