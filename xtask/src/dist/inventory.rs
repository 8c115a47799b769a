//! List of third-party components: as text with full licenses, and as CycloneDX.

use super::components::Components;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Returns the text of all licenses, with the components under each.
pub(super) fn for_people(components: &Components, version: &str) -> String {
    let mut text = format!(
        "Parlour {version} is under the MIT licence or the Apache licence 2.0, as you like. In it are works of others,\n\
         listed here with their terms; Rust's standard library, by its developers, under the same two licences; and\n\
         SQLite, which its authors have given to everybody.\n\n"
    );
    let mut owners: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for component in &components.all {
        let _ = writeln!(text, "{} {}: {}", component.name, component.version, component.terms);
        for licence in &component.texts {
            owners
                .entry(licence.trim())
                .or_default()
                .push(format!("{} {}", component.name, component.version));
        }
    }
    // Most common license first.
    let mut owners: Vec<_> = owners.into_iter().collect();
    owners.sort_by_key(|(licence, owners)| (std::cmp::Reverse(owners.len()), *licence));
    for (licence, owners) in owners {
        let _ = write!(text, "\n{}\n{}\n\n{licence}\n", "=".repeat(80), owners.join(", "));
    }
    text
}

/// Returns a CycloneDX 1.6 bill of materials. It contains no time and no random number, so equal
/// sources give equal files.
pub(super) fn for_programs(components: &Components, version: &str) -> Result<String, String> {
    let purl = format!("pkg:generic/parlour@{version}");
    let listed: Vec<Value> = components
        .all
        .iter()
        .map(|component| {
            let mut value = json!({
                "type": "library",
                "bom-ref": component.purl,
                "name": component.name,
                "version": component.version,
                "purl": component.purl,
                "licenses": [{ "expression": component.terms }],
            });
            if let Some((kind, digits)) = &component.hash {
                value["hashes"] = json!([{ "alg": kind, "content": digits }]);
            }
            value
        })
        .collect();
    let program = json!({ "ref": purl, "dependsOn": components.needed });
    let others = components.all.iter().map(|one| json!({ "ref": one.purl, "dependsOn": one.needs }));
    let bill = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": { "component": {
            "type": "application",
            "bom-ref": purl,
            "name": "parlour",
            "version": version,
            "purl": purl,
            "licenses": [{ "expression": "MIT OR Apache-2.0" }],
        } },
        "components": listed,
        "dependencies": std::iter::once(program).chain(others).collect::<Vec<_>>(),
    });
    serde_json::to_string_pretty(&bill).map(|text| text + "\n").map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::super::components::Component;
    use super::*;

    fn component(name: &str, text: &str) -> Component {
        Component {
            name: name.to_owned(),
            version: "1.0.0".to_owned(),
            purl: format!("pkg:cargo/{name}@1.0.0"),
            terms: "MIT".to_owned(),
            texts: vec![text.to_owned()],
            hash: Some(("SHA-256", "00ff".to_owned())),
            needs: [].into(),
        }
    }

    #[test]
    fn a_licence_that_many_have_stands_once_with_all_their_names() {
        let all = vec![component("a", "alone\n"), component("b", "shared\n"), component("c", "shared")];
        let text = for_people(&Components { all, needed: [].into() }, "0.1.0");
        assert_eq!((text.matches("shared").count(), text.matches("alone").count()), (1, 1), "{text}");
        assert!(text.contains("b 1.0.0, c 1.0.0\n\nshared"), "{text}");
    }

    #[test]
    fn the_bill_lists_what_the_program_needs() {
        let needed = ["pkg:cargo/a@1.0.0".to_owned()].into();
        let text =
            for_programs(&Components { all: vec![component("a", "")], needed }, "0.1.0").expect("it is JSON");
        let bill: Value = serde_json::from_str(&text).expect("it is JSON");
        assert_eq!(bill["components"][0]["hashes"][0]["content"], "00ff");
        assert_eq!(bill["dependencies"][0]["dependsOn"][0], bill["components"][0]["bom-ref"]);
    }
}
