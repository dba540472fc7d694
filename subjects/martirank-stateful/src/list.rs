//! Lists of examples that can be walked from either end, cut and joined.

/// From which end a list is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// From the first example to the last.
    Forwards,
    /// From the last example to the first.
    Backwards,
}

/// What every example has beside it in the list that it is in; an example is in one list at most.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Links {
    next: Vec<Option<usize>>,
    previous: Vec<Option<usize>>,
    labels: Vec<bool>,
}

/// A part of the ranking, or all of it: its ends, and how many examples of each label it has.
///
/// The totals are kept and updated with the links, so that nobody has to count.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExampleList {
    first: Option<usize>,
    last: Option<usize>,
    n_positives: usize,
    n_negatives: usize,
}

/// Links examples in the given order; there is a label for every example that may be in a list.
pub fn link_examples(order: &[usize], labels: &[bool]) -> (Links, ExampleList) {
    let mut links = Links::new(labels);
    let mut list = ExampleList::default();
    for position in 0..order.len() {
        links.push_last(&mut list, order[position]);
    }
    (links, list)
}

impl ExampleList {
    /// The example that comes first on a way; none in an empty list.
    pub fn start(&self, way: Way) -> Option<usize> {
        match way {
            Way::Forwards => self.first,
            Way::Backwards => self.last,
        }
    }

    /// How many examples are labelled 1.
    pub fn n_positives(&self) -> usize {
        self.n_positives
    }

    /// How many examples there are.
    pub fn n_examples(&self) -> usize {
        self.n_positives + self.n_negatives
    }
}

impl Links {
    /// Examples with these labels, none of which is in a list.
    pub fn new(labels: &[bool]) -> Links {
        Links {
            next: vec![None; labels.len()],
            previous: vec![None; labels.len()],
            labels: labels.to_vec(),
        }
    }

    /// The labels of all examples, whether they are in a list or not.
    pub fn labels(&self) -> &[bool] {
        &self.labels
    }

    /// The example that follows on a way; none after the last one.
    pub fn step(&self, example: usize, way: Way) -> Option<usize> {
        match way {
            Way::Forwards => self.next[example],
            Way::Backwards => self.previous[example],
        }
    }

    /// The examples of a list, in the order of a way.
    pub fn examples(&self, list: &ExampleList, way: Way) -> Vec<usize> {
        let mut examples = Vec::new();
        let mut at = list.start(way);
        while let Some(example) = at {
            examples.push(example);
            at = self.step(example, way);
        }
        examples
    }

    /// Puts an example that is in no list behind all others.
    pub fn push_last(&mut self, list: &mut ExampleList, example: usize) {
        self.insert_before(list, None, example);
    }

    /// Puts an example that is in no list before another one of the list, or behind all others.
    pub fn insert_before(&mut self, list: &mut ExampleList, after: Option<usize>, example: usize) {
        let before = match after {
            Some(after) => self.previous[after],
            None => list.last,
        };
        self.previous[example] = before;
        self.next[example] = after;
        match before {
            Some(before) => self.next[before] = Some(example),
            None => list.first = Some(example),
        }
        match after {
            Some(after) => self.previous[after] = Some(example),
            None => list.last = Some(example),
        }
        list.n_positives += usize::from(self.labels[example]);
        list.n_negatives += usize::from(!self.labels[example]);
    }

    /// Takes an example out of its list; its own links mean nothing until it is in another one.
    pub fn take(&mut self, list: &mut ExampleList, example: usize) {
        let before = self.previous[example];
        let after = self.next[example];
        match before {
            Some(before) => self.next[before] = after,
            None => list.first = after,
        }
        match after {
            Some(after) => self.previous[after] = before,
            None => list.last = before,
        }
        list.n_positives -= usize::from(self.labels[example]);
        list.n_negatives -= usize::from(!self.labels[example]);
    }

