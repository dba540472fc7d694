//! Programs that read and write matrices, and the relations of their multiplication.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::BTreeMap;

use killrate_model::{
    Blob, Cause, Evidence, Exit, FormatName, InputName, InputSpec, Interface, Observation,
    OutputName, OutputSpec, Reason, Request, Verdict,
};
use killrate_properties::{FollowUp, Property, PropertyError};

/// A program that reads matrices `a` and `b` and a table `c`, and writes `product`.
fn interface() -> Interface {
    let spec = |format: &str| InputSpec {
        format: FormatName(format.to_owned()),
        label: None,
    };
    let inputs = [("a", "matrix"), ("b", "matrix"), ("c", "csv")];
    Interface {
        arguments: Vec::new(),
        inputs: inputs
            .map(|(name, format)| (InputName::new(name).unwrap(), spec(format)))
            .into(),
        numbers: [].into(),
        outputs: [(
            OutputName::new("product").unwrap(),
            OutputSpec::of_format(FormatName("matrix".to_owned())),
        )]
        .into(),
    }
}

/// A file of integers: its shape, then its entries.
fn matrix(lines: &str) -> String {
    let entries = lines.split(", ");
    let n_entries = entries.clone().skip(1).count();
    let mut lines: Vec<String> = entries.map(str::to_owned).collect();
    lines[0] = format!("{} {n_entries}", lines[0]);
    format!(
        "%%MatrixMarket matrix coordinate integer general\n{}\n",
        lines.join("\n")
    )
}

fn inputs(a: &str, b: &str) -> BTreeMap<InputName, Blob> {
    [
        ("a", matrix(a)),
        ("b", matrix(b)),
        ("c", "x\n1\n".to_owned()),
    ]
    .map(|(name, text)| (InputName::new(name).unwrap(), Blob::new(text.as_bytes())))
    .into()
}

fn printed(product: &str) -> Observation {
    Observation {
        exit: Exit::Exited { code: 0 },
        outputs: [(
            OutputName::new("product").unwrap(),
            Blob::new(product.as_bytes()),
        )]
        .into(),
        stdout: Blob::new([]),
        stderr: Blob::new([]),
        fuel: None,
        reach: None,
        checks: None,
    }
}

fn follow_up(property: &str, a: &str, b: &str) -> FollowUp {
    let source = Request {
        inputs: inputs(a, b),
        ..Request::default()
    };
    let property = Property::parse(property).unwrap();
    property.follow_up(&interface(), &source, 1).unwrap()
}

// [5 0 7]   [1 0]   [5 14]
// [0 3 0] · [0 4] = [0 12]
//           [0 2]
const A: &str = "2 3, 1 1 5, 1 3 7, 2 2 3";
const B: &str = "3 2, 1 1 1, 2 2 4, 3 2 2";
const PRODUCT: &str = "2 2, 1 1 5, 1 2 14, 2 2 12";

/// Checks what a property makes of `A` and `B`, and what it demands of the product.
#[track_caller]
fn check(property: &str, a: &str, b: &str, product: &str) {
    let FollowUp::Request(request) = follow_up(property, A, B) else {
        panic!("`{property}` applies");
    };
    assert_eq!(request.inputs, inputs(a, b));
    let property = Property::parse(property).unwrap();
    let judge = |product: &str| {
        let (source, follow_up) = (printed(&matrix(PRODUCT)), printed(&matrix(product)));
        property.judge(&interface(), &inputs(A, B), &source, &follow_up)
    };
    assert_eq!(judge(product), Verdict::Satisfied);
    // One more than demanded at the last place.
    let wrong = format!("{product}1");
    let Verdict::Violated(evidence) = judge(&wrong) else {
        panic!("`{property}` is violated by {wrong}");
    };
    assert_eq!(evidence.cause, Cause::RelationBroken);
}

#[test]
fn transposed_factors_change_places() {
    check(
        "if transpose(a) and transpose(b) and swap(a, b) then equal(transpose(product))",
        "2 3, 1 1 1, 2 2 4, 2 3 2",
        "3 2, 1 1 5, 2 2 3, 3 1 7",
        "2 2, 1 1 5, 2 1 14, 2 2 12",
    );
}

