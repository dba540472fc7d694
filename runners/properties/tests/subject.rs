//! Properties on a subject like C4.5: training and test tables in, a tree and predictions out.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::BTreeMap;

use killrate_model::{
    Blob, Cause, Evidence, Exit, FormatName, InputName, InputSpec, Interface, Limit, Observation,
    OutputName, OutputSpec, Reason, Request, Verdict,
};
use killrate_properties::{FollowUp, Property};

const TRAIN: &str = "length,colour,width,class\n4.9,red,0.2,a\n1.1,blue,?,b\n0.30,red,1.5,a\n";
const TEST: &str = "length,colour,width,class\r\n5,red,0.10,a\r\n-1,blue,3,b";
const MODEL: &str = "width <= 0.8: a (2)\nwidth > 0.8\n|   length <= 1.1: b (1)\n";
const PREDICTIONS: &str = "a\nb\n";

fn interface() -> Interface {
    let table = InputSpec {
        format: FormatName("csv".to_owned()),
        label: Some("last".to_owned()),
    };
    let output = |format: &str| OutputSpec::of_format(FormatName(format.to_owned()));
    Interface {
        arguments: ["--cutoff", "2", "--mode=fast", "{train}", "{test}"]
            .map(str::to_owned)
            .into(),
        inputs: ["test", "train"]
            .map(|name| (InputName::new(name).unwrap(), table.clone()))
            .into(),
        numbers: [].into(),
        outputs: [
            (OutputName::new("model").unwrap(), output("tree")),
            (OutputName::new("predictions").unwrap(), output("labels")),
        ]
        .into(),
    }
}

fn source(train: &str, test: &str) -> Request {
    let inputs = [("train", train), ("test", test)];
    Request {
        arguments: interface().arguments,
        inputs: inputs
            .map(|(name, text)| (InputName::new(name).unwrap(), Blob::new(text.as_bytes())))
            .into(),
        outputs: interface().outputs.into_keys().collect(),
        seed: None,
        ..Request::default()
    }
}

fn observation(outputs: &[(&str, &str)]) -> Observation {
    let outputs: BTreeMap<OutputName, Blob> = outputs
        .iter()
        .map(|(name, text)| (OutputName::new(*name).unwrap(), Blob::new(text.as_bytes())))
        .collect();
    Observation {
        exit: Exit::Exited { code: 0 },
        outputs,
        stdout: Blob::new(*b"done\n"),
        stderr: Blob::new(*b""),
        fuel: None,
        reach: None,
        checks: None,
    }
}

fn parse(text: &str) -> Property {
    Property::parse(text).unwrap_or_else(|error| panic!("{error}"))
}

/// Checks the training and test data of the follow-up.
#[track_caller]
fn check_follow_up(property: &str, train: &str, test: &str) {
    let source = source(TRAIN, TEST);
    let follow_up = parse(property).follow_up(&interface(), &source, 1).unwrap();
    let FollowUp::Request(request) = follow_up else {
        panic!("{follow_up:?}");
    };
    let input = |name| request.inputs[&InputName::new(name).unwrap()].to_text();
    assert_eq!(input("train"), train);
    assert_eq!(input("test"), test);
    assert_eq!(
        (request.arguments, request.outputs),
        (source.arguments, source.outputs)
    );
}

#[track_caller]
fn check_not_applicable(property: &str, train: &str, reason: &str) {
    let expected = FollowUp::NotApplicable {
        reason: reason.to_owned(),
    };
    check_none(property, train, expected);
}

#[track_caller]
fn check_unchanged(property: &str, train: &str, reason: &str) {
    let expected = FollowUp::Unchanged {
        reason: reason.to_owned(),
    };
    check_none(property, train, expected);
}

#[track_caller]
fn check_none(property: &str, train: &str, expected: FollowUp) {
    let follow_up = parse(property).follow_up(&interface(), &source(train, TEST), 1);
    assert_eq!(follow_up, Ok(expected));
}

#[track_caller]
fn check_error(property: &str, train: &str, messages: &[&str]) {
    let property = parse(property);
    let error = property
        .follow_up(&interface(), &source(train, TEST), 1)
        .unwrap_err();
    let cause = std::error::Error::source(&error).map(ToString::to_string);
    let chain: Vec<String> = [error.to_string()].into_iter().chain(cause).collect();
    assert_eq!(chain, messages);
}

