//! Prints the sine of evenly spaced angles, one per line.

use std::env;
use std::fs;
use std::process::ExitCode;

/// Evenly spaced angles.
#[derive(Debug, PartialEq)]
struct Sweep {
    first: f64,
    step: f64,
    count: usize,
}

fn main() -> ExitCode {
    let [_, input, output] = &env::args().collect::<Vec<String>>()[..] else {
        eprintln!("usage: sine SWEEP OUTPUT");
        return ExitCode::from(2);
    };
    let sweep = match fs::read_to_string(input) {
        Ok(text) => parse(&text),
        Err(error) => Err(error.to_string()),
    };
    let written = sweep
        .and_then(|sweep| fs::write(output, render(&sweep)).map_err(|error| error.to_string()));
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("error: cannot sweep `{input}`: {problem}");
            ExitCode::from(2)
        }
    }
}

/// Reads a header and one line `first,step,count`.
fn parse(text: &str) -> Result<Sweep, String> {
    let fields: Vec<&str> = text.lines().nth(1).unwrap_or_default().split(',').collect();
    let [first, step, count] = fields[..] else {
        return Err("the second line is not `first,step,count`".to_owned());
    };
    let number = |field: &str| field.parse::<f64>().map_err(|error| error.to_string());
    let count = count
        .parse()
        .map_err(|_| format!("`{count}` is no count"))?;
    Ok(Sweep {
        first: number(first)?,
        step: number(step)?,
        count,
    })
}

/// The sines with as many digits as tell them apart from all others.
fn render(sweep: &Sweep) -> String {
    let mut text = String::new();
    for place in 0..sweep.count {
        let angle = sweep.first + place as f64 * sweep.step;
        text.push_str(&format!("{:e}\n", angle.sin()));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sweep_is_read_and_its_sines_are_printed() {
        let sweep = parse("first,step,count\n0,1.5707963267948966,2\n").expect("it is a sweep");
        assert_eq!(render(&sweep), "0e0\n1e0\n");
        assert!(parse("first,step,count\n0,1\n").is_err());
        assert!(parse("first,step,count\n0,x,3\n").is_err());
    }
}
