//! Views in the form sent to clients, which can be parsed again.
//!
//! A bot decides from a view, which includes rules and score that are not sent. A parsed message is
//! therefore not enough for a bot, except in the games with `from_wire.rs`.

/// Defines `View` with a sent and an unsent part, and `WireView`, which is the sent part and can be
/// parsed.
///
/// Only the server's own bots receive the unsent part. `View` serializes as its sent part. The
/// string at the start is the TypeScript name; attributes in brackets apply to TypeScript.
macro_rules! view {
    (
        $rename:tt
        unsent { $($(#[doc = $unsent_doc:literal])+ $unsent:ident: $unsent_type:ty),* $(,)? }
        sent { $($(#[doc = $sent_doc:literal])+ $sent:ident: $sent_type:ty $([$($wire:tt)*])?),* $(,)? }
    ) => {
        /// Knowledge of one viewer.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct View {
            $($(#[doc = $unsent_doc])+ pub $unsent: $unsent_type,)*
            $($(#[doc = $sent_doc])+ pub $sent: $sent_type,)*
        }

        /// Part of a view sent to clients: without the rules and the score, which are sent with the
        /// table.
        #[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = $rename))]
        #[serde(rename_all = "camelCase")]
        pub struct WireView {
            $($(#[doc = $sent_doc])+ $(#[cfg_attr(feature = "wire", ts($($wire)*))])? pub $sent: $sent_type,)*
        }

        impl View {
            /// Returns the part sent to clients.
            #[must_use]
            pub fn wire_view(&self) -> WireView {
                let Self { $($sent,)* .. } = self;
                WireView { $($sent: Clone::clone($sent),)* }
            }
        }

        #[cfg(feature = "wire")]
        cards::typescript_as!(View, WireView);

        impl serde::Serialize for View {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                self.wire_view().serialize(serializer)
            }
        }
    };
}
pub(crate) use view;

/// Deserializes a value from its text form.
#[cfg(any(test, feature = "_fishing", feature = "sharks"))]
pub(crate) fn of_text<'de, T: std::str::FromStr, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    let text = <String as serde::Deserialize>::deserialize(deserializer)?;
    text.parse().map_err(|_| serde::de::Error::custom(format_args!("“{text}” cannot be read")))
}
