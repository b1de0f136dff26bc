//! Draws random words from a language model of lingua: `sampler ngrams.fst tokens > words.tsv`.
//!
//! The model holds the conditional probabilities of 1 to 5 letters inside words. The deficit gives the frequency of
//! letters at the beginning or end of a word. Example: if a group of four occurs more often than a following letter,
//! the group ends words.

use std::collections::HashMap;

use fst::Streamer;

/// Groups of letters, with a probability or a count.
type Grams = HashMap<Vec<char>, f64>;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().unwrap();
    let tokens: usize = arguments.next().unwrap().parse().unwrap();
    let map = fst::Map::new(std::fs::read(path).unwrap()).unwrap();
    let mut chances: Vec<Grams> = vec![Grams::new(); 6];
    let mut stream = map.stream();
    while let Some((key, value)) = stream.next() {
        let gram: Vec<char> = std::str::from_utf8(key).unwrap().chars().collect();
        chances[gram.len()].insert(gram, f64::from_bits(value).exp());
    }
    // Counts of letter groups by length, relative to the number of all letters.
    let mut counts: Vec<Grams> = vec![Grams::new(); 6];
    for length in 1..=5 {
        let mut now = Grams::new();
        for (gram, chance) in &chances[length] {
            let before = if length == 1 {
                1.0
            } else {
                counts[length - 1].get(&gram[..length - 1]).copied().unwrap_or(0.0)
            };
            now.insert(gram.clone(), chance * before);
        }
        counts[length] = now;
    }
    let mut words: Vec<(Vec<char>, f64)> = Vec::new();
    for length in 1..=3 {
        let mut rest = counts[length].clone();
        for (gram, count) in &counts[length + 1] {
            *rest.entry(gram[1..].to_vec()).or_default() -= count;
            *rest.entry(gram[..length].to_vec()).or_default() -= count;
        }
        for (gram, count) in &counts[length + 2] {
            *rest.entry(gram[1..=length].to_vec()).or_default() += count;
        }
        words.extend(rest);
    }
    let mut starts = counts[4].clone();
    for (gram, count) in &counts[5] {
        *starts.entry(gram[1..].to_vec()).or_default() -= count;
    }
    words.extend(starts);
    words.retain(|(_, count)| *count > 1e-9);
    words.sort_by(|a, b| a.0.cmp(&b.0));
    let mut next: HashMap<Vec<char>, Vec<(char, f64)>> = HashMap::new();
    for (gram, chance) in &chances[5] {
        next.entry(gram[..4].to_vec()).or_default().push((gram[4], *chance));
    }
    next.values_mut().for_each(|list| list.sort_by_key(|each| each.0));
    let mut sums = Vec::new();
    let mut total = 0.0;
    for (_, count) in &words {
        total += count;
        sums.push(total);
    }
    let mut state: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut random = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1u64 << 53) as f64
    };
    let mut found: HashMap<String, u32> = HashMap::new();
    for _ in 0..tokens {
        let at = random() * total;
        let mut word = words[sums.partition_point(|&sum| sum < at).min(words.len() - 1)].0.clone();
        while (4..30).contains(&word.len()) {
            let mut at = random();
            let Some(&(letter, _)) = next.get(&word[word.len() - 4..]).and_then(|list| {
                list.iter().find(|(_, chance)| {
                    at -= chance;
                    at < 0.0
                })
            }) else {
                break;
            };
            word.push(letter);
        }
        *found.entry(word.into_iter().collect()).or_default() += 1;
    }
    let mut found: Vec<_> = found.into_iter().collect();
    found.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    let mut out = String::new();
    for (word, count) in found {
        out += &format!("{word}\t{count}\n");
    }
    print!("{out}");
}
