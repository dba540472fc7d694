//! How many of each resource are free, and for how long they were used.

use crate::process::Resource;
use crate::task::TimeSpent;

/// All resources of a process.
#[derive(Debug)]
pub struct Pools {
    free: Vec<usize>,
    busy: Vec<TimeSpent>,
}

impl Pools {
    /// Everything is free.
    pub fn new(resources: &[Resource]) -> Pools {
        let mut free = Vec::new();
        for resource in resources {
            free.push(resource.count);
        }
        Pools {
            busy: vec![TimeSpent::default(); free.len()],
            free,
        }
    }

    /// The first of these resources of which too few are free.
    pub fn lacking(&self, needs: &[usize]) -> Option<usize> {
        for &need in needs {
            let n_needed = needs.iter().filter(|&&other| other == need).count();
            if self.free[need] < n_needed {
                return Some(need);
            }
        }
        None
    }

    /// Takes one of each for so long; they must be free.
    pub fn take(&mut self, needs: &[usize], time: f64) {
        for &need in needs {
            self.free[need] -= 1;
            self.busy[need].add(time);
        }
    }

    /// Gives one back.
    pub fn give_back(&mut self, resource: usize) {
        self.free[resource] += 1;
    }

    /// For how long a resource was used, all of its kind together.
    pub fn busy(&self, resource: usize) -> TimeSpent {
        self.busy[resource]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_is_not_free_until_it_is_given_back() {
        let resource = |name: &str, count| Resource {
            name: name.to_owned(),
            count,
        };
        let mut pools = Pools::new(&[resource("bed", 2), resource("lamp", 1)]);
        assert_eq!(pools.lacking(&[0, 0, 1]), None);
        assert_eq!(pools.lacking(&[0, 0, 0]), Some(0));
        pools.take(&[0, 1], 3.0);
        assert_eq!(pools.lacking(&[0]), None);
        assert_eq!(pools.lacking(&[0, 1]), Some(1));
        pools.give_back(1);
        assert_eq!(pools.lacking(&[0, 1]), None);
        pools.take(&[1], 2.0);
        assert_eq!((pools.busy(0).time(), pools.busy(1).time()), (3.0, 5.0));
    }
}
