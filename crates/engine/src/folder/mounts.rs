//! Finds mounts of network file systems, whose changes the system does not report, and of virtual file systems.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::read::{SizeLimit, read_small_file};

const LARGEST_TABLE: SizeLimit = SizeLimit::fixed_limit(4 << 20);

/// Network file systems, and file systems of programs behind FUSE. Their files can change without an event on this
/// machine. `fuseblk` (a local disk behind FUSE) and `virtiofs` are absent, because they do report changes.
const FOREIGN: &str = "nfs nfs4 cifs smb3 smbfs 9p fuse afs ceph lustre glusterfs beegfs gpfs vboxsf prl_fs \
    vmhgfs ncpfs coda";

/// Virtual file systems, whose files the kernel generates (or `lxcfs` in a container). Some of these files never end,
/// and none is a document.
const SPECIAL: &str = "binfmt_misc bpf cgroup cgroup2 configfs cpuset debugfs devpts efivarfs functionfs \
    fuse.lxcfs fusectl hugetlbfs mqueue nfsd nsfs proc pstore resctrl rpc_pipefs \
    securityfs selinuxfs sysfs tracefs";

fn is_word_in(name: &str, words: &str) -> bool {
    words.split(' ').any(|word| word == name)
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Mount {
    pub(super) point: PathBuf,
    pub(super) kind: String,
}

impl Mount {
    pub(super) fn is_network_file_system(&self) -> bool {
        is_word_in(&self.kind, FOREIGN) || self.kind.starts_with("fuse.")
    }

    fn is_virtual_file_system(&self) -> bool {
        is_word_in(&self.kind, SPECIAL)
    }
}

/// Virtual file systems at and below a folder.
#[derive(Debug, Default)]
pub(super) struct SpecialMounts {
    pub(super) here: Option<String>,
    /// Paths of the mounts, relative to the folder, and their types.
    below: Vec<(PathBuf, String)>,
}

impl SpecialMounts {
    /// Finds the virtual file systems at or below a folder, such as `/proc`, whose files are no documents.
    pub(super) fn find_special_mounts(root: &Path) -> Self {
        root.canonicalize().map_or_else(
            |_| Self::default(),
            |root| Self::find_special_below(&list_mounts(), &root),
        )
    }

    /// `root` must be an absolute path without links.
    fn find_special_below(mounts: &[Mount], root: &Path) -> Self {
        // Checks the topmost mount, because another file system may be mounted over a virtual one.
        let special =
            |path: &Path| find_mount(mounts, path).filter(|mount| mount.is_virtual_file_system());
        let below = |mount: &Mount| {
            let name = mount.point.strip_prefix(root).ok()?;
            special(&mount.point).map(|mount| (name.to_path_buf(), mount.kind.clone()))
        };
        Self {
            here: special(root).map(|mount| mount.kind.clone()),
            below: mounts
                .iter()
                .filter(|mount| mount.is_virtual_file_system())
                .filter_map(below)
                .collect(),
        }
    }

    /// Returns the type of the virtual file system mounted at `folder`, relative to the root.
    pub(super) fn type_of_mount_at(&self, folder: &Path) -> Option<&str> {
        self.below.iter().find(|(name, _)| name == folder).map(|(_, kind)| kind.as_str())
    }
}

/// Returns the mounts of this process, oldest first, or none on systems without a mount table.
pub(super) fn list_mounts() -> Vec<Mount> {
    read_small_file(Path::new("/proc/self/mountinfo"), LARGEST_TABLE)
        .map(|table| table.split(|&byte| byte == b'\n').filter_map(parse_mount).collect())
        .unwrap_or_default()
}

/// Returns the mount that contains `path`, which must be absolute and without links. If several mounts have the same
/// mount point, the newest one counts.
pub(super) fn find_mount<'a>(mounts: &'a [Mount], path: &Path) -> Option<&'a Mount> {
    mounts
        .iter()
        .filter(|mount| path.starts_with(&mount.point))
        .max_by_key(|mount| mount.point.as_os_str().len())
}

/// Parses a line of `/proc/self/mountinfo`. The fifth field is the mount point; the type follows a single `-`.
fn parse_mount(line: &[u8]) -> Option<Mount> {
    let mut fields = line.split(|&byte| byte == b' ');
    let point = unescape_octal(fields.nth(4)?);
    let kind = fields.skip_while(|field| *field != b"-").nth(1)?;
    Some(Mount { point, kind: String::from_utf8_lossy(kind).into_owned() })
}