#[track_caller]
fn check_unfit(property: &str, message: &str) {
    let error = parse(property).check(&interface()).unwrap_err();
    assert_eq!(error.to_string(), message);
}

#[track_caller]
fn check_verdict(property: &str, model: &str, predictions: &str, verdict: &Verdict) {
    let property = parse(property);
    assert_eq!(property.check(&interface()), Ok(()));
    let source = observation(&[("model", MODEL), ("predictions", PREDICTIONS)]);
    let follow_up = observation(&[("model", model), ("predictions", predictions)]);
    assert_eq!(
        &property.judge(&interface(), &BTreeMap::new(), &source, &follow_up),
        verdict
    );
}

fn violated(detail: &str) -> Verdict {
    Verdict::Violated(Evidence {
        cause: Cause::RelationBroken,
        detail: detail.to_owned(),
    })
}

fn unusable(detail: &str) -> Verdict {
    Verdict::Inconclusive(Reason::UnusableOutput {
        detail: detail.to_owned(),
    })
}

#[test]
fn permute_moves_whole_rows_below_the_header() {
    check_follow_up(
        "permute: if permute(train) then equal(predictions)",
        "length,colour,width,class\n1.1,blue,?,b\n0.30,red,1.5,a\n4.9,red,0.2,a\n",
        TEST,
    );
}

#[test]
fn multiply_changes_numbers_in_both_tables_and_leaves_names_labels_and_gaps() {
    check_follow_up(
        "multiply: if multiply(train, 10) and multiply(test, 10) then equal(predictions)",
        "length,colour,width,class\n49,red,2,a\n11,blue,?,b\n3,red,15,a\n",
        "length,colour,width,class\r\n50,red,1,a\r\n-10,blue,30,b",
    );
}

#[test]
fn add_keeps_decimals() {
    check_follow_up(
        "add: if add(train, 10) and add(test, 10) then equal(predictions)",
        "length,colour,width,class\n14.9,red,10.2,a\n11.1,blue,?,b\n10.30,red,11.5,a\n",
        "length,colour,width,class\r\n15,red,10.10,a\r\n9,blue,13,b",
    );
}

#[test]
fn negate_changes_signs() {
    check_follow_up(
        "negate: if negate(train) and negate(test) then equal(predictions)",
        "length,colour,width,class\n-4.9,red,-0.2,a\n-1.1,blue,?,b\n-0.30,red,-1.5,a\n",
        "length,colour,width,class\r\n-5,red,-0.10,a\r\n1,blue,-3,b",
    );
}

#[test]
fn scopes_limit_a_transform_to_columns_rows_and_classes() {
    check_follow_up(
        "if add(train, 1, columns length, rows 2..3) and negate(test, class b) then equal(model)",
        "length,colour,width,class\n4.9,red,0.2,a\n2.1,blue,?,b\n1.30,red,1.5,a\n",
        "length,colour,width,class\r\n5,red,0.10,a\r\n1,blue,-3,b",
    );
}

#[test]
fn rows_are_removed_and_repeated_with_their_line_ends() {
    check_follow_up(
        "if remove(train, class a) and duplicate(test) then equal(model)",
        "length,colour,width,class\n1.1,blue,?,b\n",
        "length,colour,width,class\r\n5,red,0.10,a\r\n5,red,0.10,a\r\n-1,blue,3,b\r\n-1,blue,3,b",
    );
}

#[test]
fn transforms_follow_each_other() {
    check_follow_up(
        "if reverse(multiply(train, 2)) and add(train, 1, rows 1) then equal(model)",
        "length,colour,width,class\n1.6,red,4,a\n2.2,blue,?,b\n9.8,red,0.4,a\n",
        TEST,
    );
}

#[test]
fn a_column_that_is_nominal_in_one_table_is_left_alone_in_the_other() {
    let train = "code,size,class\n1,1,a\nx,2,b\n";
    let test = "code,size,class\n1,5,a\n2,6,b\n";
    let property = parse("if add(train, 1) and add(test, 1) then equal(predictions)");
    let follow_up = property.follow_up(&interface(), &source(train, test), 0);
    let Ok(FollowUp::Request(request)) = follow_up else {
        panic!("{follow_up:?}");
    };
    assert_eq!(
        request.inputs[&InputName::new("test").unwrap()].to_text(),
        "code,size,class\n1,6,a\n2,7,b\n"
    );
}

