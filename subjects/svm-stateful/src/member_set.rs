//! A set of training points that changes by one point at a time.

/// Points by index, listed in no particular order.
///
/// Every member knows its place in the list, so that membership, insertion and removal take
/// constant time (Briggs and Torczon 1993).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemberSet {
    members: Vec<usize>,
    /// For every point, where it is listed; `None` for a point that is no member.
    places: Vec<Option<usize>>,
}

impl MemberSet {
    /// An empty set of points below `n_points`.
    pub fn new(n_points: usize) -> MemberSet {
        MemberSet {
            members: Vec::with_capacity(n_points),
            places: vec![None; n_points],
        }
    }

    /// The members, in an order that depends on how they came and went.
    pub fn members(&self) -> &[usize] {
        &self.members
    }

    /// Whether a point is a member.
    pub fn contains(&self, point: usize) -> bool {
        self.places[point].is_some()
    }

    /// Lets a point in or out; nothing changes for one that is where it belongs.
    pub fn update(&mut self, point: usize, belongs: bool) {
        if belongs {
            self.insert(point);
        } else {
            self.remove(point);
        }
    }

    fn insert(&mut self, point: usize) {
        if self.places[point].is_none() {
            self.places[point] = Some(self.members.len());
            self.members.push(point);
        }
    }

    /// The last member takes the place of the one that leaves.
    fn remove(&mut self, point: usize) {
        let Some(place) = self.places[point] else {
            return;
        };
        let last = self.members.len() - 1;
        let moved = self.members[last];
        self.members[place] = moved;
        self.places[moved] = Some(place);
        self.members.truncate(last);
        // After the move, because the last member may be the one that leaves.
        self.places[point] = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lets points of a set of five in (`true`) and out, then lists the members.
    #[track_caller]
    fn check(updates: &[(usize, bool)], expected: &[usize]) {
        let mut set = MemberSet::new(5);
        for &(point, belongs) in updates {
            set.update(point, belongs);
        }
        assert_eq!(set.members(), expected);
        for point in 0..5 {
            assert_eq!(set.contains(point), expected.contains(&point), "{point}");
        }
    }

    #[test]
    fn a_new_set_has_no_members() {
        check(&[], &[]);
    }

    #[test]
    fn members_are_listed_as_they_come() {
        check(&[(3, true), (0, true), (4, true)], &[3, 0, 4]);
    }

    #[test]
    fn a_point_is_a_member_once() {
        check(&[(3, true), (3, true)], &[3]);
        check(&[(3, true), (3, true), (3, false)], &[]);
    }

    #[test]
    fn the_last_member_takes_the_place_of_one_that_leaves() {
        check(&[(3, true), (0, true), (4, true), (3, false)], &[4, 0]);
        check(
            &[(3, true), (0, true), (4, true), (3, false), (4, false)],
            &[0],
        );
    }

    #[test]
    fn the_last_member_may_leave() {
        check(&[(3, true), (0, true), (0, false)], &[3]);
        check(&[(2, true), (2, false)], &[]);
    }

    #[test]
    fn a_point_that_is_no_member_cannot_leave() {
        check(&[(3, true), (1, false)], &[3]);
    }
}
