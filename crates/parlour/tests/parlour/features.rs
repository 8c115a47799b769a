//! Messages of a build without a feature.

use crate::commands::parlour;

#[test]
fn a_build_without_a_part_says_how_to_get_it() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let table = "https://cards.example/table/x";
    let serve = ["serve", "--port", "0", "--data", data];
    for (built, part, arguments) in [
        (cfg!(feature = "tls"), "TLS", &[&serve[..], &["--acme", "--host", "cards.example"]].concat()),
        (
            cfg!(feature = "push"),
            "web push",
            &[&serve[..], &["--push-contact", "mailto:a@b.example"]].concat(),
        ),
        (cfg!(feature = "cluster"), "PostgreSQL", &[&serve[..], &["--store", "postgres://nowhere"]].concat()),
        (
            cfg!(feature = "archive"),
            "archive",
            &["archive", "--store", "postgres://nowhere", "--to", data].to_vec(),
        ),
        (cfg!(feature = "tls"), "TLS", &["bot", "exec:./bot", "--table", table, "--data", data].to_vec()),
        (cfg!(feature = "manual"), "shell completions", &["completions", "bash"].to_vec()),
        (cfg!(feature = "manual"), "manual pages", &["manual", data].to_vec()),
    ] {
        if built {
            continue;
        }
        let output = parlour(arguments, "");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {said}");
        // The server logs its start before.
        let last = said.lines().last().unwrap_or_default();
        assert!(last.starts_with(&format!("this build has no {part}")), "{arguments:?}: {said}");
        assert!(last.ends_with("build it with --features full"), "{arguments:?}: {said}");
    }
}
