//! The list of clusters in a real terminal: the tree, a pair and back, and a change of sketches in between.

use super::folder::small;
use super::terminal::Terminal;

#[test]
fn clusters_are_a_tree_and_lead_to_a_pair_and_back() {
    let folder = small();
    let mut terminal = Terminal::open(folder.path(), 120, 36, &["6 documents", "row 1 of"]);
    terminal.type_until("K", &["1 cluster · ", "Cluster 1: 10 pairs"]);
    terminal.type_bytes(b"\x1b[C");
    terminal.wait_for(&["├ heavy.txt", "├ light.txt", "└ shouted.txt"]);
    terminal.type_until("\r", &["2 light.txt ↔ 4 original.txt"]);
    terminal.type_text("\r");
    terminal.wait("the pair has the whole screen", |screen| {
        let text = screen.contents();
        text.contains("light.txt ↔ original.txt")
            && text.contains("passage 1 of ")
            && !text.contains("1 cluster · ")
    });
    terminal.type_until("\x1b", &["1 cluster · ", "Cluster 1: 10 pairs"]);
    // The other sketch turns all scores into estimates.
    terminal.type_until("=sketch minhash\r", &["sketch minhash", "≈36%", "≈92%: 2 light.txt"]);
    terminal.quit();
    terminal.wait_given_back();
}
