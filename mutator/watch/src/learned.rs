//! The learned set as the runtime loads it: lines of text.

use std::collections::BTreeMap;
use std::fmt;

use crate::{At, Claim, Order, Scalar};

/// The first line.
const HEADER: &str = "killrate invariants 2";

/// What the runtime does when a claim does not hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnAlarm {
    /// Ends the program.
    Stop,
    /// Goes on, and tells of every claim once.
    GoOn,
    /// Goes on to the end, and checks nothing any more.
    StopChecking,
}

impl OnAlarm {
    const ALL: [Self; 3] = [Self::Stop, Self::GoOn, Self::StopChecking];

    fn name(self) -> &'static str {
        match self {
            Self::Stop => "stop",
            Self::GoOn => "go-on",
            Self::StopChecking => "stop-checking",
        }
    }
}

/// Claims by function and place.
#[derive(Debug, Clone, PartialEq)]
pub struct Learned {
    /// What to do at an alarm.
    pub on_alarm: OnAlarm,
    /// The claims of every function.
    pub functions: BTreeMap<String, Vec<LearnedClaim>>,
}

/// A claim by the names of its columns, which a function's first call resolves.
#[derive(Debug, Clone, PartialEq)]
pub struct LearnedClaim {
    /// The stable id of the invariant.
    pub id: String,
    /// Where it is claimed.
    pub at: At,
    /// The claim; its columns and sequences are indices into `names`.
    pub claim: Claim,
    /// The names of the columns that it is about; of a sequence, that of its content.
    pub names: Vec<String>,
}

/// The line that cannot be read, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LearnedError {
    /// Its number.
    pub line: usize,
}

impl fmt::Display for LearnedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "line {} of the learned invariants cannot be read",
            self.line
        )
    }
}

impl std::error::Error for LearnedError {}

impl fmt::Display for Learned {
    /// Writes the set: a line per function, a line of fields apart by tabs per claim.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEADER}\n{}", self.on_alarm.name())?;
        for (function, claims) in &self.functions {
            writeln!(f, "function\t{function}")?;
            for learned in claims {
                let LearnedClaim { id, at, .. } = learned;
                let names = learned.names.join("|");
                let claim = fields_of(&learned.claim).join("\t");
                writeln!(f, "{at}\t{id}\t{names}\t{claim}")?;
            }
        }
        Ok(())
    }
}

impl Learned {
    /// Reads what `Display` writes.
    ///
    /// # Errors
    /// When a line is something else.
    pub fn parse(text: &str) -> Result<Self, LearnedError> {
        let mut lines = (1..).zip(text.lines());
        let error = |line| LearnedError { line };
        match lines.next() {
            Some((_, HEADER)) => {}
            _ => return Err(error(1)),
        }
        let (_, word) = lines.next().ok_or(error(2))?;
        let mut ways = OnAlarm::ALL.into_iter();
        let on_alarm = ways.find(|way| way.name() == word).ok_or(error(2))?;
        let mut functions: BTreeMap<String, Vec<LearnedClaim>> = BTreeMap::new();
        let mut claims: Option<&mut Vec<LearnedClaim>> = None;
        for (number, line) in lines {
            if let Some(name) = line.strip_prefix("function\t") {
                claims = Some(functions.entry(name.to_owned()).or_default());
                continue;
            }
            let learned = read_line(line).ok_or(error(number))?;
            claims.as_mut().ok_or(error(number))?.push(learned);
        }
        Ok(Self {
            on_alarm,
            functions,
        })
    }
}

fn read_line(line: &str) -> Option<LearnedClaim> {
    let mut fields = line.split('\t');
    let at = At::parse(fields.next()?)?;
    let id = fields.next()?.to_owned();
    let names: Vec<String> = fields.next()?.split('|').map(str::to_owned).collect();
    let rest: Vec<&str> = fields.collect();
    let claim = read_claim(&rest)?;
    let indices = [claim.columns(), claim.sequences()].concat();
    let is_known = indices.iter().all(|&index| index < names.len());
    is_known.then_some(LearnedClaim {
        id,
        at,
        claim,
        names,
    })
}

fn fields_of(claim: &Claim) -> Vec<String> {
    let mut fields = Vec::new();
    let mut put = |name: &str, values: &[&dyn fmt::Display]| {
        fields.push(name.to_owned());
        fields.extend(values.iter().map(|value| value.to_string()));
    };
    match claim {
        Claim::OneOf(column, values) => {
            put("one-of", &[column]);
            fields.extend(values.iter().map(Scalar::to_string));
        }
        Claim::AtLeast(column, bound) => put("at-least", &[column, bound]),
        Claim::AtMost(column, bound) => put("at-most", &[column, bound]),
        Claim::NonZero(column) => put("non-zero", &[column]),
        Claim::Ordered(left, order, right) => put("order", &[left, &order.operator(), right]),
        Claim::Near(left, right, [min, max]) => put("near", &[left, right, min, max]),
        Claim::Linear(terms, constant) => {
            put("linear", &[&exact(*constant)]);
            for (column, weight) in terms {
                fields.extend([column.to_string(), exact(*weight)]);
            }
        }
        Claim::Ratio(left, right, low, high) => {
            put("ratio", &[left, right, &exact(*low), &exact(*high)]);
        }
        Claim::Monotone(left, right, steps) => {
            put("monotone", &[left, right]);
            for (at, below, above) in steps {
                fields.extend([exact(*at), exact(*below), exact(*above)]);
            }
        }
        Claim::Member(column, sequence) => put("member", &[column, sequence]),
        Claim::Subset(left, right) => put("subset", &[left, right]),
        Claim::Elementwise(left, order, right) => {
            put("elementwise", &[left, &order.operator(), right]);
        }
    }
    fields
}

