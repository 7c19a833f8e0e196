//! Whether a file lies where SQLite's locks cannot be trusted.

use std::path::Path;

/// The name of the network share or virtual file system that holds `path`, if it is one.
#[cfg(target_os = "linux")]
pub(crate) fn share_of(path: &Path) -> Option<&'static str> {
    let folder = path.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let kind = rustix::fs::statfs(folder).ok()?.f_type;
    name_of(kind)
}

/// Elsewhere only a Windows network path can be told by its name.
#[cfg(not(target_os = "linux"))]
pub(crate) fn share_of(path: &Path) -> Option<&'static str> {
    path.to_string_lossy().starts_with(r"\\").then_some("SMB")
}

#[cfg(target_os = "linux")]
fn name_of(kind: rustix::fs::FsWord) -> Option<&'static str> {
    match kind & 0xffff_ffff {
        0x6969 => Some("NFS"),
        0xff53_4d42 | 0xfe53_4d42 | 0x517b => Some("SMB"),
        0x0102_1997 => Some("9p"),
        0x786f_4256 => Some("vboxsf"),
        0x6573_5546 => Some("FUSE"),
        _ => None,
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn shares_are_told_by_their_numbers() {
        assert_eq!(name_of(0x6969), Some("NFS"));
        assert_eq!(name_of(0xff53_4d42), Some("SMB"));
        assert_eq!(name_of(0xef53), None, "ext4");
    }
}
