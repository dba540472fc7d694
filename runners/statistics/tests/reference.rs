//! Every test agrees with scipy on 200 pairs of samples; `reference.py` made the file.

use killrate_statistics::tests;
use serde_json::Value;

/// The samples of the reference: SplitMix64, as spelled out in the script.
fn sample(spec: &Value) -> Vec<f64> {
    let number = |place: usize| spec[place].as_f64().expect("it is a number");
    let mut rng = killrate_model::Rng::new(number(0) as u64);
    let shape = spec[2].as_str().expect("it is a text");
    let (place, scale) = (number(3), number(4));
    let value = |unit: f64| match shape {
        "uniform" => unit,
        "skewed" => unit * unit * unit,
        "tied" => (unit * 6.0).floor(),
        _ => panic!("there is no shape {shape}"),
    };
    (0..number(1) as u64)
        .map(|_| {
            let unit = (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
            place + scale * value(unit)
        })
        .collect()
}

#[test]
fn every_test_agrees_with_scipy_on_200_pairs_of_samples() {
    let reference: Value = serde_json::from_str(include_str!("reference.json")).unwrap();
    for test in tests() {
        let cases = reference[test.name].as_array().unwrap();
        assert_eq!(cases.len(), 200);
        for case in cases {
            let outcome = test.compare(&sample(&case["a"]), &sample(&case["b"]));
            let (statistic, p) = (
                case["statistic"].as_f64().unwrap(),
                case["p"].as_f64().unwrap(),
            );
            let name = test.name;
            assert!((outcome.p - p).abs() <= 1e-9, "{name}: {outcome:?} {case}");
            let scale = statistic.abs().max(1.0);
            assert!(
                (outcome.statistic - statistic).abs() <= 1e-9 * scale,
                "{name}: {outcome:?} {case}"
            );
        }
    }
}