#[test]
fn two_properties_with_the_same_transform_ask_for_the_same_execution() {
    let request = |text| parse(text).follow_up(&interface(), &source(TRAIN, TEST), 7);
    assert_eq!(
        request("permute: if permute(train) then equal(predictions)"),
        request("permute-model: if permute(train) then equal(model)")
    );
}

#[test]
fn every_seed_gives_another_order_than_the_source() {
    let property = parse("if permute(train) then equal(model)");
    let two_rows = source("x,class\n1,a\n2,b\n", TEST);
    let many_rows = source("x,class\n1,a\n1,a\n1,a\n1,a\n1,b\n", TEST);
    for seed in 0..50 {
        for source in [&two_rows, &many_rows] {
            let follow_up = property.follow_up(&interface(), source, seed).unwrap();
            assert!(matches!(follow_up, FollowUp::Request(_)), "{follow_up:?}");
        }
    }
}

#[test]
fn options_change_the_arguments_of_the_follow_up() {
    let property = parse("if with cutoff=3, mode=slow, seed=9 then equal(model)");
    let source = source(TRAIN, TEST);
    let Ok(FollowUp::Request(request)) = property.follow_up(&interface(), &source, 0) else {
        panic!("the options change the request");
    };
    let arguments = ["--cutoff", "3", "--mode=slow", "{train}", "{test}"];
    assert_eq!(request.arguments, arguments);
    assert_eq!(request.seed, Some(9));
    assert_eq!(request.inputs, source.inputs);
}

#[test]
fn a_follow_up_equal_to_its_source_is_not_applicable() {
    check_unchanged(
        "if permute(train) then equal(model)",
        "x,class\n1,a\n1,a\n",
        "`permute(train)`: it leaves all rows as they are",
    );
    check_unchanged(
        "if add(train, 1) then equal(model)",
        "colour,class\nred,a\n?,b\n",
        "`add(train, 1)`: it finds no number to change",
    );
    check_unchanged(
        "if reverse(reverse(train)) then equal(model)",
        TRAIN,
        "the follow-up equals its source",
    );
    check_unchanged(
        "if with cutoff=2 then equal(model)",
        TRAIN,
        "the follow-up equals its source",
    );
}

#[test]
fn what_the_data_do_not_allow_is_not_applicable() {
    check_not_applicable(
        "if negate(train, rows 2..9) then equal(model)",
        TRAIN,
        "`negate(train, rows 2..9)`: there are 3 rows, not rows 2..9",
    );
    check_not_applicable(
        "if negate(train, columns colour) then equal(model)",
        TRAIN,
        "`negate(train, columns colour)`: column `colour` is not numeric",
    );
    check_not_applicable(
        "if remove(train, class c) then equal(model)",
        TRAIN,
        "`remove(train, class c)`: there is no row of class `c`",
    );
    check_not_applicable(
        "if remove(train, 3) then equal(model)",
        TRAIN,
        "`remove(train, 3)`: no row would be left",
    );
    check_not_applicable(
        "if remove(train, 4) then equal(model)",
        TRAIN,
        "`remove(train, 4)`: there are 3 rows to choose from, not 4",
    );
    check_not_applicable(
        "if multiply(train, 10) then equal(model)",
        "x,class\n1e308,a\n",
        "`multiply(train, 10)`: `1e308` would go out of range",
    );
}

#[test]
fn bytes_are_permuted_in_hexadecimal_values_only() {
    check_not_applicable(
        "if permute-bytes(train, columns colour) then equal(model)",
        TRAIN,
        "`permute-bytes(train, columns colour)`: `red` is not bytes in hexadecimal",
    );
    check_unchanged(
        "if permute-bytes(train, columns payload) then equal(model)",
        "payload,class\n0a,a\n7f7f,b\n",
        "`permute-bytes(train, columns payload)`: it finds no text to change",
    );
}