/// The shortest text that is read as the same float.
fn exact(number: f64) -> String {
    format!("{number:?}")
}

fn read_claim(fields: &[&str]) -> Option<Claim> {
    let (name, fields) = fields.split_first()?;
    let index = |place: usize| fields.get(place)?.parse::<usize>().ok();
    let float = |place: usize| fields.get(place)?.parse::<f64>().ok();
    let scalar = |place: usize| Scalar::parse(fields.get(place)?);
    let order = |place: usize| {
        let operator = fields.get(place)?;
        Order::ALL
            .into_iter()
            .find(|order| order.operator() == *operator)
    };
    Some(match *name {
        "one-of" => {
            let values = fields.get(1..)?.iter().map(|field| Scalar::parse(field));
            Claim::OneOf(index(0)?, values.collect::<Option<_>>()?)
        }
        "at-least" => Claim::AtLeast(index(0)?, scalar(1)?),
        "at-most" => Claim::AtMost(index(0)?, scalar(1)?),
        "non-zero" => Claim::NonZero(index(0)?),
        "order" => Claim::Ordered(index(0)?, order(1)?, index(2)?),
        "near" => Claim::Near(index(0)?, index(1)?, [index(2)?, index(3)?]),
        "linear" => {
            let n_terms = fields.len() / 2;
            let term = |place: usize| Some((index(2 * place + 1)?, float(2 * place + 2)?));
            Claim::Linear((0..n_terms).map(term).collect::<Option<_>>()?, float(0)?)
        }
        "ratio" => Claim::Ratio(index(0)?, index(1)?, float(2)?, float(3)?),
        "monotone" => {
            let n_steps = (fields.len().checked_sub(2)?) / 3;
            let step = |place: usize| {
                let first = 3 * place + 2;
                Some((float(first)?, float(first + 1)?, float(first + 2)?))
            };
            let steps = (0..n_steps).map(step).collect::<Option<_>>()?;
            Claim::Monotone(index(0)?, index(1)?, steps)
        }
        "member" => Claim::Member(index(0)?, index(1)?),
        "subset" => Claim::Subset(index(0)?, index(1)?),
        "elementwise" => Claim::Elementwise(index(0)?, order(1)?, index(2)?),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all_claims() -> Vec<Claim> {
        vec![
            Claim::OneOf(0, vec![Scalar::Int(-1), Scalar::Float(0.5)]),
            Claim::AtLeast(0, Scalar::Float(0.1)),
            Claim::AtMost(0, Scalar::Int(i128::MAX)),
            Claim::NonZero(0),
            Claim::Ordered(0, Order::Unequal, 1),
            Claim::Near(0, 1, [1, 0]),
            Claim::Linear(vec![(0, 2.0), (1, -1.0 / 3.0)], 1.0),
            Claim::Ratio(0, 1, 0.1, f64::INFINITY),
            Claim::Monotone(0, 1, vec![(1.0, 2.0, 3.0), (4.0, 5.0, f64::NEG_INFINITY)]),
            Claim::Member(0, 1),
            Claim::Subset(0, 1),
            Claim::Elementwise(0, Order::AtMost, 1),
        ]
    }

    #[test]
    fn a_set_is_read_as_it_was_written() {
        let claims = all_claims()
            .into_iter()
            .enumerate()
            .map(|(number, claim)| LearnedClaim {
                id: format!("f/{number}"),
                at: match number {
                    0 => At::Enter,
                    1 => At::OneExit { exit: 2, of: 3 },
                    _ => At::Exit,
                },
                claim,
                names: vec!["x[].content".to_owned(), "orig(x)".to_owned()],
            });
        let learned = Learned {
            on_alarm: OnAlarm::StopChecking,
            functions: [("src/main.rs::f".to_owned(), claims.collect())].into(),
        };
        assert_eq!(Learned::parse(&learned.to_string()), Ok(learned));
    }

    #[test]
    fn a_line_that_is_no_claim_is_named() {
        let check = |text: &str, line| {
            assert_eq!(Learned::parse(text), Err(LearnedError { line }), "{text}");
        };
        check("", 1);
        check("killrate invariants 1\nstop", 1);
        check("killrate invariants 2", 2);
        let start = "killrate invariants 2\nstop\n";
        check(&format!("{start}enter\tid\tx\tnon-zero\t0"), 3);
        for line in [
            "leave\tid\tx\tnon-zero\t0",
            "exit 1\tid\tx\tnon-zero\t0",
            "enter\tid\tx\tnon-zero\t1",
            "enter\tid\tx\tnon-zero",
            "enter\tid\tx\tgreat\t0",
            "enter\tid\tx\tone-of",
            "enter",
        ] {
            check(&format!("{start}function\tf\n{line}"), 4);
        }
    }
}
