//! A ranking that can be walked from either end.

/// The node that comes before the first example and after the last.
pub const ANCHOR: usize = 0;

/// From which end a ranking is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// From the first example to the last.
    Forwards,
    /// From the last example to the first.
    Backwards,
}

/// A doubly linked ring of examples and an anchor; links are indices of nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExampleList {
    nodes: Vec<Node>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Node {
    example: usize,
    next: usize,
    previous: usize,
}

/// Links examples in the given order.
pub fn link_examples(order: &[usize]) -> ExampleList {
    let n_examples = order.len();
    let mut nodes = Vec::with_capacity(n_examples + 1);
    nodes.push(Node {
        // Never read: the anchor stands for no example.
        example: usize::MAX,
        next: ANCHOR,
        previous: ANCHOR,
    });
    for position in 0..n_examples {
        let last = nodes[ANCHOR].previous;
        let node = position + 1;
        nodes.push(Node {
            example: order[position],
            next: ANCHOR,
            previous: last,
        });
        nodes[last].next = node;
        nodes[ANCHOR].previous = node;
    }
    ExampleList { nodes }
}

impl ExampleList {
    /// How many examples are linked.
    pub fn n_examples(&self) -> usize {
        self.nodes.len() - 1
    }

    /// The example of a node other than the anchor.
    pub fn example(&self, node: usize) -> usize {
        self.nodes[node].example
    }

    /// The node that follows on a way; from the last one, the anchor.
    pub fn step(&self, node: usize, way: Way) -> usize {
        match way {
            Way::Forwards => self.nodes[node].next,
            Way::Backwards => self.nodes[node].previous,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(order: &[usize], way: Way, expected: &[usize]) {
        let list = link_examples(order);
        assert_eq!(list.n_examples(), order.len());
        let mut seen = Vec::new();
        let mut node = list.step(ANCHOR, way);
        while node != ANCHOR {
            seen.push(list.example(node));
            node = list.step(node, way);
        }
        assert_eq!(seen, expected);
    }

    #[test]
    fn a_ranking_reads_the_same_from_both_ends() {
        check(&[3, 0, 2, 5], Way::Forwards, &[3, 0, 2, 5]);
        check(&[3, 0, 2, 5], Way::Backwards, &[5, 2, 0, 3]);
    }

    #[test]
    fn a_single_example_is_first_and_last() {
        check(&[7], Way::Forwards, &[7]);
        check(&[7], Way::Backwards, &[7]);
    }

    #[test]
    fn an_empty_ranking_is_an_anchor_alone() {
        check(&[], Way::Forwards, &[]);
        check(&[], Way::Backwards, &[]);
    }
}
