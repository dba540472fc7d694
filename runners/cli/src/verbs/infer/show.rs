//! How relations are listed.

use killrate_inference::{Inference, Inferred};
use serde_json::json;

use crate::csv::cell;

/// The widest a column of relations gets; a longer relation stands out.
const WIDEST: usize = 56;

/// What a function is called in relations: the last part of a path.
pub(super) fn short_name(name: &str) -> String {
    let name = name.split('(').next().unwrap_or(name);
    let name = name.rsplit("::").next().unwrap_or(name);
    let name = name.split_whitespace().next().unwrap_or(name);
    let name = name.rsplit('/').next().unwrap_or(name);
    name.to_owned()
}

/// The relations that are asked for.
fn shown(inference: &Inference, all: bool) -> impl Iterator<Item = &Inferred> {
    let relations = inference.relations.iter();
    relations.filter(move |inferred| all || !inferred.follows)
}

pub(super) fn text(name: &str, inference: &Inference, all: bool) -> String {
    let listed: Vec<&Inferred> = shown(inference, all).collect();
    let n_following = inference
        .relations
        .iter()
        .filter(|inferred| inferred.follows)
        .count();
    let mut text = format!(
        "{name}   {} maps, {} generators · {} relations",
        inference.n_maps,
        inference.n_generators,
        inference.relations.len() - n_following,
    );
    if n_following > 0 {
        text.push_str(&format!(", and {n_following} that follow from them"));
    }
    text.push('\n');
    let width = |text: &str| text.chars().count();
    let widest = |column: fn(&Inferred) -> String| {
        let widths = listed.iter().map(|inferred| width(&column(inferred)));
        widths.filter(|width| *width <= WIDEST).max().unwrap_or(0)
    };
    let claim: fn(&Inferred) -> String = |inferred| inferred.relation.text.clone();
    let domain: fn(&Inferred) -> String = |inferred| inferred.relation.domain.text();
    let (claims, domains) = (widest(claim), widest(domain));
    let padded = |text: String, to: usize| {
        let spaces = to.saturating_sub(width(&text));
        text + &" ".repeat(spaces)
    };
    let n_chosen = listed.iter().filter(|inferred| inferred.chosen).count();
    for inferred in &listed {
        text.push_str(&format!(
            "  {}   for {}",
            padded(claim(inferred), claims),
            padded(domain(inferred), domains),
        ));
        if let Some(catches) = inferred.catches {
            text.push_str(&format!("   catches {catches} of {}", inference.n_faults));
        }
        if inferred.relation.tolerance.factor > killrate_inference::Tolerance::LEAST {
            let factor = inferred.relation.tolerance.factor;
            text.push_str(&format!(", tolerance {factor:.0} units"));
        }
        if inferred.chosen {
            text.push_str(match n_chosen {
                1 => "   ← alone catches all that the others do",
                _ => "   ← in the smallest set that catches all that the others do",
            });
        }
        text = text.trim_end().to_owned() + "\n";
    }
    if listed.is_empty() {
        text.push_str(
            "  nothing holds beyond rounding; a wider domain or another function may have relations\n",
        );
    }
    text
}

pub(super) fn csv(inference: &Inference, all: bool) -> String {
    let mut csv =
        "text,class,domain,tolerance,n-points,n-defined,follows,catches,n-faults,chosen\n"
            .to_owned();
    for inferred in shown(inference, all) {
        let relation = &inferred.relation;
        let catches = inferred.catches.map_or_else(String::new, |n| n.to_string());
        csv.push_str(&format!(
            "{},{},{},{},{},{},{},{catches},{},{}\n",
            cell(&relation.text),
            serde_json::to_value(relation.class)
                .ok()
                .and_then(|class| class.as_str().map(str::to_owned))
                .unwrap_or_default(),
            cell(&relation.domain.text()),
            relation.tolerance.factor,
            relation.checks.n_points,
            relation.checks.n_defined,
            inferred.follows,
            inference.n_faults,
            inferred.chosen,
        ));
    }
    csv
}

pub(super) fn json(name: &str, inference: &Inference, all: bool) -> anyhow::Result<String> {
    let relations: Vec<_> = shown(inference, all)
        .map(|inferred| {
            let relation = &inferred.relation;
            let inputs: Vec<String> = (relation.inputs.iter())
                .map(|input| input.text(&relation.functions))
                .collect();
            json!({
                "text": relation.text,
                "class": relation.class,
                "inputs": inputs,
                "coefficients": relation.coefficients,
                "claim": relation.claim,
                "domain": { "text": relation.domain.text(), "ranges": relation.domain.ranges },
                "tolerance": relation.tolerance,
                "checks": relation.checks,
                "follows": inferred.follows,
                "catches": inferred.catches,
                "chosen": inferred.chosen,
                // All of it, for programs that check it.
                "relation": relation,
            })
        })
        .collect();
    let value = json!({
        "function": name,
        "n-maps": inference.n_maps,
        "n-generators": inference.n_generators,
        "n-faults": inference.n_faults,
        "relations": relations,
    });
    Ok(serde_json::to_string_pretty(&value)? + "\n")
}
