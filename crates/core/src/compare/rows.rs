/// Rows of different lengths in one list.
#[derive(Debug)]
pub struct Rows<T> {
    /// For each row, its start, and the position of its next value.
    places: Vec<(usize, usize)>,
    values: Vec<T>,
}

impl<T: Copy + Default> Rows<T> {
    /// Creates empty rows with space for these numbers of values.
    pub fn with_lengths(lengths: &[u32]) -> Self {
        let mut end = 0;
        let place = |length: &u32| {
            let start = end;
            end += *length as usize;
            (start, start)
        };
        let places = lengths.iter().map(place).collect();
        Self { places, values: vec![T::default(); end] }
    }

    pub fn push(&mut self, row: usize, value: T) {
        let (_, end) = &mut self.places[row];
        self.values[*end] = value;
        *end += 1;
    }

    /// Returns a row; empty if there is no such row.
    pub fn row(&self, row: usize) -> &[T] {
        self.places.get(row).map_or(&[], |(start, end)| &self.values[*start..*end])
    }
}