#[test]
fn given_rows_come_last_and_can_be_calculated_with() {
    check_follow_up(
        "if multiply(insert(train, \"7,red,?,b\"), 10) and insert(test, \"7,red,1,b\" \"8,red,2,a\") then equal(model)",
        "length,colour,width,class\n49,red,2,a\n11,blue,?,b\n3,red,15,a\n70,red,?,b\n",
        "length,colour,width,class\r\n5,red,0.10,a\r\n-1,blue,3,b\r\n7,red,1,b\r\n8,red,2,a",
    );
    check_not_applicable(
        "if insert(train, \"7,red\") then equal(model)",
        TRAIN,
        "`insert(train, \"7,red\")`: it is no row of this `csv` file: line 5: 2 fields where the header has 4",
    );
    check_not_applicable(
        "if insert(train, \"1,a,2,b\n3,c,4,d\") then equal(model)",
        TRAIN,
        "`insert(train, \"1,a,2,b\n3,c,4,d\")`: it is no row of this `csv` file: it would be read as something else",
    );
}

#[test]
fn the_rows_of_another_input_come_as_they_are_then() {
    check_follow_up(
        "if multiply(test, 10) and compose(train, test) then equal(model)",
        "length,colour,width,class\n4.9,red,0.2,a\n1.1,blue,?,b\n0.30,red,1.5,a\n50,red,1,a\n-10,blue,30,b\n",
        "length,colour,width,class\r\n50,red,1,a\r\n-10,blue,30,b",
    );
    check_not_applicable(
        "if compose(train, test) then equal(model)",
        "length,class\n1,a\n",
        "`compose(train, test)`: they are no rows of this `csv` file: line 3: 4 fields where the header has 2",
    );
    check_unfit(
        "if compose(train, tset) then equal(model)",
        "there is no input `tset`; the nearest name is `test`",
    );
}

#[test]
fn drawn_rows_are_made_of_values_of_their_columns() {
    let train = "n,colour,class\n1,\"x, y\",a\n2,\"z\",b\n3,red,a\n4,blue,b\n";
    let property = parse("if insert(train, 50, columns n colour class) then equal(model)");
    let follow_up = |property: &Property, seed| {
        let request = property.follow_up(&interface(), &source(train, TEST), seed);
        let Ok(FollowUp::Request(request)) = request else {
            panic!("{request:?}");
        };
        request.inputs[&InputName::new("train").unwrap()]
            .to_text()
            .into_owned()
    };
    let text = follow_up(&property, 1);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 55);
    assert_eq!(lines[..5], train.lines().collect::<Vec<_>>());
    for line in &lines[5..] {
        let (number, rest) = line.split_once(',').unwrap();
        let (colour, class) = rest.rsplit_once(',').unwrap();
        assert!(["1", "2", "3", "4"].contains(&number), "{line}");
        assert!(
            ["\"x, y\"", "\"z\"", "red", "blue"].contains(&colour),
            "{line}"
        );
        assert!(["a", "b"].contains(&class), "{line}");
    }
    // New combinations, not copies of rows; the same for the same seed.
    assert!(lines[5..].iter().any(|line| !lines[..5].contains(line)));
    assert_eq!(text, follow_up(&property, 1));
    assert_ne!(text, follow_up(&property, 2));
    // A label stays with the row that the new one is like, and a class is drawn from its own rows.
    let property = parse("if insert(train, 50, class a) then equal(model)");
    let text = follow_up(&property, 1);
    for line in text.lines().skip(5) {
        let (number, _) = line.split_once(',').unwrap();
        assert!(
            ["1", "3"].contains(&number) && line.ends_with(",a"),
            "{line}"
        );
    }
    check_not_applicable(
        "if insert(train, 3) then equal(model)",
        "length,class\n",
        "`insert(train, 3)`: there is no row to draw values from",
    );
    check_not_applicable(
        "if insert(train, 1000001) then equal(model)",
        TRAIN,
        "`insert(train, 1000001)`: at most 1000000 rows can be inserted",
    );
}

