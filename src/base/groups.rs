//! Things put together step by step, until it is told which belong together. It knows nothing of the things.

/// Which of some numbered things belong to one group, directly or through others.
#[derive(Debug)]
pub struct Groups {
    above: Vec<u32>,
}

impl Groups {
    /// Every one of so many things on its own.
    pub fn new(things: usize) -> Self {
        Self { above: (0..things as u32).collect() }
    }

    /// Puts the groups of two things together. Whether they were two.
    pub fn unite(&mut self, a: u32, b: u32) -> bool {
        let (left, right) = (self.of(a), self.of(b));
        self.above[left.max(right) as usize] = left.min(right);
        left != right
    }

    /// The group of every thing, by thing.
    pub fn named(&mut self) -> Vec<u32> {
        (0..self.above.len() as u32).map(|thing| self.of(thing)).collect()
    }

    /// The group of a thing, named by the smallest thing in it.
    pub fn of(&mut self, mut thing: u32) -> u32 {
        while self.above[thing as usize] != thing {
            // Halving the way keeps long chains cheap.
            let next = self.above[self.above[thing as usize] as usize];
            self.above[thing as usize] = next;
            thing = next;
        }
        thing
    }
}

#[cfg(test)]
mod tests {
    use super::Groups;

    #[test]
    fn a_chain_is_one_group() {
        let mut groups = Groups::new(5);
        assert!(groups.unite(4, 3));
        assert!(groups.unite(1, 3));
        assert!(!groups.unite(1, 4));
        assert_eq!((0..5).map(|thing| groups.of(thing)).collect::<Vec<_>>(), [0, 1, 2, 1, 1]);
        assert_eq!(groups.named(), [0, 1, 2, 1, 1]);
    }
}
