//! Small functions with loops and their tests, on which tools for mutants are compared.
//!
//! Many changes of a condition or a step make one of these loops endless: a tool that waits for a
//! clock waits often here, as it does in most programs that compute.

/// The greatest common divisor.
pub fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        let rest = a % b;
        a = b;
        b = rest;
    }
    a
}

/// The largest number whose square is at most `n`.
pub fn square_root(n: u64) -> u64 {
    let mut low = 0;
    let mut high = n + 1;
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if middle * middle <= n {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

/// Where a value is in a sorted list.
pub fn find(sorted: &[i64], wanted: i64) -> Option<usize> {
    let mut start = 0;
    let mut end = sorted.len();
    while start < end {
        let middle = (start + end) / 2;
        if sorted[middle] == wanted {
            return Some(middle);
        }
        if sorted[middle] < wanted {
            start = middle + 1;
        } else {
            end = middle;
        }
    }
    None
}

/// The values in ascending order.
pub fn sorted(values: &[i64]) -> Vec<i64> {
    let mut values = values.to_vec();
    let mut i = 1;
    while i < values.len() {
        let mut j = i;
        while j > 0 && values[j - 1] > values[j] {
            values.swap(j - 1, j);
            j -= 1;
        }
        i += 1;
    }
    values
}

/// How many steps it takes from `n` to 1, halving even numbers and tripling odd ones plus one.
pub fn steps_to_one(mut n: u64) -> u32 {
    let mut steps = 0;
    while n != 1 {
        n = if n % 2 == 0 { n / 2 } else { 3 * n + 1 };
        steps += 1;
    }
    steps
}

/// The primes up to `limit`.
pub fn primes(limit: usize) -> Vec<usize> {
    let mut is_prime = vec![true; limit + 1];
    let mut found = Vec::new();
    let mut n = 2;
    while n <= limit {
        if is_prime[n] {
            found.push(n);
            let mut multiple = n * n;
            while multiple <= limit {
                is_prime[multiple] = false;
                multiple += n;
            }
        }
        n += 1;
    }
    found
}

/// The middle value, or the mean of the two in the middle; `None` without values.
pub fn median(values: &[i64]) -> Option<f64> {
    let values = sorted(values);
    let n = values.len();
    if n == 0 {
        return None;
    }
    Some(if n % 2 == 1 {
        values[n / 2] as f64
    } else {
        (values[n / 2 - 1] + values[n / 2]) as f64 / 2.0
    })
}

/// How many letters must be inserted, deleted or replaced to get from one text to the other.
pub fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, letter) in from.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for j in 0..to.len() {
            let replaced = diagonal + usize::from(letter != to[j]);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[to.len()]
}

/// The intervals with overlapping ones joined, in ascending order.
pub fn joined(intervals: &[(i64, i64)]) -> Vec<(i64, i64)> {
    let mut intervals = intervals.to_vec();
    intervals.sort_unstable();
    let mut joined: Vec<(i64, i64)> = Vec::new();
    for (start, end) in intervals {
        match joined.last_mut() {
            Some(last) if start <= last.1 => last.1 = last.1.max(end),
            _ => joined.push((start, end)),
        }
    }
    joined
}

/// The digits of a number in a base from 2 to 10.
pub fn digits(mut n: u64, base: u64) -> String {
    let mut reversed = Vec::new();
    loop {
        reversed.push(char::from(b'0' + (n % base) as u8));
        n /= base;
        if n == 0 {
            break;
        }
    }
    reversed.iter().rev().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divisors() {
        assert_eq!((gcd(12, 18), gcd(7, 5), gcd(0, 4)), (6, 1, 4));
    }

    #[test]
    fn roots() {
        assert_eq!([0, 1, 8, 9, 99, 100].map(square_root), [0, 1, 2, 3, 9, 10]);
    }

    #[test]
    fn places() {
        let values = [1, 3, 5, 7, 9];
        assert_eq!(find(&values, 7), Some(3));
        assert_eq!((find(&values, 4), find(&[], 1)), (None, None));
    }

    #[test]
    fn order() {
        assert_eq!(sorted(&[3, 1, 2, 1]), [1, 1, 2, 3]);
    }

    #[test]
    fn steps() {
        assert_eq!((steps_to_one(1), steps_to_one(6)), (0, 8));
    }

    #[test]
    fn prime_numbers() {
        assert_eq!(primes(20), [2, 3, 5, 7, 11, 13, 17, 19]);
    }

    #[test]
    fn medians() {
        assert_eq!(median(&[5, 1, 3]), Some(3.0));
        assert_eq!((median(&[4, 1, 2, 3]), median(&[])), (Some(2.5), None));
    }

    #[test]
    fn distances() {
        assert_eq!((distance("kitten", "sitting"), distance("", "ab")), (3, 2));
    }

    #[test]
    fn intervals() {
        let intervals = [(5, 8), (1, 3), (2, 4), (9, 10)];
        assert_eq!(joined(&intervals), [(1, 4), (5, 8), (9, 10)]);
    }

    #[test]
    fn numerals() {
        assert_eq!((digits(10, 2), digits(0, 7)), ("1010".into(), "0".to_owned()));
    }
}