/// What a property makes of a file of this format, the only input.
fn changed(format: &str, property: &str, content: &[u8]) -> Result<Vec<u8>, String> {
    let name = InputName::new("data").unwrap();
    let mut interface = interface();
    let spec = InputSpec {
        format: FormatName(format.to_owned()),
        label: None,
    };
    interface.inputs = [(name.clone(), spec)].into();
    let mut request = source("", "");
    request.inputs = [(name.clone(), Blob::new(content))].into();
    match parse(property).follow_up(&interface, &request, 1) {
        Ok(FollowUp::Request(request)) => Ok(request.inputs[&name].bytes().to_vec()),
        Ok(FollowUp::Unchanged { reason } | FollowUp::NotApplicable { reason }) => Err(reason),
        Err(error) => Err(error.to_string()),
    }
}

#[track_caller]
fn check_bytes(call: &str, content: &[u8], expected: Result<&[u8], &str>) {
    let property = format!("if {call} then equal(model)");
    let changed = changed("bytes", &property, content);
    let expected = expected.map(<[u8]>::to_vec).map_err(str::to_owned);
    assert_eq!(changed, expected);
}

#[test]
fn bytes_are_rows_and_numbers() {
    check_bytes("reverse(data)", b"\x00\xff\n", Ok(b"\n\xff\x00"));
    check_bytes("remove(data, rows 1..2)", b"\x00\xff\n", Ok(b"\n"));
    check_bytes("duplicate(data, rows 2)", b"\x00\xff", Ok(b"\x00\xff\xff"));
    check_bytes("repeat(data)", b"\x00\xff", Ok(b"\x00\xff\x00\xff"));
    check_bytes("insert(data, \"7\" \"8\")", b"\xff", Ok(b"\xff\x07\x08"));
    check_bytes(
        "add(data, 1, rows 2..)",
        b"\xff\x00\x09",
        Ok(b"\xff\x01\x0a"),
    );
    check_bytes(
        "add(negate(data), 255)",
        b"\xff\x00\x09",
        Ok(b"\x00\xff\xf6"),
    );
    check_bytes(
        "add(data, 1)",
        b"\xff\x00",
        Err("`data`: `256` is no byte; bytes are 0 to 255"),
    );
    check_bytes(
        "permute(data)",
        b"",
        Err("`permute(data)`: no row would be left"),
    );
    let mut permuted = changed(
        "bytes",
        "if permute(data) then equal(model)",
        b"\x00\xff\x80\n\r",
    )
    .unwrap();
    assert_ne!(permuted, b"\x00\xff\x80\n\r");
    permuted.sort_unstable();
    assert_eq!(permuted, b"\x00\n\r\x80\xff");
}

#[test]
fn packets_are_rows_with_a_time() {
    let header = b"\xa1\xb2\xc3\xd4\0\x02\0\x04\0\0\0\0\0\0\0\0\0\0\xff\xff\0\0\0\x01";
    let first = b"\0\0\0\x05\0\0\0\x01\0\0\0\x02\0\0\0\x02\xca\xfe";
    let second = b"\0\0\0\x07\0\x07\xa1\x20\0\0\0\x01\0\0\0\x40\x0a";
    let file = [&header[..], first, second].concat();
    let changed = |call: &str| changed("pcap", &format!("if {call} then equal(model)"), &file);
    assert_eq!(
        changed("reverse(data)"),
        Ok([&header[..], second, first].concat())
    );
    assert_eq!(
        changed("permute(data)"),
        Ok([&header[..], second, first].concat())
    );
    assert_eq!(
        changed("remove(data, rows 1)"),
        Ok([&header[..], second].concat())
    );
    let doubled = [&header[..], first, second, second].concat();
    assert_eq!(changed("duplicate(data, rows 2)"), Ok(doubled));
    // 5.000001 + 3.5 and 7.500000 + 3.5 seconds.
    let half = changed("add(data, 3.5)").unwrap();
    assert_eq!(half[24..32], [0, 0, 0, 8, 0, 0x07, 0xa1, 0x21]);
    assert_eq!(half[42..50], [0, 0, 0, 11, 0, 0, 0, 0]);
    let swapped = changed("permute-bytes(data, columns packet)").unwrap();
    assert_eq!(swapped[40..42], [0xfe, 0xca]);
    let longer = changed("replace(data, cafe, cafe00)").unwrap();
    assert_eq!(longer[32..43], [0, 0, 0, 3, 0, 0, 0, 3, 0xca, 0xfe, 0]);
    assert_eq!(
        changed("negate(data)"),
        Err("`data`: `-5.000001` is no time that a packet can have".to_owned())
    );
    assert_eq!(
        changed("replace(data, cafe, caf)"),
        Err("`data`: a packet would not be bytes in hexadecimal".to_owned())
    );
}