#[test]
fn rows_and_columns_change_places_alike() {
    check(
        "if swap-rows(a, 1, 2) then equal(swap-rows(product, 1, 2))",
        "2 3, 1 2 3, 2 1 5, 2 3 7",
        B,
        "2 2, 1 2 12, 2 1 5, 2 2 14",
    );
    check(
        "if swap-columns(b, 1, 2) then equal(swap-columns(product, 2, 1))",
        A,
        "3 2, 1 2 1, 2 1 4, 3 1 2",
        "2 2, 1 1 14, 2 1 12, 1 2 5",
    );
}

#[test]
fn rows_columns_and_whole_matrices_are_scaled() {
    check(
        "if multiply(a, 3, rows 1) then equal(multiply(product, 3, rows 1))",
        "2 3, 1 1 15, 1 3 21, 2 2 3",
        B,
        "2 2, 1 1 15, 1 2 42, 2 2 12",
    );
    check(
        "if multiply(b, 3, columns 2) then equal(multiply(product, 3, columns 2))",
        A,
        "3 2, 1 1 1, 2 2 12, 3 2 6",
        "2 2, 1 1 5, 1 2 42, 2 2 36",
    );
    check(
        "if multiply(a, -2) then equal(multiply(product, -2))",
        "2 3, 1 1 -10, 1 3 -14, 2 2 -6",
        B,
        "2 2, 1 1 -10, 1 2 -28, 2 2 -24",
    );
}

#[test]
fn an_output_follows_an_input_where_the_diagonal_grows() {
    // (A + I)·B = C + B without its last row, which the product does not have.
    check(
        "if add-diagonal(a, 1) then equal(plus(product, b))",
        "2 3, 1 1 6, 1 3 7, 2 2 4",
        B,
        "2 2, 1 1 6, 1 2 14, 2 2 16",
    );
    // A·(B + I) = C + A without its last column.
    check(
        "if add-diagonal(b, 1) then equal(plus(product, a))",
        A,
        "3 2, 1 1 2, 2 2 5, 3 2 2",
        "2 2, 1 1 10, 1 2 14, 2 2 15",
    );
}

#[test]
fn an_inner_index_is_permuted_on_both_sides() {
    let property = "if permute-inner(a, b) then equal(product)";
    let FollowUp::Request(request) = follow_up(property, A, B) else {
        panic!("three positions have another order");
    };
    let orders = [
        ("2 3, 1 1 5, 1 2 7, 2 3 3", "3 2, 1 1 1, 2 2 2, 3 2 4"),
        ("2 3, 1 2 5, 1 3 7, 2 1 3", "3 2, 1 2 4, 2 1 1, 3 2 2"),
        ("2 3, 1 1 7, 1 2 5, 2 3 3", "3 2, 1 2 2, 2 1 1, 3 2 4"),
        ("2 3, 1 1 7, 1 3 5, 2 2 3", "3 2, 1 2 2, 2 2 4, 3 1 1"),
        ("2 3, 1 2 7, 1 3 5, 2 1 3", "3 2, 1 2 4, 2 2 2, 3 1 1"),
    ];
    let made = orders.map(|(a, b)| inputs(a, b));
    assert!(made.contains(&request.inputs), "{:?}", request.inputs);
    assert_eq!(
        follow_up(property, "1 1, 1 1 5", "1 1, 1 1 5"),
        FollowUp::NotApplicable {
            reason: "`permute-inner(a, b)`: a single column has no other order".to_owned()
        }
    );
    assert_eq!(
        follow_up(property, "1 2, 1 1 5", "3 1, 1 1 5"),
        FollowUp::NotApplicable {
            reason: "`permute-inner(a, b)`: one has 2 columns and the other 3 rows".to_owned()
        }
    );
}