fn unescape_octal(field: &[u8]) -> PathBuf {
    let mut bytes = Vec::with_capacity(field.len());
    let mut rest = field;
    while let Some((&first, tail)) = rest.split_first() {
        let digits = tail.get(..3).filter(|digits| {
            first == b'\\' && digits.iter().all(|digit| (b'0'..b'8').contains(digit))
        });
        if let Some(digits) = digits {
            let code = digits.iter().fold(0_u32, |sum, digit| sum * 8 + u32::from(digit - b'0'));
            bytes.push(code as u8);
            rest = tail.get(3..).unwrap_or_default();
        } else {
            bytes.push(first);
            rest = tail;
        }
    }
    PathBuf::from(os_string_from_bytes(bytes))
}

#[cfg(unix)]
fn os_string_from_bytes(bytes: Vec<u8>) -> OsString {
    use std::os::unix::ffi::OsStringExt as _;
    OsString::from_vec(bytes)
}

#[cfg(not(unix))]
fn os_string_from_bytes(bytes: Vec<u8>) -> OsString {
    String::from_utf8_lossy(&bytes).into_owned().into()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Mount, SpecialMounts, find_mount, parse_mount};

    const TABLE: &str = "\
22 1 0:20 / / rw,relatime shared:1 - ext4 /dev/vda rw
30 22 0:30 / /home/ann/my\\040docs rw shared:2 master:7 - nfs4 host:/x rw
31 22 0:31 / /mnt/s rw - fuse.sshfs host: rw
32 22 0:32 / /mnt/n rw - fuseblk /dev/sda1 rw";

    fn table() -> Vec<Mount> {
        TABLE.lines().filter_map(|line| parse_mount(line.as_bytes())).collect()
    }

    #[test]
    fn a_folder_belongs_to_its_deepest_mount() {
        for (path, kind, foreign) in [
            ("/home/ann", "ext4", false),
            ("/home/ann/my docs/a", "nfs4", true),
            ("/home/ann/my docs2", "ext4", false),
            ("/mnt/s", "fuse.sshfs", true),
            ("/mnt/n/a", "fuseblk", false),
        ] {
            let table = table();
            let mount = find_mount(&table, Path::new(path)).unwrap();
            assert_eq!(
                (mount.kind.as_str(), mount.is_network_file_system()),
                (kind, foreign),
                "{path}"
            );
        }
    }

    #[test]
    fn special_mounts_are_known_by_the_type_that_was_mounted_last() {
        let table = "\
1 0 0:1 / / rw - ext4 /dev/vda rw
2 1 0:2 / /jail/proc rw - proc proc rw
3 1 0:3 / /jail/sys rw - sysfs sysfs rw
4 3 0:4 / /jail/sys rw - tmpfs tmpfs rw
5 2 0:5 / /jail/proc/docs rw - ext4 /dev/vda rw
6 1 0:6 / /jail/my\\040dev/pts rw - devpts devpts rw";
        let table: Vec<Mount> =
            table.lines().filter_map(|line| parse_mount(line.as_bytes())).collect();
        let of = |root: &str| SpecialMounts::find_special_below(&table, Path::new(root));
        let jail = of("/jail");
        assert_eq!(jail.here, None);
        for (name, kind) in [
            ("proc", Some("proc")),
            ("sys", None),
            ("proc/docs", None),
            ("my dev", None),
            ("my dev/pts", Some("devpts")),
        ] {
            assert_eq!(jail.type_of_mount_at(Path::new(name)), kind, "{name}");
        }
        assert_eq!(of("/jail/proc/self").here.as_deref(), Some("proc"));
        assert_eq!(of("/jail/proc/docs").here, None);
        assert_eq!(of("/jail/sys").here, None);
    }

    #[test]
    fn broken_lines_are_passed_over() {
        for line in ["", " ", "1 2 3 4", "1 2 3 4 /x rw -", "1 2 3 4 /x rw shared:1"] {
            assert_eq!(parse_mount(line.as_bytes()), None, "{line:?}");
        }
        assert_eq!(parse_mount(b"1 2 3 4 /x\\04 rw - t").unwrap().point, Path::new("/x\\04"));
    }
}