#[test]
fn a_replacement_changes_values_and_never_the_table() {
    check_follow_up(
        "if replace(train, red, \"dark red\") and replace(test, a, A, columns class) then equal(model)",
        "length,colour,width,class\n4.9,dark red,0.2,a\n1.1,blue,?,b\n0.30,dark red,1.5,a\n",
        "length,colour,width,class\r\n5,red,0.10,A\r\n-1,blue,3,b",
    );
    check_not_applicable(
        "if replace(train, red, \"red,dark\") then equal(model)",
        TRAIN,
        "`train` would no longer be read as `csv`",
    );
    check_not_applicable(
        "if replace(train, red, \"red,0,a\\\\n1,red\") then equal(model)",
        TRAIN,
        "`train` would no longer be read as `csv`",
    );
    check_unchanged(
        "if replace(train, green, blue) then equal(model)",
        TRAIN,
        "`replace(train, \"green\", \"blue\")`: it finds no text to change",
    );
}

#[test]
fn input_that_cannot_be_read_is_an_error_with_its_line() {
    check_error(
        "if permute(train) then equal(model)",
        "a,class\n1\n",
        &[
            "cannot read `train` as `csv`",
            "line 2: 1 field where the header has 2",
        ],
    );
    check_error(
        "if negate(train, columns lenght) then equal(model)",
        TRAIN,
        &["there is no column `lenght` in `train`; the nearest name is `length`"],
    );
}

#[test]
fn what_does_not_fit_the_subject_is_an_error_before_anything_runs() {
    check_unfit(
        "if permute(trian) then equal(model)",
        "there is no input `trian`; the nearest name is `train`",
    );
    check_unfit(
        "if permute(input) then equal(model)",
        "there is no input `input`; use one of `test`, `train`",
    );
    check_unfit(
        "if permute(train) then equal(prediction)",
        "there is no output `prediction`; the nearest name is `predictions`",
    );
    check_unfit(
        "if permute(train) then equal(output)",
        "there is no output `output`; use one of `model`, `predictions`, `stdout`",
    );
    check_unfit(
        "if permute(train) then equal(reverse(model))",
        "`reverse` cannot change `model`, whose format is `tree`; it can change `arff`, `bytes`, `csv`, `json-lines`, `labels`, `lines`, `pcap`, `query`, `sparse`, `words` and `xml`",
    );
    check_unfit(
        "if permute(train) with cutof=1 then equal(model)",
        "there is no option `cutof` with a value; the nearest name is `cutoff`",
    );
    check_unfit(
        "if with seed=x then equal(model)",
        "the seed `x` is not a number; write one such as `seed=7`",
    );
}

#[test]
fn an_unknown_format_or_one_that_does_not_fit_is_an_error() {
    let mut interface = interface();
    let model = interface.outputs.values_mut().next().unwrap();
    model.format = FormatName("byte".to_owned());
    let property = parse("if permute(train) then subset(model)");
    assert_eq!(
        property.check(&interface).unwrap_err().to_string(),
        "there is no format `byte` for `model`; the nearest name is `bytes`"
    );
    let model = interface.outputs.values_mut().next().unwrap();
    model.format = FormatName("bytes".to_owned());
    assert_eq!(
        property.check(&interface).unwrap_err().to_string(),
        "`subset` cannot compare `model`, whose format is `bytes`; it can compare `arff`, `csv`, `json-lines`, `labels`, `lines`, `matrix`, `query`, `sparse`, `tree`, `words` and `xml`"
    );
}

#[test]
fn content_of_a_format_that_nobody_knows_cannot_be_changed() {
    let mut interface = interface();
    let model = interface.outputs.values_mut().next().unwrap();
    model.format = FormatName("any".to_owned());
    let property = parse("if permute(train) then equal(negate(model))");
    assert_eq!(
        property.check(&interface).unwrap_err().to_string(),
        "`negate` cannot change `model`, whose format is not known; name it, if it is one of `arff`, `bytes`, `csv`, `json-lines`, `lines`, `matrix`, `pcap`, `sparse`, `tree`, `words` and `xml`"
    );
}

