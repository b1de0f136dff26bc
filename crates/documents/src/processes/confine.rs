//! Confines a reader process before it reads the first byte of a file: memory limits, no files, no network, no new
//! programs. If the system lacks one measure, the others still apply.

use std::fs::{File, read_dir};
use std::os::unix::net::UnixDatagram;

use nix::unistd::close;
use rustix::process::{Resource, Rlimit, setrlimit};

/// Closes inherited files except for the standard streams. Must run first, because it would also close files opened
/// since.
pub(super) fn close_inherited_files() {
    let open = read_dir("/dev/fd").into_iter().flatten().flatten();
    let numbers: Vec<i32> =
        open.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect();
    // The list includes the directory itself, which is closed already, so closing fails without effect.
    for number in numbers.into_iter().filter(|number| *number > 2) {
        let _ = close(number);
    }
}

/// Returns true if this process can open files or connections although the system has ways to prevent it.
pub(super) fn can_escape_sandbox() -> bool {
    cfg!(target_os = "linux") && can_open_files_or_sockets()
}

pub(super) fn can_open_files_or_sockets() -> bool {
    File::open("/").is_ok() || UnixDatagram::unbound().is_ok()
}

#[derive(Debug, Default)]
pub(super) struct Confinement {
    /// Version of Landlock, and a note if parts of it are not enforced; `None` without Landlock.
    pub(super) landlock: Option<String>,
    pub(super) seccomp: bool,
    pub(super) limits: bool,
}

/// Confines this thread and its later children. `memory` is the limit of the address space in bytes.
pub(super) fn confine_process(memory: u64) -> Confinement {
    let mut limits = true;
    for (resource, limit) in
        [(Resource::As, memory), (Resource::Fsize, 0), (Resource::Core, 0), (Resource::Nofile, 16)]
    {
        let limit = Rlimit { current: Some(limit), maximum: Some(limit) };
        limits &= setrlimit(resource, limit).is_ok();
    }
    Confinement { limits, ..confine_thread() }
}

/// Confines a running thread: no files, no network, few system calls.
pub(super) fn confine_thread() -> Confinement {
    #[cfg(target_os = "linux")]
    return linux::apply_confinement();
    #[cfg(not(target_os = "linux"))]
    return Confinement::default();
}

/// Ends this process by a signal after this many more seconds of processor time.
pub(super) fn limit_cpu_time(seconds: u64) {
    let used = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime).tv_sec;
    let used = u64::try_from(used).unwrap_or(0);
    let limit = Rlimit { current: Some(used + seconds + 1), maximum: None };
    let _ = setrlimit(Resource::Cpu, limit);
}

#[cfg(target_os = "linux")]
mod linux {
    use std::collections::BTreeMap;

    use landlock::{ABI, Access as _, AccessFs, AccessNet, LandlockStatus, Ruleset};
    use landlock::{RulesetAttr as _, RulesetStatus, Scope};
    use seccompiler::SeccompCmpArgLen as ArgLen;
    use seccompiler::SeccompCmpOp as CmpOp;
    use seccompiler::{BpfProgram, SeccompAction, SeccompCondition, SeccompFilter, SeccompRule};
    use seccompiler::{TargetArch, apply_filter};

    use super::Confinement;

    /// Allowed system calls. The process waits for one pipe, reads it, writes to another and computes, so it needs
    /// memory, time, signals and exit.
    const CALLS: &[libc::c_long] = &[
        libc::SYS_read,
        libc::SYS_readv,
        libc::SYS_write,
        libc::SYS_writev,
        libc::SYS_close,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_poll,
        libc::SYS_ppoll,
        libc::SYS_fstat,
        libc::SYS_lseek,
        libc::SYS_brk,
        libc::SYS_mmap,
        libc::SYS_munmap,
        libc::SYS_mremap,
        libc::SYS_mprotect,
        libc::SYS_madvise,
        libc::SYS_futex,
        libc::SYS_sched_yield,
        libc::SYS_sched_getaffinity,
        libc::SYS_getrandom,
        libc::SYS_clock_gettime,
        libc::SYS_setrlimit,
        libc::SYS_sigaltstack,
        libc::SYS_rt_sigaction,
        libc::SYS_rt_sigprocmask,
        libc::SYS_rt_sigreturn,
        libc::SYS_restart_syscall,
        libc::SYS_getpid,
        libc::SYS_gettid,
        libc::SYS_exit,
        libc::SYS_exit_group,
    ];

    pub(super) fn apply_confinement() -> Confinement {
        let landlock = forbid_file_access().ok().flatten();
        Confinement { landlock, seccomp: restrict_system_calls().is_some(), limits: false }
    }

    /// Forbids opening files and connecting to addresses, and returns [`Confinement::landlock`].
    fn forbid_file_access() -> Result<Option<String>, landlock::RulesetError> {
        let newest = ABI::V7;
        let held = Ruleset::default()
            .handle_access(AccessFs::from_all(newest))?
            .handle_access(AccessNet::from_all(newest))?
            .scope(Scope::from_all(newest))?
            .create()?
            .restrict_self()?;
        let LandlockStatus::Available { effective_abi, .. } = held.landlock else {
            return Ok(None);
        };
        Ok(match held.ruleset {
            RulesetStatus::FullyEnforced => Some(format!("{effective_abi:?}")),
            RulesetStatus::NotEnforced => None,
            RulesetStatus::PartiallyEnforced => Some(format!("{effective_abi:?}, not all of it")),
        })
    }

    /// Makes all other system calls fail with `EPERM` (seccomp). Killing the process instead would break a libc that
    /// makes one more call.
    fn restrict_system_calls() -> Option<()> {
        let target: TargetArch = std::env::consts::ARCH.try_into().ok()?;
        let mut rules: BTreeMap<_, _> = CALLS.iter().map(|call| (*call, Vec::new())).collect();
        // Calls allowed only on this process, which the first argument names.
        for (call, own) in [(libc::SYS_prlimit64, 0), (libc::SYS_tgkill, std::process::id())] {
            let is_own = SeccompCondition::new(0, ArgLen::Dword, CmpOp::Eq, own.into()).ok()?;
            rules.insert(call, vec![SeccompRule::new(vec![is_own]).ok()?]);
        }
        let refuse = SeccompAction::Errno(libc::EPERM.cast_unsigned());
        let filter = SeccompFilter::new(rules, refuse, SeccompAction::Allow, target).ok()?;
        let program: BpfProgram = filter.try_into().ok()?;
        apply_filter(&program).ok()
    }
}
