//! A program beside the library, so that every tool has something to build.

fn main() {
    println!("{}", measures::gcd(12, 18));
}