    /// Moves the first example of a list behind all others of another one; whether there was one.
    pub fn move_first(&mut self, from: &mut ExampleList, to: &mut ExampleList) -> bool {
        let Some(example) = from.first else {
            return false;
        };
        self.take(from, example);
        self.push_last(to, example);
        true
    }

    /// Joins a list to the end of another one.
    pub fn concatenate(&mut self, list: &mut ExampleList, more: ExampleList) {
        match list.last {
            Some(last) => self.next[last] = more.first,
            None => list.first = more.first,
        }
        if let Some(first) = more.first {
            self.previous[first] = list.last;
            list.last = more.last;
        }
        list.n_positives += more.n_positives;
        list.n_negatives += more.n_negatives;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Labels of seven examples; 1, 4 and 5 are positive.
    const LABELS: [bool; 7] = [false, true, false, false, true, true, false];

    /// What is read from both ends, and the totals.
    #[track_caller]
    fn check(links: &Links, list: &ExampleList, expected: &[usize]) {
        assert_eq!(links.examples(list, Way::Forwards), expected);
        let mut reversed = expected.to_vec();
        reversed.reverse();
        assert_eq!(links.examples(list, Way::Backwards), reversed);
        let n_positives = expected.iter().filter(|&&example| LABELS[example]).count();
        assert_eq!(list.n_positives(), n_positives);
        assert_eq!(list.n_examples(), expected.len());
    }

    #[track_caller]
    fn check_taken(order: &[usize], taken: usize, expected: &[usize]) {
        let (mut links, mut list) = link_examples(order, &LABELS);
        links.take(&mut list, taken);
        check(&links, &list, expected);
        // It can go back to another place.
        links.push_last(&mut list, taken);
        check(&links, &list, &[expected, &[taken]].concat());
    }

    #[track_caller]
    fn check_inserted(after: Option<usize>, expected: &[usize]) {
        let (mut links, mut list) = link_examples(&[3, 5], &LABELS);
        links.insert_before(&mut list, after, 4);
        check(&links, &list, expected);
    }

    #[track_caller]
    fn check_joined(left: &[usize], right: &[usize]) {
        let (mut links, mut list) = link_examples(left, &LABELS);
        let mut more = ExampleList::default();
        for &example in right {
            links.push_last(&mut more, example);
        }
        links.concatenate(&mut list, more);
        check(&links, &list, &[left, right].concat());
    }

    #[test]
    fn a_list_reads_the_same_from_both_ends() {
        for order in [&[3, 0, 4, 5][..], &[6], &[]] {
            let (links, list) = link_examples(order, &LABELS);
            check(&links, &list, order);
            assert_eq!(links.labels(), LABELS);
        }
    }

    #[test]
    fn an_example_is_taken_from_anywhere() {
        check_taken(&[3, 0, 4], 3, &[0, 4]);
        check_taken(&[3, 0, 4], 0, &[3, 4]);
        check_taken(&[3, 0, 4], 4, &[3, 0]);
        check_taken(&[3], 3, &[]);
    }

    #[test]
    fn an_example_is_inserted_anywhere() {
        check_inserted(Some(3), &[4, 3, 5]);
        check_inserted(Some(5), &[3, 4, 5]);
        check_inserted(None, &[3, 5, 4]);
    }

    #[test]
    fn the_first_example_moves_to_the_end_of_another_list() {
        let (mut links, mut list) = link_examples(&[3, 4], &LABELS);
        let mut other = ExampleList::default();
        assert!(links.move_first(&mut list, &mut other));
        check(&links, &list, &[4]);
        check(&links, &other, &[3]);
        assert!(links.move_first(&mut list, &mut other));
        check(&links, &list, &[]);
        check(&links, &other, &[3, 4]);
        assert!(!links.move_first(&mut list, &mut other));
    }

    #[test]
    fn lists_are_joined_even_where_one_is_empty() {
        check_joined(&[3, 4], &[5, 0, 1]);
        check_joined(&[], &[5, 0]);
        check_joined(&[3, 4], &[]);
        check_joined(&[], &[]);
    }
}
