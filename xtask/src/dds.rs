//! `cargo xtask install-dds`: the C library of the double-dummy solver in place of DDS.

use super::{cargo, output, run};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Name that programs linked with DDS look for. The build script of the crate writes it into the library.
const SHARED_NAME: &str = "libdds.so.0";
/// Folder of the header `dds_c.h`, and of `dll.h`, as it is named in DDS.
const HEADERS: &str = "crates/dds-c/include";
/// Program that shows the library.
const EXAMPLE: &str = "crates/dds-c/examples/table.c";

/// Deal for the example, and its answer.
const DEAL: &str = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3";
const ANSWER: &str = "\
S  5  8  5  8
H  6  6  6  6
D  5  7  5  7
C  7  5  7  5
N  6  6  6  6
NS -110 (NS:EW 2S)
West leads SA: 7 tricks
";

/// Metadata for `pkg-config`. The paths start at its own folder, so the installation can be moved.
const PACKAGE: &str = "\
prefix=${pcfiledir}/../..
includedir=${prefix}/include
libdir=${prefix}/lib

Name: dds
Description: Double-dummy solver for bridge with the functions of DDS
Version: 2.9.0
Cflags: -I${includedir} -I${includedir}/dds
Libs: -L${libdir} -ldds
";

/// Builds the library, and installs it with its headers below `prefix`.
pub(crate) fn install(root: &Path, target: &Path, prefix: &Path) -> Result<(), String> {
    if !cfg!(target_os = "linux") {
        return Err("the C library can be installed on Linux only".to_owned());
    }
    run(&mut cargo(&["build", "--release", "--locked", "--package", "dds-c"]))?;
    let libraries = prefix.join("lib");
    let copy =
        |from: &Path, to: &Path| run(Command::new("install").args(["-D", "--mode=644"]).arg(from).arg(to));
    copy(&target.join("release/libdds_c.so"), &libraries.join(SHARED_NAME))?;
    for header in ["dds_c.h", "dll.h"] {
        copy(&root.join(HEADERS).join(header), &prefix.join("include/dds").join(header))?;
    }
    // The linker follows this name.
    run(Command::new("ln").args(["-sfn", SHARED_NAME]).arg(libraries.join("libdds.so")))?;
    let metadata = libraries.join("pkgconfig/dds.pc");
    let written = metadata.parent().map_or(Ok(()), fs::create_dir_all);
    written
        .and_then(|()| fs::write(&metadata, PACKAGE))
        .map_err(|error| format!("{}: {error}", metadata.display()))
}

/// Installs the library in an empty folder, compiles the example with the flags of `pkg-config`, and runs it.
pub(crate) fn trial(root: &Path, target: &Path) -> Result<(), String> {
    let is_missing = |program: &&str| Command::new(program).arg("--version").output().is_err();
    let missing = ["cc", "pkg-config", "readelf"].into_iter().find(is_missing);
    if let Some(missing) = missing.or((!cfg!(target_os = "linux")).then_some("Linux")) {
        println!("skipped: the C library (needs {missing})");
        return Ok(());
    }
    let prefix = target.join("dds");
    let _ = fs::remove_dir_all(&prefix);
    install(root, target, &prefix)?;

    let mut flags = Command::new("pkg-config");
    flags.args(["--cflags", "--libs", "dds >= 2.9"]).env("PKG_CONFIG_PATH", prefix.join("lib/pkgconfig"));
    let flags = output(&mut flags)?;
    let program = prefix.join("table");
    let mut compiler = Command::new("cc");
    compiler.args(["-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror"]).arg(root.join(EXAMPLE));
    run(compiler.args(flags.split_whitespace()).arg("-o").arg(&program))?;

    for (file, entry) in [
        (prefix.join("lib").join(SHARED_NAME), format!("Library soname: [{SHARED_NAME}]")),
        (program.clone(), format!("Shared library: [{SHARED_NAME}]")),
    ] {
        if !output(Command::new("readelf").arg("-d").arg(&file))?.contains(&entry) {
            return Err(format!("{}: no entry “{entry}”", file.display()));
        }
    }
    let answer = output(Command::new(&program).arg(DEAL).env("LD_LIBRARY_PATH", prefix.join("lib")))?;
    if answer != ANSWER {
        return Err(format!("{} printed\n{answer}instead of\n{ANSWER}", program.display()));
    }
    println!("the C library: installed, and found by pkg-config, a compiler and the example");
    Ok(())
}
