//! Data files of every format, changed by every transform, and outputs, compared by every relation.
#![no_main]

use std::sync::LazyLock;

use killrate_model::{
    Blob, Exit, FormatName, InputName, InputSpec, Interface, Observation, OutputName, OutputSpec,
    Request,
};
use killrate_properties::{
    Extraction, FormatInfo, Property, extractors, formats, relations, transforms,
};
use libfuzzer_sys::fuzz_target;

static CHANGES: LazyLock<Vec<Property>> = LazyLock::new(|| {
    let calls = transforms().iter().map(|info| info.example.call);
    calls
        .map(|call| parse(&format!("if {call} then equal(output)")))
        .collect()
});

static COMPARISONS: LazyLock<Vec<Property>> = LazyLock::new(|| {
    let calls = relations().iter().map(|info| info.example);
    calls
        .map(|call| parse(&format!("if permute(input) then {call}")))
        .chain([
            parse("if negate(input) then inside(output, 0..1)"),
            parse("if transpose(input) then equal(plus(output, other))"),
        ])
        .collect()
});

static EXTRACTIONS: LazyLock<Vec<Extraction>> = LazyLock::new(|| {
    let calls = extractors().iter().map(|info| info.example.call);
    calls
        .map(|call| Extraction::parse(call).expect("examples are right"))
        .collect()
});

/// What the examples of transforms call their inputs.
const NAMES: [&str; 2] = ["input", "other"];

fn parse(text: &str) -> Property {
    Property::parse(text).expect("examples are right")
}

fn interface(format: &FormatInfo, label: bool) -> Interface {
    let name = FormatName(format.name.to_owned());
    let input = InputSpec {
        format: name.clone(),
        label: label.then(|| "last".to_owned()),
    };
    Interface {
        arguments: Vec::new(),
        inputs: NAMES
            .map(|name| (InputName::new(name).expect("a name"), input.clone()))
            .into(),
        numbers: [].into(),
        outputs: [(
            OutputName::new("output").expect("a name"),
            OutputSpec::of_format(name),
        )]
        .into(),
    }
}

fn observation(content: &[u8]) -> Observation {
    Observation {
        exit: Exit::Exited { code: 0 },
        outputs: [(
            OutputName::new("output").expect("a name"),
            Blob::new(content),
        )]
        .into(),
        stdout: Blob::new(content),
        stderr: Blob::new([]),
        fuel: None,
        reach: None,
        checks: None,
    }
}

// The first byte chooses the format, the second one of the changes and of the comparisons.
fuzz_target!(|bytes: &[u8]| {
    let [choice, which, content @ ..] = bytes else {
        return;
    };
    let choice = usize::from(*choice);
    let which = usize::from(*which);
    let known = formats();
    let interface = interface(known[choice / 2 % known.len()], choice % 2 == 1);
    let half = content.len() / 2;
    let (one, other) = content.split_at(half);
    // A transform that takes another input gets the second half of the file, or the same file.
    let second = if which % 2 == 0 { other } else { content };
    let contents = [content, second];
    let inputs = NAMES.into_iter().zip(contents);
    let source = Request {
        inputs: inputs
            .map(|(name, content)| (InputName::new(name).expect("a name"), Blob::new(content)))
            .collect(),
        ..Request::default()
    };
    let change = &CHANGES[which % CHANGES.len()];
    if change.check(&interface).is_ok() {
        let _ = change.follow_up(&interface, &source, 1);
    }
    let comparison = &COMPARISONS[which % COMPARISONS.len()];
    if comparison.check(&interface).is_ok() {
        comparison.judge(
            &interface,
            &source.inputs,
            &observation(one),
            &observation(other),
        );
        comparison.judge(
            &interface,
            &source.inputs,
            &observation(content),
            &observation(content),
        );
    }
    let _ = EXTRACTIONS[which % EXTRACTIONS.len()].extract(content);
});