#[test]
fn input_and_output_stand_for_the_only_ones() {
    let mut interface = interface();
    interface.inputs.remove(&InputName::new("test").unwrap());
    interface.outputs.remove(&OutputName::new("model").unwrap());
    let property = parse("if permute (input) then equal (output)");
    assert_eq!(property.check(&interface), Ok(()));
    let source = source(TRAIN, TEST);
    assert_eq!(
        property.follow_up(&interface, &source, 3),
        parse("if permute(train) then equal(predictions)").follow_up(&interface, &source, 3)
    );
    let (a, b) = (
        observation(&[("predictions", "a\n")]),
        observation(&[("predictions", "b\n")]),
    );
    assert_eq!(
        property.judge(&interface, &BTreeMap::new(), &a, &a),
        Verdict::Satisfied
    );
    assert_eq!(
        property.judge(&interface, &BTreeMap::new(), &a, &b),
        violated("predictions line 1: `a` became `b` (1 of 1 lines differ)")
    );
    interface.outputs.clear();
    assert_eq!(
        property.judge(&interface, &BTreeMap::new(), &a, &b),
        Verdict::Satisfied
    );
}

#[test]
fn the_same_predictions_satisfy_and_others_violate() {
    let property = "permute: if permute(train) then equal(predictions)";
    check_verdict(property, "another: tree", PREDICTIONS, &Verdict::Satisfied);
    check_verdict(
        property,
        MODEL,
        "a\na\n",
        &violated("predictions line 2: `b` became `a` (1 of 2 lines differ)"),
    );
}

#[test]
fn thresholds_must_follow_and_leaf_counts_must_not() {
    let doubled = "width <= 1.6: a (2)\nwidth > 1.60\n|   length <= 2.2: b (1)\n";
    let property = "multiply-model: if multiply(train, 2) then equal(multiply(model, 2))";
    check_verdict(property, doubled, PREDICTIONS, &Verdict::Satisfied);
    check_verdict(
        property,
        MODEL,
        PREDICTIONS,
        &violated(
            "model line 1: `width <= 0.8: a (2)` instead of `width <= 1.6: a (2)` (3 of 3 lines differ)",
        ),
    );
    let counts_doubled = doubled.replace("(2)", "(4)");
    check_verdict(
        property,
        &counts_doubled,
        PREDICTIONS,
        &violated(
            "model line 1: `width <= 1.6: a (4)` instead of `width <= 1.6: a (2)` (1 of 3 lines differ)",
        ),
    );
}

#[test]
fn shifted_thresholds_may_be_off_by_the_tolerance() {
    let shifted = "width <= 1.8: a (2)\nwidth > 1.81\n|   length <= 2.1: b (1)\n";
    check_verdict(
        "if add(train, 1) then equal(add(model, 1)) within 0.01",
        shifted,
        PREDICTIONS,
        &Verdict::SatisfiedByTolerance,
    );
    check_verdict(
        "add-model: if add(train, 1) then equal(add(model, 1))",
        shifted,
        PREDICTIONS,
        &violated("model line 2: `width > 1.81` instead of `width > 1.8` (1 of 3 lines differ)"),
    );
}

#[test]
fn a_property_that_holds_only_by_its_tolerance_says_so() {
    let judge = |property: &str, model: &str| {
        let source = observation(&[("model", "x <= 1: a\n")]);
        let follow_up = observation(&[("model", model)]);
        parse(property)
            .judge(&interface(), &BTreeMap::new(), &source, &follow_up)
            .to_string()
    };
    let by_tolerance = "satisfied, but only thanks to a tolerance";
    for property in [
        "if permute(train) then close(model, 0.1)",
        "if permute(train) then equal(model) within 10%",
    ] {
        assert_eq!(judge(property, "x <= 1.1: a\n"), by_tolerance);
        assert_eq!(judge(property, "x <= 1: a\n"), "satisfied");
        assert_eq!(
            judge(property, "x <= 2: a\n"),
            "violated (relation-broken): model line 1: `x <= 1: a` became `x <= 2: a` (1 of 1 lines \
             differ)"
        );
    }
    let exact = "if permute(train) then equal(model)";
    assert_eq!(judge(exact, "x <= 1: a\n"), "satisfied");
}

