//! Every test agrees with scipy on 200 pairs of samples; `reference.py` made the file.

use killrate_statistics::tests;
use serde_json::Value;

/// The samples of the reference: SplitMix64, as spelled out in the script.
fn sample(spec: &Value) -> Vec<f64> {
    let mut rng = killrate_model::Rng::new(spec[0].as_u64().unwrap());
    let (shape, place, scale) = (
        spec[2].as_str().unwrap(),
        spec[3].as_f64().unwrap(),
        spec[4].as_f64().unwrap(),
    );
    let value = |unit: f64| match shape {
        "uniform" => unit,
        "skewed" => unit * unit * unit,
        "tied" => (unit * 6.0).floor(),
        _ => panic!("there is no shape {shape}"),
    };
    (0..spec[1].as_u64().unwrap())
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
