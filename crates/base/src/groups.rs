//! Disjoint sets (union-find).

#[derive(Debug)]
pub struct Groups {
    above: Vec<u32>,
}

impl Groups {
    pub fn new(things: usize) -> Self {
        Self { above: (0..things as u32).collect() }
    }

    /// Merges the groups of two members, and returns false if they were in one group before.
    pub fn merge_groups(&mut self, a: u32, b: u32) -> bool {
        let (left, right) = (self.group_of(a), self.group_of(b));
        self.above[left.max(right) as usize] = left.min(right);
        left != right
    }

    pub fn group_of_each(&mut self) -> Vec<u32> {
        (0..self.above.len() as u32).map(|thing| self.group_of(thing)).collect()
    }

    /// Returns the smallest member of the group, which names the group.
    pub fn group_of(&mut self, mut thing: u32) -> u32 {
        while self.above[thing as usize] != thing {
            let next = self.above[self.above[thing as usize] as usize];
            self.above[thing as usize] = next;
            thing = next;
        }
        thing
    }
}