#[test]
fn order_written_zeros_and_comments_of_a_product_mean_nothing() {
    let property = Property::parse("if multiply(a, 1) then equal(product)").unwrap();
    let other = "%%MatrixMarket matrix coordinate integer general\n% by hand\n2 2 4\n\
                 2 2 12\n1 2 14\n2 1 0\n1 1 5\n";
    let (source, follow_up) = (printed(&matrix(PRODUCT)), printed(other));
    let judge =
        |follow_up: &Observation| property.judge(&interface(), &inputs(A, B), &source, follow_up);
    assert_eq!(judge(&follow_up), Verdict::Satisfied);
    let evidence = |detail: &str| {
        Verdict::Violated(Evidence {
            cause: Cause::RelationBroken,
            detail: detail.to_owned(),
        })
    };
    assert_eq!(
        judge(&printed(&matrix("2 2, 1 1 5, 2 1 14, 2 2 12"))),
        evidence("product line 3: `r1c2 14` became `r1c2 0` (2 of 5 lines differ)")
    );
    assert_eq!(
        judge(&printed(&matrix("2 2, 1 1 5, 1 2 7, 1 2 7, 2 2 12"))),
        evidence("product line 3: `r1c2 14` became `r1c2 7 7` (1 of 4 lines differ)")
    );
    assert_eq!(
        judge(&printed("no matrix")),
        Verdict::Inconclusive(Reason::UnusableOutput {
            detail: "follow-up run: `product` line 1: expected `%%MatrixMarket matrix coordinate \
                     integer general`, or `real` in the place of `integer`"
                .to_owned()
        })
    );
}

#[test]
fn a_tolerance_does_not_apply_to_places() {
    let property = Property::parse("if multiply(a, 1) then equal(product) within 200%").unwrap();
    let (source, follow_up) = (
        printed(&matrix("9 9, 7 7 5")),
        printed(&matrix("9 9, 7 8 5")),
    );
    let verdict = property.judge(&interface(), &inputs(A, B), &source, &follow_up);
    assert!(matches!(verdict, Verdict::Violated(_)), "{verdict}");
}

#[test]
fn what_cannot_be_is_not_applicable_and_what_stays_is_unchanged() {
    let impossible = |property: &str, reason: &str| {
        let reason = reason.to_owned();
        assert_eq!(
            follow_up(property, A, "3 1, 1 1 1"),
            FollowUp::NotApplicable { reason }
        );
    };
    impossible(
        "if swap-columns(b, 1, 2) then equal(product)",
        "`swap-columns(b, 1, 2)`: there are 1 columns, so 1 and 2 cannot change places",
    );
    impossible(
        "if multiply(a, 3, rows 3) then equal(product)",
        "`multiply(a, 3, rows 3)`: there are 2 rows, not rows 3",
    );
    impossible(
        "if multiply(a, 3, columns 4) then equal(product)",
        "`multiply(a, 3, columns 4)`: there are 3 columns, counted from 1, and none is `4`",
    );
    impossible(
        "if multiply(a, 0.5) then equal(product)",
        "`a`: the value `2.5` is not an integer",
    );
    let unchanged = |property: &str, reason: &str| {
        let reason = reason.to_owned();
        assert_eq!(
            follow_up(property, "2 2", "2 2"),
            FollowUp::Unchanged { reason }
        );
    };
    unchanged(
        "if multiply(a, 3, rows 1) then equal(product)",
        "`multiply(a, 3, rows 1)`: it finds no number to change",
    );
    unchanged(
        "if transpose(a) and swap(a, b) then equal(product)",
        "`transpose(a)`: it leaves the matrix as it is; `swap(a, b)`: both inputs are the same",
    );
}

#[test]
fn what_does_not_fit_is_refused_before_anything_runs() {
    let refused = |property: &str, expected: &str| {
        let error: PropertyError = Property::parse(property)
            .unwrap()
            .check(&interface())
            .unwrap_err();
        assert_eq!(error.to_string(), expected);
    };
    refused(
        "if swap(a, c) then equal(product)",
        "`swap` needs two of the same format; `a` is `matrix` and `c` is `csv`",
    );
    refused(
        "if transpose(a) then equal(plus(product, c))",
        "`plus` needs two of the same format; `product` is `matrix` and `c` is `csv`",
    );
    refused(
        "if transpose(a) then equal(plus(product, d))",
        "there is no input `d`; the nearest name is `a`",
    );
    refused(
        "if transpose(c) then equal(product)",
        "`transpose` cannot change `c`, whose format is `csv`; it can change `matrix`",
    );
    refused(
        "if add(a, 1) then equal(product)",
        "`add` cannot change `a`, whose format is `matrix`; it can change `arff`, `bytes`, \
         `csv`, `json-lines`, `lines`, `pcap`, `tree`, `words` and `xml`",
    );
}