#[test]
fn all_relations_must_hold_and_the_first_broken_one_is_the_evidence() {
    check_verdict(
        "if permute(train) then class-totals(predictions) and equal(predictions) and equal(model)",
        "x: a",
        "b\na\n",
        &violated("predictions line 1: `a` became `b` (2 of 2 lines differ)"),
    );
}

#[test]
fn a_broken_relation_outweighs_an_output_that_cannot_be_read() {
    let property = "if permute(train) then equal(model) and equal(predictions)";
    check_verdict(
        property,
        "",
        "a\na\n",
        &violated("predictions line 2: `b` became `a` (1 of 2 lines differ)"),
    );
    check_verdict(
        property,
        "",
        PREDICTIONS,
        &unusable("follow-up run: `model` line 1: there is no tree"),
    );
}

#[test]
fn an_output_that_is_missing_or_unreadable_allows_no_judgement() {
    let property = parse("if permute(train) then equal(predictions)");
    let good = observation(&[("predictions", "a\n")]);
    let judge = |source: &Observation, follow_up: &Observation| {
        property.judge(&interface(), &BTreeMap::new(), source, follow_up)
    };
    assert_eq!(
        judge(&observation(&[]), &good),
        unusable("source run: there is no output `predictions`")
    );
    assert_eq!(
        judge(&good, &observation(&[("predictions", "a\n\n")])),
        unusable("follow-up run: `predictions` line 2: there is no label")
    );
}

#[test]
fn a_run_that_did_not_end_normally_allows_no_judgement() {
    let property = parse("if permute(train) then equal(predictions)");
    let good = observation(&[("predictions", "a\n")]);
    let ended = |exit| Observation {
        exit,
        ..good.clone()
    };
    let abnormal = |detail: &str| {
        Verdict::Inconclusive(Reason::AbnormalEnd {
            detail: detail.to_owned(),
        })
    };
    let interface = interface();
    for (source, follow_up, detail) in [
        (
            Exit::Exited { code: 101 },
            Exit::OutOfFuel,
            "source run: panicked (exit code 101)",
        ),
        (
            Exit::Exited { code: 0 },
            Exit::OutOfFuel,
            "follow-up run: out of fuel",
        ),
        (
            Exit::Exited { code: 0 },
            Exit::Exceeded { limit: Limit::Wall },
            "follow-up run: over the limit on wall time",
        ),
    ] {
        assert_eq!(
            property.judge(
                &interface,
                &BTreeMap::new(),
                &ended(source),
                &ended(follow_up)
            ),
            abnormal(detail)
        );
    }
}

#[test]
fn evidence_is_one_line_of_bounded_length() {
    let long = format!("{}\u{1b}\t{}\n", "x".repeat(1000), "y".repeat(1000));
    let property = parse("if permute(train) then equal(predictions) and subset(predictions)");
    let (source, follow_up) = (
        observation(&[("predictions", "x\n")]),
        observation(&[("predictions", &long)]),
    );
    let verdict = property.judge(&interface(), &BTreeMap::new(), &source, &follow_up);
    let shown = "x".repeat(60);
    assert_eq!(
        verdict,
        violated(&format!(
            "predictions line 1: `x` became `{shown}…` (1 of 1 lines differ)"
        ))
    );
}

#[track_caller]
fn check_says_same(one: &str, other: &str, expected: bool) {
    let mut interface = interface();
    interface.inputs.remove(&InputName::new("test").unwrap());
    let says_same = parse(one).says_same(&parse(other), &interface);
    assert_eq!(says_same, expected, "{one} and {other}");
}

#[test]
fn properties_that_differ_in_names_alone_say_the_same() {
    let one = "one: if permute(train) then equal(predictions)";
    check_says_same(one, "if permute(train) then equal(predictions)", true);
    check_says_same(one, "two: if permute(input) then equal(predictions)", true);
    check_says_same(one, "one: if permute(train) then equal(model)", false);
    check_says_same(one, "one: if reverse(train) then equal(predictions)", false);
}
