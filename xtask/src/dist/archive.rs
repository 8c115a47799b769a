//! Reproducible archives: all entries belong to root, have the same time, and are sorted by name.

use flate2::Compression;
use flate2::write::GzEncoder;
use std::collections::BTreeMap;
use std::io::Write as _;

/// Entry of an archive.
#[derive(Clone)]
pub(super) struct Content {
    pub bytes: Vec<u8>,
    /// Whether the file is executable.
    pub runs: bool,
}

/// Files by path, without a leading slash.
pub(super) type Files = BTreeMap<String, Content>;

/// Adds a file that is not executable.
pub(super) fn put(files: &mut Files, path: impl Into<String>, bytes: impl Into<Vec<u8>>) {
    files.insert(path.into(), Content { bytes: bytes.into(), runs: false });
}

const BLOCK: usize = 512;

/// Creates a POSIX tar archive of all files below `top`, with their folders.
pub(super) fn tar(files: &Files, top: &str, time: u64) -> Result<Vec<u8>, String> {
    let mut archive = Vec::new();
    let mut open: Vec<String> = Vec::new();
    for (path, content) in files {
        let path = format!("{top}/{path}");
        let folders: Vec<String> = path.match_indices('/').map(|(at, _)| path[..=at].to_owned()).collect();
        for folder in &folders {
            if !open.contains(folder) {
                archive.extend(header(folder, 0, 0o755, b'5', time)?);
            }
        }
        open = folders;
        let mode = if content.runs { 0o755 } else { 0o644 };
        archive.extend(header(&path, content.bytes.len(), mode, b'0', time)?);
        archive.extend(&content.bytes);
        archive.resize(archive.len().next_multiple_of(BLOCK), 0);
    }
    // Two empty blocks mark the end.
    archive.resize(archive.len() + 2 * BLOCK, 0);
    Ok(archive)
}

fn header(path: &str, size: usize, mode: u32, kind: u8, time: u64) -> Result<[u8; BLOCK], String> {
    let mut header = [0; BLOCK];
    let mut write = |at: usize, room: usize, bytes: &[u8]| -> Result<(), String> {
        if bytes.len() > room {
            return Err(format!("{path}: the path is too long for an archive"));
        }
        header[at..at + bytes.len()].copy_from_slice(bytes);
        Ok(())
    };
    write(0, 100, path.as_bytes())?;
    write(100, 8, format!("{mode:07o}\0").as_bytes())?;
    write(108, 8, b"0000000\0")?;
    write(116, 8, b"0000000\0")?;
    write(124, 12, format!("{size:011o}\0").as_bytes())?;
    write(136, 12, format!("{time:011o}\0").as_bytes())?;
    // The checksum counts its own field as spaces.
    write(148, 8, b"        ")?;
    write(156, 1, &[kind])?;
    write(257, 8, b"ustar\x0000")?;
    write(265, 32, b"root")?;
    write(297, 32, b"root")?;
    let sum: u32 = header.iter().map(|&byte| u32::from(byte)).sum();
    header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    Ok(header)
}

/// Compresses without a timestamp or a name.
pub(super) fn gzip(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).and_then(|()| encoder.finish()).map_err(|error| format!("gzip: {error}"))
}

/// Creates an archive in the format of Debian packages, for few files with short names.
pub(super) fn ar(members: &[(&str, Vec<u8>)], time: u64) -> Vec<u8> {
    let mut archive = b"!<arch>\n".to_vec();
    for (name, bytes) in members {
        let size = bytes.len();
        archive.extend(format!("{name:<16}{time:<12}{:<6}{:<6}{:<8}{size:<10}`\n", 0, 0, 100_644).bytes());
        archive.extend(bytes);
        if size % 2 == 1 {
            archive.push(b'\n');
        }
    }
    archive
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

    use super::*;

    #[cfg(target_os = "linux")]
    fn some() -> Files {
        let mut files = Files::new();
        put(&mut files, "share/doc/b", "b".repeat(600));
        put(&mut files, "share/a", "");
        files.insert("bin/run".to_owned(), Content { bytes: b"#!/bin/sh\n".to_vec(), runs: true });
        files
    }

    // The list is in the format of GNU tar.
    #[cfg(target_os = "linux")]
    #[test]
    fn another_tar_reads_it() {
        use std::process::{Command, Stdio};

        let archive = tar(&some(), "top-1.0", 1_700_000_000).unwrap();
        let mut list = Command::new("tar")
            .args(["--utc", "-tvf", "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        list.stdin.take().unwrap().write_all(&archive).unwrap();
        let output = list.wait_with_output().unwrap();
        assert!(output.status.success());
        let text = String::from_utf8(output.stdout).unwrap();
        let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
        let told: Vec<[&str; 3]> = lines.iter().map(|line| [line[0], line[2], line[5]]).collect();
        assert_eq!(
            told,
            [
                ["drwxr-xr-x", "0", "top-1.0/"],
                ["drwxr-xr-x", "0", "top-1.0/bin/"],
                ["-rwxr-xr-x", "10", "top-1.0/bin/run"],
                ["drwxr-xr-x", "0", "top-1.0/share/"],
                ["-rw-r--r--", "0", "top-1.0/share/a"],
                ["drwxr-xr-x", "0", "top-1.0/share/doc/"],
                ["-rw-r--r--", "600", "top-1.0/share/doc/b"],
            ]
        );
        assert!(lines.iter().all(|line| line[1] == "root/root" && line[3] == "2023-11-14"), "{text}");
    }

    #[test]
    fn a_path_that_an_archive_cannot_hold_is_refused() {
        let mut files = Files::new();
        put(&mut files, "a".repeat(100), "");
        assert!(tar(&files, ".", 0).is_err());
    }
}
