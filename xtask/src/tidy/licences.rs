//! Whether every crate that we build may be given on under our licence.

use cargo_metadata::Metadata;
use spdx::{Expression, LicenseReq, ParseMode};

/// Licences that ask for no more than their text being given along. Of several offered, one of these is enough.
const ALLOWED: [&str; 8] =
    ["MIT", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "Zlib", "Unicode-3.0", "CC0-1.0"];

/// Crates that need one more licence, and why that is right.
const ALSO: [(&str, &[&str], &str); 2] = [
    ("epaint_default_fonts", &["OFL-1.1", "Ubuntu-font-1.0"], "fonts, given on unchanged inside the program"),
    (
        "webpki-roots",
        &["CDLA-Permissive-2.0"],
        "a list of certificates; its licence for data asks for its text only",
    ),
];

/// A crate and what it says of its licence.
pub(super) struct Licensed {
    name: String,
    licence: Option<String>,
}

/// Every crate that this machine builds for the workspace.
pub(super) fn of(metadata: &Metadata) -> Vec<Licensed> {
    let crates = metadata.packages.iter();
    crates.map(|found| Licensed { name: found.name.to_string(), licence: found.license.clone() }).collect()
}

/// The crates whose licence nobody has agreed to, and the exceptions that nothing needs any more.
pub(super) fn check(crates: &[Licensed]) -> Vec<String> {
    let refused = crates.iter().filter_map(finding);
    let idle = ALSO.iter().filter(|(name, ..)| !crates.iter().any(|found| found.name == *name));
    let idle = idle
        .map(|(name, ..)| format!("the exception for `{name}` in xtask/src/tidy/licences.rs is not needed"));
    refused.chain(idle).collect()
}

fn finding(Licensed { name, licence }: &Licensed) -> Option<String> {
    let Some(licence) = licence else { return Some(format!("crate `{name}` does not say its licence")) };
    let Ok(expression) = Expression::parse_mode(licence, ParseMode::LAX) else {
        return Some(format!("crate `{name}` has a licence that cannot be read: `{licence}`"));
    };
    let more = ALSO.iter().find(|(other, ..)| other == name).map_or(&[][..], |(_, more, _)| more);
    let may = |wanted: &LicenseReq| {
        let plain = wanted.license.id().filter(|_| wanted.addition.is_none());
        plain.is_some_and(|id| ALLOWED.contains(&id.name) || more.contains(&id.name))
    };
    (!expression.evaluate(may)).then(|| {
        format!("crate `{name}` has the licence `{licence}`, which xtask/src/tidy/licences.rs does not allow")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(name: &str, licence: Option<&str>) -> Option<String> {
        finding(&Licensed { name: name.into(), licence: licence.map(Into::into) })
    }

    #[test]
    fn one_good_licence_of_several_is_enough() {
        for licence in ["MIT", "GPL-3.0-only OR MIT", "MIT/Apache-2.0", "(MIT OR Unlicense) AND Unicode-3.0"]
        {
            assert_eq!(found("some", Some(licence)), None, "{licence}");
        }
    }

    #[test]
    fn a_licence_that_asks_for_more_is_found() {
        for licence in
            ["GPL-3.0-only", "MIT AND AGPL-3.0-only", "MPL-2.0", "LicenseRef-Ours", "no such thing"]
        {
            assert!(found("some", Some(licence)).is_some_and(|found| found.contains("`some`")), "{licence}");
        }
        assert!(found("some", None).is_some());
    }

    #[test]
    fn an_exception_is_for_its_crate_only() {
        let fonts = Some("(MIT OR Apache-2.0) AND OFL-1.1 AND Ubuntu-font-1.0");
        assert_eq!(found("epaint_default_fonts", fonts), None);
        assert!(found("other_fonts", fonts).is_some());
    }

    #[test]
    fn an_exception_that_nothing_needs_is_found() {
        let crates = [Licensed { name: "webpki-roots".into(), licence: Some("CDLA-Permissive-2.0".into()) }];
        let found = check(&crates);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].contains("`epaint_default_fonts`"));
    }
}
