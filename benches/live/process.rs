use std::fs;

pub(crate) fn system_load() -> String {
    let load = fs::read_to_string("/proc/loadavg").unwrap();
    load.split(' ').take(3).collect::<Vec<_>>().join(" ")
}

/// Returns the seconds of processor time that all threads of a process used, to a hundredth.
pub(crate) fn cpu_seconds(process: u32) -> f64 {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
    let (_, behind_name) = stat.rsplit_once(')').unwrap();
    let field = |at: usize| behind_name.split_whitespace().nth(at).unwrap().parse::<f64>().unwrap();
    // Fields 14 and 15; the state after the name is field 3. A second has a hundred ticks.
    (field(11) + field(12)) / 100.0
}

/// Counts how often the threads of a process woke up, by their voluntary sleeps.
pub(crate) fn count_wakes(process: u32) -> u64 {
    let threads = fs::read_dir(format!("/proc/{process}/task")).unwrap();
    threads
        .map(|thread| {
            let status = fs::read_to_string(thread.unwrap().path().join("status"));
            status.map_or(0, |status| status_number(&status, "voluntary_ctxt_switches:"))
        })
        .sum()
}

/// Returns a value of the process status in megabytes.
pub(crate) fn megabytes(process: u32, line: &str) -> f64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    status_number(&status, line) as f64 / 1024.0
}

fn status_number(status: &str, name: &str) -> u64 {
    let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap();
    line.split_whitespace().next().unwrap().parse().unwrap()
}
